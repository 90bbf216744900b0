import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { person, personAtHome, signIn, stranger } from './support/page.ts';

/** The top bar: roles, colour, themes, preferences, the person's menu. */
const list = '/achievement/papers';

const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const roleButton = (page: Page) => page.getByRole('button', { name: /^角色/ });
const chooseRole = async (page: Page, name: string): Promise<void> => {
  await roleButton(page).click();
  await item(page, name).click();
  await page.getByRole('button', { name: `角色: ${name}` }).waitFor();
};
const themeName = (page: Page) => page.getAttribute('html', 'data-theme');

test('with several roles one works as all of them or as one: tabs, menu and rights follow', async () => {
  const { page, context, visit } = await person('dept_leader');
  await visit('/mywork/done');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  await roleButton(page).click();
  await item(page, '全部').waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    '全部',
    '院系领导',
    '科研人员',
  ]);
  await page.keyboard.press('Escape');
  const other = await context.newPage();
  await other.goto('/mywork/claim');
  const claim = other.getByRole('navigation', { name: '侧边菜单' }).getByText('待签收');
  await claim.waitFor();

  await chooseRole(page, '科研人员');
  await page.waitForURL('**/wel/index');
  expect(await page.getByRole('tablist').getByRole('tab').allInnerTexts()).toEqual(['首页']);
  const side = page.getByRole('navigation', { name: '侧边菜单' });
  await side.getByText('我发起的').waitFor();
  expect(await side.getByText('待签收').count()).toBe(0);
  // The other window of the same session is in the same role at once.
  await claim.waitFor({ state: 'detached' });

  await page.reload();
  await page.getByRole('button', { name: '角色: 科研人员' }).waitFor();
  await chooseRole(page, '全部');
  await side.getByText('待签收').waitFor();
});

