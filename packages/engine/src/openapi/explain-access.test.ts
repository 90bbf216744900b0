import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { explainAccess } from './explain-access.ts';

const tool = defineResource({
  key: 'tool',
  label: ['工具', 'Tool'],
  path: 'test/tool',
  title: 'name',
  fields: { name: f.text(['名称', 'Name']) },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name'] }],
  access: { read: everyone(), write: own() },
  views: {
    all: {
      label: ['工具', 'Tools'],
      code: 'tool',
      path: '/tool',
      scope: everyone(),
      actions: ['add', 'edit', 'view'],
      grants: { keeper: 'all', guest: ['view'] },
      rights: [{ code: 'tool_lend', label: ['借出', 'Lend'], roles: ['keeper'] }],
    },
  },
});

test('a page is told with the roles that have it, and what each may do there', () => {
  const told = explainAccess(tool as never, {
    keeper: { label: ['管理员', 'Keeper'] },
    guest: { label: ['访客', 'Guest'] },
    other: { label: ['他人', 'Other'] },
  });
  expect(told).toMatch(/keeper 管理员 +add edit view tool_lend\n/);
  expect(told).toMatch(/guest 访客 +view\n/);
  expect(told).not.toContain('other');
  expect(told).toMatch(/write\n {2}own \(createUser\)/);
});
