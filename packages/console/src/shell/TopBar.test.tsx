import type { Label } from '@keyan/kernel/label.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endOfAccessibleName, renderFrame } from '../testing/frame.tsx';
import { testUser } from '../testing/scriptedClient.ts';

const bar = page.getByRole('toolbar', { name: 'Tools' });

test('with one role there is nothing to switch', async () => {
  const roles = [{ id: '1', roleName: 'Teacher' }];
  const { callsTo } = await renderFrame({ answers: { '/test/roles': () => roles } });
  const role = bar.getByRole('button', { name: /Role/ });
  await expect
    .element(bar.getByRole('button', { name: endOfAccessibleName('Lock screen') }))
    .toBeVisible();
  await expect.poll(() => callsTo('/test/roles')).toHaveLength(1);
  expect(role.query()).toBeNull();
});

test('the logo shows the name of the tenant, and only the mark when the menu is collapsed', async () => {
  const brand = { title: () => ['江陵大学', 'Jiangling'] as const, site: '/test/site', mark: null };
  await renderFrame({ config: { brand } });
  const name = page.getByText('Jiangling', { exact: true });
  await expect.element(name).toBeVisible();
  const width = (): number => name.element().getBoundingClientRect().width;
  expect(width()).toBeGreaterThan(20);
  await page.getByRole('button', { name: endOfAccessibleName('Collapse menu') }).click();
  await expect.poll(width).toBeLessThan(3);
  await page.getByRole('button', { name: endOfAccessibleName('Expand menu') }).click();
  await expect.poll(width).toBeGreaterThan(20);
});

test('a university that shares an installation reads its own name', async () => {
  const brand = {
    title: (name?: Label): Label => name ?? ['科研', 'Research'],
    site: '/test/site',
    mark: null,
  };
  const site = { tenantId: '999999', name: '江陵大学', nameEn: 'Jiangling' };
  await renderFrame({ config: { brand }, answers: { '/test/site': site } });
  await expect.element(page.getByText(testUser.tenantName, { exact: true }).first()).toBeVisible();
  expect(page.getByText('Jiangling').query()).toBeNull();
});

test('a top entry shows its first page, and later the page below it that was open last', async () => {
  const leaf = (id: string, nameEn: string, n: number) => ({
    id,
    name: `菜单${id}`,
    nameEn,
    path: `/list?n=${n}`,
  });
  const { runtime } = await renderFrame({
    menu: [
      { ...leaf('11', 'First', 1), path: '/work' },
      { ...leaf('12', 'Second', 2), path: '/plan' },
    ],
    second: [{ ...leaf('21', 'Arrivals', 3), path: '/arrive' }],
    config: {
      routes: ['/work', '/plan', '/arrive'].map((path) => ({
        path,
        component: () => <h1>{path}</h1>,
        title: path,
      })),
    },
  });
  const main = page.getByRole('navigation', { name: 'Main navigation' });
  const work = main.getByRole('link', { name: 'Work' });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await work.click();
  await expect.element(heading('/work')).toBeVisible();
  await expect.element(work).toHaveAttribute('aria-current', 'true');
  runtime.open('/plan');
  await main.getByRole('link', { name: 'Money' }).click();
  await expect.element(heading('/arrive')).toBeVisible();
  await expect.element(work).not.toHaveAttribute('aria-current');
  const side = page.getByRole('navigation', { name: 'Side menu' });
  await expect.element(side.getByRole('link', { name: 'Arrivals' })).toBeVisible();
  await work.click();
  await expect.element(heading('/plan')).toBeVisible();
  expect(location.pathname).toBe('/plan');
});

test('on a laptop tools fold behind the name', async () => {
  await renderFrame({ width: 1024 });
  await expect
    .element(bar.getByRole('button', { name: endOfAccessibleName('Lock screen') }))
    .toBeVisible();
  expect(bar.getByRole('button', { name: endOfAccessibleName('Colour') }).query()).toBeNull();
  await bar.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: endOfAccessibleName('Colour') }).click();
  await expect
    .element(page.getByRole('dialog', { name: endOfAccessibleName('Colour') }))
    .toBeVisible();
});

test('on a phone tools fold into the drawer', async () => {
  await renderFrame({ width: 390 });
  await page.getByRole('button', { name: endOfAccessibleName('Open menu') }).click();
  const drawer = page.getByRole('navigation', { name: 'Main navigation' });
  for (const name of ['Colour', '中文', 'Lock screen', 'Sign out']) {
    await expect
      .element(drawer.getByRole('button', { name: endOfAccessibleName(name) }))
      .toBeInTheDocument();
  }
  await expect.element(drawer.getByLabelText(/Theme/)).toBeInTheDocument();
  await drawer.getByRole('button', { name: endOfAccessibleName('Lock screen') }).click();
  await expect.element(page.getByLabelText(endOfAccessibleName('Lock password'))).toHaveFocus();
});
