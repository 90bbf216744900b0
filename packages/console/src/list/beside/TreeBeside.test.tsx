import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../testing/render.tsx';
import { pageOf } from '../../testing/scriptedClient.ts';
import { madeUpResource } from '../../testing/thing.ts';
import { ResourceList } from '../ResourceList.tsx';

const name = f.text(['名称', 'Name']);
const units = face('unit', ['部门', 'Department'], { name });
const people = madeUpResource(
  { name, unitId: f.ref(['部门', 'Department'], units) },
  {
    views: {
      all: {
        label: ['人员', 'People'],
        code: 'person',
        path: '/things',
        scope: everyone(),
        actions: ['view'],
      },
    },
    list: { columns: ['name'], filters: ['unitId'], sort: 'name', beside: 'unitId' },
  },
) as unknown as Resource;

const answers = {
  '/things/list': pageOf([
    { id: '9', version: 1, createUser: '1', name: 'Somebody', abilities: [] },
  ]),
  '/things/choices': [
    { id: '1', text: 'University' },
    { id: '2', text: 'College', parentId: '1' },
    { id: '3', text: 'Institute', parentId: '2' },
  ],
};

const render = (width: number) =>
  renderPage(<ResourceList resource={people} view="all" />, {
    resources: [people],
    permissions: ['person_view'],
    answers,
    width,
  });

test('the tree beside a list narrows it to a record and those below it, and back', async () => {
  const { callsTo } = await render(1440);
  const tree = page.getByRole('region', { name: 'Department' });
  const college = tree.getByText('College');
  await expect.element(college).toBeVisible();
  expect(tree.getByText('Institute').query()).toBeNull();
  const asked = () => callsTo('/things/list').at(-1)?.query.unitId_tree;
  await college.click();
  await expect.poll(asked).toBe('2');
  const chosen = () =>
    document.querySelectorAll('.ky-tree-beside .ant-tree-treenode-selected').length;
  await expect.poll(chosen).toBe(1);
  await college.click();
  await expect.poll(chosen).toBe(0);
});

test('a narrow window has the filter alone', async () => {
  await render(1024);
  await expect.element(page.getByText('Somebody')).toBeVisible();
  expect(page.getByRole('region', { name: 'Department' }).query()).toBeNull();
});
