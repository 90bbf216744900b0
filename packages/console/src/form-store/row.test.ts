import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { normalised } from './row.ts';

test('several references without any are null, however the wire or a form says so', () => {
  const fields = { places: f.refs(['地点', 'Places'], face('place', ['地点', 'Place'])) };
  for (const places of [undefined, null, '']) {
    expect(normalised(fields, { places })).toEqual({ places: null });
  }
  expect(normalised(fields, { places: '7,8' })).toEqual({ places: ['7', '8'] });
  expect(normalised(fields, { places: ['8'] })).toEqual({ places: ['8'] });
});
