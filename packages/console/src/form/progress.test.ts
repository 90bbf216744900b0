import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { createFormStore } from '../form-store/store.ts';
import { isFieldShown, shownSections, stateOfSection } from './progress.ts';

const notice = face('notice', ['通知', 'Notice'], { title: f.text(['名称', 'Title']) });

const entry = defineResource({
  key: 'entry',
  label: ['申报', 'Entry'],
  path: 'x/entries',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']),
    noticeId: f.ref(['通知', 'Notice'], notice),
    noticeTitle: f.copy('noticeId', notice, 'title'),
  },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [
    { key: 'own', title: ['申报', 'Entry'], fields: ['name', 'noticeId'] },
    { key: 'copied', title: ['通知', 'Notice'], fields: ['noticeTitle'] },
  ],
  access: { read: everyone(), write: everyone() },
}) as unknown as Resource;

test.each([
  ['not until a record is chosen', {}, false],
  ['of a record whose value is empty', { noticeId: '7', noticeTitle: null }, true],
  ['that was taken before', { noticeId: null, noticeTitle: '甲' }, true],
])('a form draws a copy %s', (_when, values, drawn) => {
  expect(isFieldShown(entry, 'noticeTitle', values)).toBe(drawn);
  expect(shownSections(entry, values).map(({ key }) => key)).toEqual(
    drawn ? ['own', 'copied'] : ['own'],
  );
  expect(isFieldShown(entry, 'name', values)).toBe(true);
});

test('a section is not done while the value of a field is that of another record', () => {
  const form = createFormStore(entry, {
    stored: { name: '甲' },
    writer: { id: '1', name: '甲', departments: [] },
    today: '2026-11-29',
  });
  const [section] = entry.form;
  const glyph = () => section && stateOfSection(entry, section, form.state()).glyph;
  const end = form.doubt('name');
  expect(glyph()).toBe('warning');
  end();
  expect(glyph()).toBe('approved');
});
