import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endOfAccessibleName, renderFrame } from '../../testing/frame.tsx';
import { pageOf, testUser } from '../../testing/scriptedClient.ts';

const leaf = (id: string, nameEn: string, path: string, more: object = {}) => ({
  id,
  name: `菜单${id}`,
  nameEn,
  path,
  ...more,
});
const menu = [
  leaf('11', 'First', '/list?n=1'),
  leaf('12', 'Second', '/list?n=2', { name: '论文库' }),
];
const side = page.getByRole('navigation', { name: 'Side menu' });

test('a menu entry without a page says so, in a tab of its own', async () => {
  await renderFrame({ menu: [...menu, leaf('13', 'Later', '/somewhere/later')] });
  await side.getByRole('link', { name: 'Later' }).click();
  await expect.element(page.getByText(/This page is not available yet/)).toBeVisible();
  await expect
    .element(page.getByRole('tab', { name: 'Later' }))
    .toHaveAttribute('aria-selected', 'true');
  expect(location.pathname).toBe('/somewhere/later');
});

test('a parent of the menu leads to its first page', async () => {
  const { runtime } = await renderFrame({
    menu: [leaf('14', 'Group', '/group', { children: [leaf('15', 'Inner', '/list?n=5')] })],
  });
  await expect.element(side.getByRole('button', { name: /Group/ })).toBeVisible();
  runtime.open('/group');
  await expect.element(page.getByRole('heading', { name: 'List 5' })).toBeVisible();
});

test('a page without an entry marks that of the page which stands for it', async () => {
  const { runtime } = await renderFrame({
    menu: [...menu, leaf('16', 'Layouts', '/layouts')],
    config: {
      routes: [
        {
          path: '/other-layout',
          component: () => <h1>Other</h1>,
          title: 'Other',
          entry: '/layouts',
        },
      ],
    },
  });
  runtime.open('/other-layout');
  await expect
    .element(side.getByRole('link', { name: 'Layouts' }))
    .toHaveAttribute('aria-current', 'page');
});

test('an entry with a list of roles is seen by their holders only', async () => {
  const children = [
    leaf('21', 'For teachers', '/list?n=1', { meta: { roles: ['teacher'] } }),
    leaf('22', 'For finance', '/list?n=2', { meta: { roles: ['finance'] } }),
  ];
  await renderFrame({
    user: { ...testUser, roles: ['teacher'] },
    menu: [leaf('20', 'Group', '/group', { children })],
  });
  await side.getByRole('button', { name: /Group/ }).click();
  await expect.element(side.getByRole('link', { name: 'For teachers' })).toBeVisible();
  expect(side.getByRole('link', { name: 'For finance' }).query()).toBeNull();
});

test('an outside link of the menu opens a new window', async () => {
  await renderFrame({ menu: [leaf('31', 'Outside', 'http://away.example/', { isOpen: 2 })] });
  const link = side.getByRole('link', { name: 'Outside' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', 'http://away.example/');
});

test('collapsed entries with one icon begin with their names, others keep theirs', async () => {
  await renderFrame({
    menu: [
      leaf('17', 'Reports', '/list?n=7', { source: 'BarChartOutlined' }),
      leaf('18', 'Ledger', '/list?n=8', { source: 'BarChartOutlined' }),
      leaf('19', 'People', '/list?n=9', { source: 'TeamOutlined' }),
    ],
  });
  await page.getByRole('button', { name: endOfAccessibleName('Collapse menu') }).click();
  await expect.element(side.getByRole('button', { name: 'People' })).toBeVisible();
  // The style sheet draws the letters: no reader of the screen reads them beside the name.
  const drawn = ['Reports', 'Ledger', 'People'].map((name) => {
    const entry = side.getByRole('button', { name }).element();
    return getComputedStyle(entry.querySelector('.ky-side-letter') ?? entry, '::before').content;
  });
  expect(drawn).toEqual(['"Re"', '"Le"', '"P"']);
  await page.getByRole('button', { name: endOfAccessibleName('Expand menu') }).click();
});

test('on a small screen a click in the menu collapses it', async () => {
  await renderFrame({ menu, width: 1024 });
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await side.getByRole('link', { name: 'Second' }).click();
  await expect.element(page.getByRole('heading', { name: 'List 2' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

test('recently viewed records stand under the menu, as far as there is room', async () => {
  const { runtime } = await renderFrame({ menu });
  runtime.open('/list?n=7&id=123456', { title: 'A record' });
  await expect.element(page.getByRole('heading', { name: 'List 7' })).toBeVisible();
  runtime.open('/home');
  const recent = side.getByText('Recent', { exact: true });
  await expect.element(recent).toBeVisible();
  await page.viewport(1280, 260);
  await expect.element(recent).not.toBeInTheDocument();
  await page.viewport(1280, 800);
  await side.getByRole('link', { name: 'A record' }).click();
  await expect.element(page.getByRole('heading', { name: 'List 7' })).toBeVisible();
});

test('the menu search finds names by their beginning and by pinyin, and Esc closes it', async () => {
  await renderFrame({ menu });
  await expect.element(side.getByRole('link', { name: 'First' })).toBeVisible();
  await userEvent.keyboard('/');
  const dialog = page.getByRole('dialog', { name: 'Menu search' });
  await expect.element(dialog.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('econd');
  await expect.element(dialog.getByText('No matching menu')).toBeVisible();
  await userEvent.fill(dialog.getByRole('combobox'), 'LWK');
  await expect.element(dialog.getByRole('option', { name: /Second/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await side.getByRole('button', { name: /Menu search/ }).click();
  await userEvent.fill(dialog.getByRole('combobox'), 'sec');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'List 2' })).toBeVisible();
});

test('on a phone the drawer lists the tabs, closes them and clears the cache', async () => {
  const { openTabs, runtime } = await renderFrame({ menu, width: 390 });
  await openTabs(2);
  const drawer = page.getByRole('navigation', { name: 'Main navigation' });
  const choose = async (count: number, action: string): Promise<void> => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    const list = drawer.getByRole('button', { name: endOfAccessibleName(`Tabs ${count}`) });
    await expect.element(list).toBeVisible();
    // It stays as it was left.
    if (list.element().getAttribute('aria-expanded') === 'false') await list.click();
    await drawer.getByRole('button', { name: endOfAccessibleName(action) }).click();
    await expect.element(drawer).not.toBeInTheDocument();
  };
  await choose(3, 'Close others');
  expect(runtime.current()).toBe('/list?n=2');
  await choose(2, 'Close all');
  expect(runtime.current()).toBe('/home');
  await choose(1, 'Clear cache');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: endOfAccessibleName('Clear cache') })
    .click();
  await expect.element(page.getByText('Cache cleared')).toBeVisible();
});

test('only the lists of entries that the user has are counted', async () => {
  const { callsTo } = await renderFrame({
    menu,
    config: {
      counts: [
        { menu: '/list?n=1', list: '/test/first' },
        { menu: '/list?n=9', list: '/test/ninth' },
      ],
    },
    answers: { '/test/first': { ...pageOf([]), total: 7 }, '/test/ninth': pageOf([]) },
  });
  await expect.element(side.getByRole('link', { name: 'First 7' })).toBeVisible();
  expect(callsTo('/test/ninth')).toEqual([]);
});
