import { expect, test } from 'vitest';
import { everyone, own, withCode } from '../access/scope.ts';
import { validate } from '../records/validate.ts';
import { dictionary } from '../values/dictionary.ts';
import { type Fields, f } from './field/field.ts';
import { defineResource } from './resource.ts';
import { isNameOnly, isNotSecret, lostToSecrecy } from './secrecy.ts';

const levels = dictionary(
  'level',
  ['密级', 'Level'],
  [
    ['0', '公开', 'Open'],
    ['1', '内部', 'Internal'],
    ['2', '秘密', 'Secret'],
  ],
);

const make = (bare = withCode('level', '2')) =>
  defineResource({
    key: 'thing',
    label: ['事物', 'Thing'],
    path: 'things',
    title: 'name',
    fields: {
      name: f.text(['名称', 'Name']).requiredInDraft(),
      sort: f.text(['类别', 'Sort']),
      place: f.text(['地点', 'Place']).required(),
      reason: f.text(['原因', 'Reason']).when((row) => row.place === '远'),
      language: f.text(['语种', 'Language']).initial('中文'),
      level: f.dict(['密级', 'Level'], levels).required().initial('0'),
    },
    access: { read: everyone(), write: own() },
    secrecy: {
      open: withCode('level', '0'),
      readers: 'thing_secret',
      bare: { at: bare, keeps: ['sort'] },
    },
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [
      {
        key: 'all',
        title: ['全部', 'All'],
        fields: ['name', 'sort', 'place', 'reason', 'language', 'level'],
      },
    ],
  });

const thing = make();
const row = { name: '甲', sort: '一', place: '远', reason: '因', language: '中文' };
const judge = (level: string) =>
  validate(thing, {}, { ...row, level }, 'complete', { today: '2026-01-01' });

test('a record that is registered by name alone holds title, level and what is kept', () => {
  expect(judge('1')).toEqual({ faults: [], row: { ...row, level: '1' } });
  expect(judge('2')).toEqual({
    faults: [],
    row: { name: '甲', sort: '一', place: null, reason: null, language: null, level: '2' },
  });
});

test('what it loses is what somebody filled in, and what it would hold otherwise', () => {
  expect(lostToSecrecy(thing, { ...row, level: '2' })).toEqual(['place', 'reason']);
  // The reason goes with the place, whatever the level.
  expect(lostToSecrecy(thing, { ...row, place: '近', level: '2' })).toEqual(['place']);
  expect(lostToSecrecy(thing, { ...row, level: '1' })).toEqual([]);
});

test('levels say what is open and what is registered by name alone', () => {
  const said = ['0', '1', '2'].map((level) => [
    isNotSecret(thing, { level }),
    isNameOnly(thing, { level }),
  ]);
  expect(said).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test('levels stand in a field of codes', () => {
  expect(() => make(withCode('place', '2'))).toThrow('place');
});

test('a credential is a line of the record itself, by which nobody finds it', () => {
  const { secrecy: _, ...plain } = thing;
  const having = (fields: Fields) => () =>
    defineResource({ ...plain, fields: { ...plain.fields, ...fields } } as never);
  const key = f.text(['密钥', 'Key']).credential({ as: 'digest' });
  expect(having({ key })).not.toThrow();
  expect(having({ key: key.searchable() })).toThrow('key can be neither');
  const sealed = f.text(['密钥', 'Key']).credential({
    as: 'sealed',
    use: 'test',
    toldTo: ['host'],
    again: ['请重新输入', 'Type it again'],
  });
  expect(having({ sealed })).toThrow('told to host');
  expect(having({ services: f.rows(['服务', 'Services'], { key }) })).toThrow(
    'services can be neither',
  );
});

test('a text that reads in English from another one has that one beside it, computed as it is', () => {
  const { secrecy: _, ...plain } = thing;
  const having = (fields: Fields) => () =>
    defineResource({ ...plain, fields: { ...plain.fields, ...fields } } as never);
  const said = f.note(['信息', 'Message']).computed().english('saidEn');
  const saidEn = f.note(['信息（英文）', 'Message in English']);
  expect(having({ said, saidEn: saidEn.computed() })).not.toThrow();
  const wrong: readonly Fields[] = [
    { said },
    { said, saidEn },
    { said, saidEn: f.date(['日期', 'Day']).computed() },
  ];
  for (const fields of wrong) {
    expect(having(fields)).toThrow('said cannot be read in English from saidEn');
  }
});
