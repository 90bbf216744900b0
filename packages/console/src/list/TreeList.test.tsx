import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { pageOf, type ScriptedCall } from '../testing/scriptedClient.ts';
import { madeUpResource } from '../testing/thing.ts';
import { ResourceList } from './ResourceList.tsx';

const name = f.text(['名称', 'Name']);
const things = face('thing', ['物', 'Thing'], { name });

const unit = madeUpResource(
  { name, parentId: f.ref(['上级', 'Parent'], things) },
  {
    views: {
      all: {
        label: ['机构', 'Units'],
        code: 'unit',
        path: '/things',
        scope: everyone(),
        actions: ['view'],
      },
    },
    list: { columns: ['name'], filters: ['name'], sort: 'name', tree: 'parentId' },
  },
) as unknown as Resource;

const row = (id: string, title: string) => ({
  id,
  version: 1,
  createUser: '1',
  name: title,
  abilities: [],
});

/** Two at the top; the first has 250 below it. */
const answers = {
  '/things/list': ({ query }: ScriptedCall) => {
    if (query.parentId_null === '1') return pageOf([row('1', 'College'), row('2', 'Office')]);
    const first = (Number(query.current) - 1) * 200;
    const left = Math.min(200, 250 - first);
    return {
      ...pageOf(
        Array.from({ length: left }, (_, at) => row(`1${first + at}`, `Unit ${first + at}`)),
      ),
      total: 250,
    };
  },
  '/things/tally': [
    { keys: [''], names: [''], total: 2 },
    { keys: ['1'], names: ['College'], total: 250 },
  ],
};

const render = (width: number) =>
  renderPage(<ResourceList resource={unit} view="all" />, {
    resources: [unit],
    permissions: ['unit_view'],
    width,
    answers,
  });

test('what is opened has all that is below it, however many calls that takes', async () => {
  const { callsTo } = await render(1280);
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect
    .poll(() => callsTo('/things/list').filter(({ query }) => query.parentId_equal === '1').length)
    .toBe(2);
  await expect.element(page.getByText('Unit 0', { exact: true })).toBeVisible();
});

test('the foot counts the whole tree, closed or open', async () => {
  await render(1280);
  await expect.element(page.getByText('252 in total')).toBeVisible();
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect.element(page.getByText('252 in total')).toBeVisible();
});

test('on a phone a tree opens, too', async () => {
  await render(390);
  const toggle = page.getByRole('button', { name: 'Expand' });
  await expect.element(toggle).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Office' })).toBeVisible();
  await toggle.click();
  await expect.element(page.getByRole('link', { name: 'Unit 249' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Collapse' }).click();
  await expect.element(page.getByRole('link', { name: 'Unit 249' })).not.toBeInTheDocument();
});
