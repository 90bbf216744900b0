import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { RouteLinks } from './RouteLinks.tsx';

const steps = [{ key: 'head', label: ['审核', 'Head'], candidates: ['role:head'] }] as const;

const thing = defineResource({
  key: 'thing',
  label: ['物', 'Thing'],
  path: 'things',
  title: 'name',
  fields: { name: f.text(['名称', 'Name']) },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'all', title: ['全部', 'All'], fields: ['name'] }],
  access: { read: everyone(), write: own(), copies: 'all' },
  processes: [defineProcess('thing/add', ['物品登记', 'Thing'], steps, 'flow_1')],
}) as unknown as Resource;

test('whoever manages routes reaches the route of a kind from its list', async () => {
  await renderPage(<RouteLinks resource={thing} />, { permissions: ['flow_manager_state'] });
  await expect
    .element(page.getByRole('link', { name: 'Route' }))
    .toHaveAttribute('href', '/flow/route/thing/add');
});

test('nobody else sees a link to a route', async () => {
  const { container } = await renderPage(<RouteLinks resource={thing} />, {
    permissions: ['other'],
  });
  await expect.poll(() => container.querySelector('a')).toBeNull();
});
