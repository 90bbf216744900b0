import { expect, test } from 'vitest';
import { tenantsAnnounced } from './announcements.ts';

const own = ['100001', '100003'];

test.each([
  ['{"tenant":"100001","user":"7"}', ['{"tenant":"100001","user":"7"}']],
  ['["100003","everybody"]', ['["100003","everybody"]']],
  ['100001', ['100001']],
  ['{"tenant":"100002"}', []],
  ['["100002","everybody"]', []],
  ['100002', []],
  ['{broken', []],
  ['null', []],
  ['[]', []],
  ['{"tenant":{"a":1}}', []],
])('%s of a source is heard as %j', (payload, heard) => {
  expect(tenantsAnnounced(payload, own)).toEqual(heard);
});

test('what a source says of everybody means its own tenants', () => {
  const each = own.map((tenant) => JSON.stringify({ tenant, all: true }));
  expect(tenantsAnnounced('{}', own)).toEqual(each);
  expect(tenantsAnnounced('*', own)).toEqual(each);
});