test('unsaved text is asked about before a switch of role closes its tab', async () => {
  const { page, visit } = await person('dept_leader');
  await visit(`${list}/add`);
  await pane(page)
    .locator('[data-path=artName] textarea, [data-path=artName] input')
    .fill('未保存');
  await roleButton(page).click();
  await item(page, '科研人员').click();
  const question = page.getByRole('dialog');
  await question.getByText('有 1 个页签的内容还没有保存').waitFor();
  await question.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '角色: 全部' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${list}/add`);
});

/** WCAG contrast of what is painted: the words of an element on its own ground, or on one given. */
const contrastOf = (page: Page, selector: string, ground?: string): Promise<number> =>
  page.evaluate(
    ([element = '', under = '']) => {
      const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const luminance = (colour: string) => {
        const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const style = (of: string) => {
        const found = [...document.querySelectorAll(of)].find((each) => each.checkVisibility());
        if (!found) throw new Error(`${of}: not in sight`);
        return getComputedStyle(found);
      };
      const [a, b] = [
        luminance(style(element).color),
        luminance(style(under || element).backgroundColor),
      ];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    },
    [selector, ground],
  );

test('a picked colour is previewed, applied at once, readable in every theme, and taken back', async () => {
  const { page, visit } = await person('teacher');
  await visit(list);
  await pane(page).locator('tbody .ky-link').first().waitFor();
  const button = '.ant-btn-primary';
  const fill = () =>
    pane(page)
      .locator(button)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await fill();
  await page.getByRole('button', { name: '主题色' }).click();
  const dialog = page.getByRole('dialog', { name: '主题色' });
  expect(await dialog.locator('code').innerText()).toBe('#409EFF');
  await dialog.getByLabel('自选颜色').fill('#ffd400');
  await dialog.getByText('#FFD400').waitFor();
  expect(await contrastOf(page, '[data-part=fill]')).toBeGreaterThanOrEqual(4.5);
  expect(await contrastOf(page, '[data-part=link]', '.ky-colour-preview')).toBeGreaterThan(4.5);
  expect(await fill()).toBe(before);
  await dialog.getByRole('button', { name: '应用' }).click();
  await expect.poll(fill).not.toBe(before);
  const yellow = await fill();
  for (const [name, theme] of [
    [/暗夜/, 'dark'],
    [/纯白/, 'white'],
    [/LTE/, 'lte'],
    [/默认/, 'default'],
  ] as const) {
    await page.getByRole('button', { name: '主题', exact: true }).click();
    await item(page, name).click();
    await page.waitForFunction((to) => document.documentElement.dataset.theme === to, theme);
    // The sheet of a theme comes a moment after its name.
    await expect.poll(() => contrastOf(page, button)).toBeGreaterThanOrEqual(4.5);
    await expect
      .poll(() => contrastOf(page, 'tbody .ky-link', '.ky-card'))
      .toBeGreaterThanOrEqual(4.5);
  }
  await page.reload();
  await pane(page).locator(button).first().waitFor();
  await expect.poll(fill).toBe(yellow);
  await page.getByRole('button', { name: '主题色' }).click();
  await dialog.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(fill).toBe(before);
});

test('the eleven themes are different designs, and change at once', async () => {
  const { page } = await personAtHome('teacher');
  await pane(page).locator('.ky-home').waitFor();
  await page.getByRole('button', { name: '主题', exact: true }).click();
  const names = await page.getByRole('menuitem').allInnerTexts();
  expect(names).toHaveLength(11);
  await page.keyboard.press('Escape');
  const looks = new Set<string>();
  for (const name of names) {
    await page.getByRole('button', { name: '主题', exact: true }).click();
    await item(page, name).click();
    await page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').waitFor({ state: 'hidden' });
    looks.add(
      await page.evaluate(() => {
        const of = (selector: string) => {
          const element = document.querySelector(selector);
          return element ? getComputedStyle(element) : undefined;
        };
        const { side, tab } = document.documentElement.dataset;
        return [
          side,
          tab,
          of('.ky-bar')?.backgroundImage,
          of('.ky-side')?.backgroundColor,
          of('.ky-frame')?.getPropertyValue('--ky-radius-control'),
        ].join();
      }),
    );
  }
  expect(looks.size).toBe(11);
});

test('theme, colour, language and menu are remembered for the person, on any machine', async () => {
  const account = 'intl';
  const one = await personAtHome(account, { serverPreferences: true });
  await pane(one.page).locator('.ky-home').waitFor();
  const kept = one.page.waitForResponse(
    (answer) => answer.url().endsWith('/keyan/preferences') && answer.request().method() === 'POST',
  );
  await one.page.getByRole('button', { name: '主题', exact: true }).click();
  await item(one.page, /尊享/).click();
  expect((await kept).status()).toBe(200);

  const two = await stranger({ serverPreferences: true });
  await two.visit('/login');
  await signIn(two.page, account);
  await expect.poll(() => themeName(two.page)).toBe('vip');
  // Somebody else on the same machine has a look of their own.
  await two.page.getByRole('button', { name: /用户菜单/ }).click();
  await item(two.page, '退出登录').click();
  await two.page.waitForURL('**/login');
  expect(await themeName(two.page)).toBe('default');
  await signIn(two.page, 'legal');
  await pane(two.page).locator('.ky-home').waitFor();
  expect(await themeName(two.page)).toBe('default');
  // A window that is open already hears of it too.
  const again = await one.context.newPage();
  await again.goto('/wel/index');
  await again.getByRole('button', { name: '主题', exact: true }).click();
  await item(again, /默认/).click();
  await expect.poll(() => themeName(one.page)).toBe('default');
});

test('what was chosen before signing in holds for whoever signs in', async () => {
  const { page, visit } = await stranger();
  await visit('/login');
  await page.getByRole('button', { name: 'English' }).click();
  await signIn(page, 'teacher');
  await page.getByRole('button', { name: 'Lock screen' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
});

test('the menu of the first page is loaded for the administrator alone', async () => {
  for (const [account, isLoaded] of [
    ['admin', true],
    ['teacher', false],
  ] as const) {
    const { page, visit } = await stranger();
    await visit('/login');
    const tops = page.waitForResponse((answer) => answer.url().includes('/menu/top-menu'));
    await signIn(page, account);
    const { data } = (await (await tops).json()) as {
      data: { root: string; pages?: readonly object[] }[];
    };
    const home = data.find(({ root }) => root === '/wel');
    expect([account, home?.pages !== undefined]).toEqual([account, isLoaded]);
    expect(data.every((top) => top === home || (top.pages?.length ?? 0) > 0)).toBe(true);
  }
});

test('the administrator begins at their own page, everybody else in the first entry', async () => {
  const admin = await personAtHome('admin');
  await admin.page.waitForURL('**/info');
  const side = admin.page.getByRole('navigation', { name: '侧边菜单' });
  await side.getByText('数据看板').waitFor();
  expect(await side.getByText('我发起的').count()).toBe(0);
  const teacher = await personAtHome('teacher');
  await teacher.page.waitForURL('**/wel/index');
  const bar = teacher.page.getByRole('navigation', { name: '主导航' });
  await bar.getByText('首页').waitFor();
  await bar.getByText('科研成果').waitFor();
  await teacher.page.getByRole('navigation', { name: '侧边菜单' }).getByText('我发起的').waitFor();
});

test('behind the name: dashboard, user info, log out', async () => {
  const { page } = await personAtHome('dept_leader');
  await pane(page).locator('.ky-home').waitFor();
  const person_ = page.getByRole('button', { name: /用户菜单/ });
  await person_.click();
  await item(page, '数据看板').click();
  await page.waitForURL('**/wel/dashboard');
  await expect.poll(() => page.title()).toContain('数据看板');
  await person_.click();
  await item(page, '个人信息').click();
  await page.waitForURL('**/personel');
  await person_.click();
  await item(page, '退出登录').click();
  await page.waitForURL('**/login');
});

test('the page fills the screen and comes back', async () => {
  const { page } = await personAtHome('teacher');
  await page.getByRole('button', { name: '全屏' }).click();
  await page.getByRole('button', { name: '退出全屏' }).click();
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor();
});
