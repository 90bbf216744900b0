import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test, vi } from 'vitest';
import { createFormStore } from '../form-store/store.ts';
import { madeUpResource } from '../testing/thing.ts';
import { typedValuesOf } from './typing.ts';

const thing = madeUpResource({ name: f.text(['名称', 'Name']), grade: f.text(['级别', 'Grade']) });

const formOf = (version: number, name = '甲') => {
  const form = createFormStore(thing, {
    stored: { id: '1', version, name, grade: 'B' },
    writer: { id: '1', name: '', departments: [] },
    today: '2026-01-01',
  });
  const onOutdated = vi.fn();
  return { form, onOutdated, typing: typedValuesOf({ form, fallback: '编辑', onOutdated }) };
};

test('what was typed and taken back is nothing to keep', () => {
  const { form, typing } = formOf(3);
  form.set('grade', 'A');
  expect(typing.taken()).toEqual({ title: '甲', values: { values: { grade: 'A' }, version: 3 } });
  form.set('grade', 'B');
  expect([typing.changes(), typing.taken()]).toEqual([2, undefined]);
});

test('of a new record neither blanks nor what follows by itself are something to keep', () => {
  const counted = madeUpResource(
    { name: f.text(['名称', 'Name']), length: f.integer(['长度', 'Length']).computed() },
    { compute: ({ name }) => ({ length: String(name ?? '').length }) },
  );
  const writer = { id: '1', name: '', departments: [] };
  const form = createFormStore(counted, { writer, today: '2026-01-01' });
  const typing = typedValuesOf({ form, fallback: '登记', onOutdated: vi.fn() });
  form.set('name', '甲');
  expect(typing.taken()?.values.values).toEqual({ name: '甲' });
  form.set('name', '');
  expect(typing.taken()).toBeUndefined();
});

test('a secret is in no draft', () => {
  const store = madeUpResource({
    name: f.text(['名称', 'Name']),
    key: f.text(['密钥', 'Key']).credential({ as: 'digest' }),
  });
  const writer = { id: '1', name: '', departments: [] };
  const form = createFormStore(store, { writer, today: '2026-01-01' });
  const typing = typedValuesOf({ form, fallback: '登记', onOutdated: vi.fn() });
  form.set('key', 'typed');
  expect(typing.taken()).toBeUndefined();
  form.set('name', '甲');
  expect(typing.taken()?.values.values).toEqual({ name: '甲' });
});

test('a draft goes on over the same version without a word', () => {
  const { form, typing, onOutdated } = formOf(3);
  typing.fill({ values: { grade: 'A' }, version: 3 });
  expect([form.state().values.grade, onOutdated.mock.calls.length]).toEqual(['A', 0]);
});

test('over a later version it brings back what was changed, and leaves what others changed', () => {
  const { form, typing, onOutdated } = formOf(4, '乙');
  typing.fill({ values: { grade: 'A' }, version: 3 });
  expect(form.state().values).toMatchObject({ name: '乙', grade: 'A' });
  expect(onOutdated).toHaveBeenCalledOnce();
});
