import { serverEndpoints } from '@keyan/api/app.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { MenuNode } from '@keyan/product/composition/menu-nodes.ts';
import { application } from '@keyan/product/index.ts';
import { roleAliases } from '@keyan/product/shared/roles.ts';
import { afterAll, expect, test } from 'vitest';
import { fixtures, home, startApplication } from './support/application.ts';
import { rightsPage } from './support/rights.ts';

/** Rights of the roles as the product is shipped. */
const app = await startApplication();
afterAll(() => app.close());

const calls = serverEndpoints(app.parts, { tenantId: home }).filter(
  (call) => !fixtures.some(({ path }) => call.path.startsWith(path)),
);

test('docs/rights.md is what the menus and the calls say', async () => {
  await expect(rightsPage(application.menus, calls)).toMatchFileSnapshot('../docs/rights.md');
});

const nodes = (list: readonly MenuNode[]): readonly MenuNode[] =>
  list.flatMap((node) => [node, ...nodes(node.pages ?? [])]);

test('every code that a call asks for can be held by somebody', () => {
  const known = new Set(
    application.menus
      .flatMap((top) => nodes(top.pages))
      .flatMap((node) => [node.code, ...(node.buttons ?? []).map((button) => button.code)]),
  );
  for (const call of calls) {
    if (!call.permissions) continue;
    expect([call.path, call.permissions.some((code) => known.has(code))]).toEqual([
      call.path,
      true,
    ]);
  }
});

test('every person gets from the server exactly the codes of their roles', async () => {
  const menus = app.parts.application.menus.flatMap((top) => nodes(top.pages));
  for (const account of [
    'teacher',
    'rd_admin',
    'rd_achieve',
    'rd_leader',
    'dept_secretary',
    'school_leader',
    'expert',
  ]) {
    const alias = roleAliases.find((one) => one === account);
    const client = await app.as(account);
    const { data } = await client.get('blade-auth/oauth/user-info');
    const meant = menus.flatMap((node) => [
      ...(alias && node.roles.includes(alias) ? [node.code] : []),
      ...(node.buttons ?? []).flatMap((button) =>
        alias && button.roles.includes(alias) ? [button.code] : [],
      ),
    ]);
    expect([account, [...(data.permissions as string[])].sort()]).toEqual([account, meant.sort()]);
  }
});

test('a page that a role lacks is closed by every way in', async () => {
  const expert = await app.as('expert');
  const { data } = await expert.get('blade-auth/oauth/user-info');
  const opens = (resource: Resource): boolean =>
    permissionsOf(resource).some((code) => (data.permissions as string[]).includes(code));
  expect(app.resources.filter(opens).map(({ key }) => key)).toEqual([
    'reviewTask',
    'reviewMinutes',
  ]);
  for (const resource of app.resources.filter((one) => !opens(one))) {
    // Records that the shell shows to everybody are read without a page: the scope limits their rows.
    const read = resource.access.pageless ? [] : ['list', 'detail?id=1'];
    for (const call of [...read, 'history?id=1']) {
      const answer = await expert.get(`${resource.path}/${call}`);
      expect([resource.key, call, answer.status]).toEqual([resource.key, call, 403]);
    }
    const chosen = await expert.get(`${resource.path}/choices`, { field: 'createUser' });
    expect([resource.key, 'choices', chosen.status]).toEqual([
      resource.key,
      'choices',
      resource.access.pageless ? 200 : 403,
    ]);
    // Pickers see what a definition opens to them by name, and nothing that only a form refers to.
    const { choose, pageless } = resource.access;
    const looked = await expert.get(`${resource.path}/lookup`);
    expect([resource.key, 'lookup', looked.status]).toEqual([
      resource.key,
      'lookup',
      choose || pageless ? 200 : 403,
    ]);
    // Not there at all where no page of the resource has the button.
    for (const call of ['export', 'template']) {
      const { status } = await expert.get(`${resource.path}/${call}`);
      expect([resource.key, call, [403, 404].includes(status)]).toEqual([resource.key, call, true]);
    }
    const answer = await expert.post(`${resource.path}/submit`, { [resource.title]: '甲' });
    expect([resource.key, answer.status]).toEqual([resource.key, 403]);
  }
});
