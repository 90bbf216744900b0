import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { normalisedRow, withShownNames } from './row.ts';

test('several references without any are null, however the wire or a form says so', () => {
  const fields = { places: f.refs(['地点', 'Places'], face('place', ['地点', 'Place'])) };
  for (const places of [undefined, null, '']) {
    expect(normalisedRow(fields, { places })).toEqual({ places: null });
  }
  expect(normalisedRow(fields, { places: '7,8' })).toEqual({ places: ['7', '8'] });
  expect(normalisedRow(fields, { places: ['8'] })).toEqual({ places: ['8'] });
});

test('a saved row, which has ids alone, keeps the names that the form showed beside them', () => {
  const person = face('person', ['人员', 'Person']);
  const fields = {
    leader: f.ref(['负责人', 'Leader'], person),
    places: f.refs(['地点', 'Places'], face('place', ['地点', 'Place'])),
    shares: f.rows(['分配', 'Shares'], { userId: f.ref(['姓名', 'Name'], person) }),
  };
  const shown = {
    leader: '1',
    leaderName: '陆明',
    places: ['7', '8'],
    placesName: '一号楼、二号楼',
    shares: [
      { userId: '2', userIdName: '林晓岚' },
      { userId: '3', userIdName: '沈清' },
    ],
  };
  const answer = {
    leader: '9',
    leaderName: '',
    places: '7,8',
    shares: [
      { id: '51', userId: '2' },
      { id: '52', userId: '4' },
    ],
  };
  expect(withShownNames(fields, answer, shown)).toEqual({
    leader: '9',
    leaderName: '',
    places: ['7', '8'],
    placesName: '一号楼、二号楼',
    shares: [
      { id: '51', userId: '2', userIdName: '林晓岚' },
      { id: '52', userId: '4' },
    ],
  });
});
