import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test, vi } from 'vitest';
import { createFormStore } from '../form-store/store.ts';
import { madeUpResource } from '../testing/thing.ts';
import { createCommentStore, typingOfTask } from './commentStore.ts';

const thing = madeUpResource({ name: f.text(['名称', 'Name']), grade: f.text(['级别', 'Grade']) });

const task = (version = 3) => {
  const comment = createCommentStore();
  const form = createFormStore(thing, {
    stored: { id: '1', version, name: '甲', grade: 'B' },
    writer: { id: '1', name: '', departments: [] },
    today: '2026-01-01',
  });
  const onOutdated = vi.fn();
  const typing = typingOfTask({ comment, form, editable: ['grade'], title: '甲', onOutdated });
  return { comment, form, typing, onOutdated };
};

test('an untouched task has nothing to keep; one that was emptied again neither', () => {
  const { comment, typing } = task();
  expect(typing.changes()).toBe(0);
  comment.write('同意');
  expect([typing.changes(), typing.taken()?.values.opinion]).toEqual([1, '同意']);
  comment.write(' ');
  expect(typing.taken()).toBeUndefined();
});

test('the files of a comment are kept and restored', () => {
  const file = { id: '7', name: '样例.pdf', fileName: '样例.pdf', catalog: '99' };
  const attached = { ...file, suffix: 'pdf', size: 9, preview: true, link: '' };
  const before = task();
  before.comment.attach(attached);
  const kept = before.typing.taken();
  const after = task();
  if (kept) after.typing.fill(kept.values);
  expect(after.comment.files()).toEqual([attached]);
  after.comment.detach('7');
  expect(after.typing.taken()).toBeUndefined();
});

test('comment and changed fields are restored on the same version', () => {
  const before = task();
  before.comment.write('级别有误');
  before.form.set('grade', 'A');
  const kept = before.typing.taken();
  expect(kept?.title).toBe('甲');
  const after = task();
  if (kept) after.typing.fill(kept.values);
  expect(after.comment.text()).toBe('级别有误');
  expect(after.form.state().values.grade).toBe('A');
  expect(after.onOutdated).not.toHaveBeenCalled();
});

test('fields that were changed from an older version are not filled in, and that is said', () => {
  const before = task();
  before.comment.write('级别有误');
  before.form.set('grade', 'A');
  const kept = before.typing.taken();
  const after = task(4);
  if (kept) after.typing.fill(kept.values);
  expect(after.comment.text()).toBe('级别有误');
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
  there.comment.write('那边写的');
  there.comment.attach(file('2'));
  const kept = there.typing.taken();
  const here = task();
  here.comment.write('这边写的');
  here.comment.attach(file('1'));
  here.comment.attach(file('2'));
  here.form.set('grade', 'A');
  if (kept) here.typing.fill(kept.values);
  expect(here.typing.taken()?.values).toEqual(kept?.values);
  expect(here.form.state().values.grade).toBe('B');
});

test('a task that is dealt with tells whoever listens and keeps nothing', () => {
  const { comment, form, typing } = task();
  const changed = vi.fn();
  const deafen = typing.subscribe(changed);
  comment.write('同意');
  form.set('grade', 'A');
  comment.settle();
  expect(changed).toHaveBeenCalledTimes(3);
  expect(typing.changes()).toBe(0);
  deafen();
  comment.write('再写');
  expect(changed).toHaveBeenCalledTimes(3);
});
