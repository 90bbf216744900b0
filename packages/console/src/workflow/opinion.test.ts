import { f } from '@keyan/kernel/field.ts';
import { expect, test, vi } from 'vitest';
import { createFormStore } from '../form-store/store.ts';
import { thingOf } from '../testing/thing.ts';
import { createOpinion, typingOfTask } from './opinion.ts';

const thing = thingOf({ name: f.text(['名称', 'Name']), grade: f.text(['级别', 'Grade']) });

const task = (version = 3) => {
  const opinion = createOpinion();
  const form = createFormStore(thing, {
    stored: { id: '1', version, name: '甲', grade: 'B' },
    writer: { id: '1', name: '', departments: [] },
    today: '2026-01-01',
  });
  const onOutdated = vi.fn();
  const typing = typingOfTask({ opinion, form, editable: ['grade'], title: '甲', onOutdated });
  return { opinion, form, typing, onOutdated };
};

test('an untouched task has nothing to keep; one that was emptied again neither', () => {
  const { opinion, typing } = task();
  expect(typing.changes()).toBe(0);
  opinion.write('同意');
  expect([typing.changes(), typing.taken()?.values.opinion]).toEqual([1, '同意']);
  opinion.write(' ');
  expect(typing.taken()).toBeUndefined();
});

test('files of an opinion are worth keeping, and stand again', () => {
  const file = { id: '7', name: '样例.pdf', fileName: '样例.pdf', catalog: '99' };
  const attached = { ...file, suffix: 'pdf', size: 9, preview: true, link: '' };
  const before = task();
  before.opinion.attach(attached);
  const kept = before.typing.taken();
  const after = task();
  if (kept) after.typing.fill(kept.values);
  expect(after.opinion.files()).toEqual([attached]);
  after.opinion.detach('7');
  expect(after.typing.taken()).toBeUndefined();
});

test('opinion and changed fields stand again on the same version', () => {
  const before = task();
  before.opinion.write('级别有误');
  before.form.set('grade', 'A');
  const kept = before.typing.taken();
  expect(kept?.title).toBe('甲');
  const after = task();
  if (kept) after.typing.fill(kept.values);
  expect(after.opinion.text()).toBe('级别有误');
  expect(after.form.state().values.grade).toBe('A');
  expect(after.onOutdated).not.toHaveBeenCalled();
});

test('fields that were changed from an older version are not filled in, and that is said', () => {
  const before = task();
  before.opinion.write('级别有误');
  before.form.set('grade', 'A');
  const kept = before.typing.taken();
  const after = task(4);
  if (kept) after.typing.fill(kept.values);
  expect(after.opinion.text()).toBe('级别有误');
  expect(after.form.state().values.grade).toBe('B');
  expect(after.onOutdated).toHaveBeenCalledOnce();
});

test('what another machine kept takes the place of what stands here, all of it', async () => {
  const file = (id: string) => ({
    id,
    name: id,
    fileName: id,
    catalog: '99',
    suffix: 'pdf',
    size: 9,
    preview: true,
    link: '',
  });
  const there = task();
  there.opinion.write('那边写的');
  there.opinion.attach(file('2'));
  const kept = there.typing.taken();
  const here = task();
  here.opinion.write('这边写的');
  here.opinion.attach(file('1'));
  here.opinion.attach(file('2'));
  here.form.set('grade', 'A');
  if (kept) here.typing.fill(kept.values);
  expect(here.typing.taken()?.values).toEqual(kept?.values);
  expect(here.form.state().values.grade).toBe('B');
});

test('a task that is dealt with tells whoever listens and keeps nothing', () => {
  const { opinion, form, typing } = task();
  const changed = vi.fn();
  const deafen = typing.subscribe(changed);
  opinion.write('同意');
  form.set('grade', 'A');
  opinion.settle();
  expect(changed).toHaveBeenCalledTimes(3);
  expect(typing.changes()).toBe(0);
  deafen();
  opinion.write('再写');
  expect(changed).toHaveBeenCalledTimes(3);
});
