import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { type Person, person, personAtHome } from './support/page.ts';

const heading = (page: Page, name: string) =>
  pane(page).getByRole('heading', { level: 2, name, exact: true });

/** Blocks of the page once they are there, top to bottom, column by column. */
const blocksOf = async (page: Page): Promise<string[]> => {
  await page.waitForFunction(
    () =>
      document.querySelector('.ky-home-column') !== null &&
      document.querySelector('.ky-home-waiting, .ky-skeleton') === null,
  );
  return pane(page).locator('.ky-home h2').allInnerTexts();
};

/** How many rows the list in sight says it has. */
const totalOf = async (page: Page): Promise<number> => {
  const foot = pane(page)
    .getByText(/共 [\d,]+ 条/)
    .first();
  await foot.waitFor();
  return Number((/共 ([\d,]+) 条/.exec(await foot.innerText())?.[1] ?? '').replaceAll(',', ''));
};

interface Linked {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly path: string;
}

/** The figures of the strip that lead somewhere and are not nought. */
const linkedFigures = async (page: Page): Promise<readonly Linked[]> => {
  await pane(page).locator('.ky-figures[aria-busy=false]').waitFor();
  const figures = await pane(page)
    .locator('a.ky-figure')
    .evaluateAll((links) =>
      links.map((link) => ({
        name: link.querySelector('span')?.textContent ?? '',
        value: Number.parseInt(link.querySelector('b')?.textContent?.replaceAll(',', '') ?? '', 10),
        unit: link.querySelector('small')?.textContent ?? '',
        path: link.getAttribute('href') ?? '',
      })),
    );
  return figures.filter(
    ({ value, unit, path }) =>
      value > 0 &&
      ['项', '人'].includes(unit) &&
      /^\/(achievement|program|management)|fundsQuery/.test(path),
  );
};

test('the home page greets, says how complete their own file is, and shows their own figures', async () => {
  const { page, faults } = await personAtHome('teacher');
  await pane(page)
    .getByRole('heading', { level: 1, name: /，林晓岚$/ })
    .waitFor();
  await pane(page)
    .getByText(/资料完整度 \d+%/)
    .waitFor();
  const strip = pane(page).getByRole('region', { name: '概况' });
  for (const name of ['待办', '在研项目', '成果', '到账经费', '可用余额']) {
    await strip.getByText(name, { exact: true }).waitFor();
  }
  expect(faults).toEqual([]);
});

test.each(['teacher', 'rd_achieve'])(
  'every figure of %s leads to a list with exactly that many rows',
  async (account) => {
    const { page, visit, faults } = await personAtHome(account);
    const figures = await linkedFigures(page);
    expect(figures.length).toBeGreaterThan(0);
    // The desk of quality has a list for each of its topics; its figure adds them up.
    for (const { name, value, path } of figures.filter(({ path }) => !path.endsWith('/quality'))) {
      await visit(path);
      expect([name, await totalOf(page)]).toEqual([name, value]);
    }
    expect(faults).toEqual([]);
  },
);

test.each([
  ['teacher', ['待办', '待确认', '我的项目', '我的论文']],
  ['rd_leader', ['待办', '到账趋势', '院系到账排名', '成果年度', '积压', '审批用时', '预警']],
])('the home page of %s has the blocks of that role', async (account, expected) => {
  const { page, faults } = await personAtHome(account);
  const shown = await blocksOf(page);
  expect(shown.filter((name) => expected.includes(name))).toEqual(expected);
  expect(shown).toContain('通知公告');
  expect(faults).toEqual([]);
});

/** Somebody whose choices are kept by the server, and not by the window of a test. */
const traveller = (account: string): Promise<Person> =>
  personAtHome(account, { serverPreferences: true });

test('blocks are hidden and moved, and stay so on the next machine', async () => {
  const first = await traveller('rd_fund');
  await blocksOf(first.page);
  await pane(first.page).getByRole('button', { name: '自定义' }).click();
  const drawer = first.page.getByRole('dialog', { name: '自定义首页' });
  const kept = () =>
    first.page.waitForResponse(
      (answer) =>
        answer.url().includes('/keyan/preferences') && answer.request().method() === 'POST',
    );
  const [hidden] = await Promise.all([
    kept(),
    drawer.getByRole('checkbox', { name: '审批用时' }).uncheck(),
  ]);
  expect(hidden.ok()).toBe(true);
  await Promise.all([kept(), drawer.getByRole('button', { name: '上移 快捷入口' }).click()]);
  await first.page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(await blocksOf(first.page)).not.toContain('审批用时');

  const second = await traveller('rd_fund');
  // The settings that the account chose arrive after the page is shown.
  await expect.poll(() => blocksOf(second.page), { timeout: 15_000 }).not.toContain('审批用时');
  const shown = await blocksOf(second.page);
  expect(shown.indexOf('快捷入口')).toBeLessThan(shown.indexOf('通知公告'));
  await pane(second.page).getByRole('button', { name: '自定义' }).click();
  await second.page.getByRole('button', { name: '恢复默认' }).click();
  await heading(second.page, '审批用时').waitFor();
  expect([...first.faults, ...second.faults]).toEqual([]);
});

test('a notice that was published stands on the home page and opens there', async () => {
  const title = freshTitle('关于科研业绩公示的通知');
  const office = await caller('rd_admin');
  const { id } = await office.post<{ id: string }>('blade-desk/notice/submit', {
    bt: title,
    lx: '1',
    fwlx: '1',
    content: '<p>公示期五个工作日。</p>',
  });
  await office.post('kh-edu-research/notice/fbOrCX', { ids: [id], type: '1' });
  const { page, faults } = await personAtHome('teacher');
  await pane(page).getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText('公示期五个工作日。').waitFor();
  await dialog.getByText(/发布时间 \d{4}-\d{2}-\d{2}/).waitFor();
  expect(faults).toEqual([]);
});

/** A sheet of the dashboard by its title. */
const sheet = (page: Page, title: string) =>
  pane(page)
    .locator('.ky-chart-card')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('every number of a chart leads to exactly the rows that it counts', async () => {
  const { page, visit, faults } = await person('rd_admin');
  for (const title of ['收录类别', '在研项目级别', '成果年度', '科研人员职称与性别']) {
    await visit('/wel/dashboard');
    await sheet(page, title).getByRole('button', { name: '查看数据' }).click();
    const number = sheet(page, title).locator('td a').last();
    const value = Number((await number.innerText()).replaceAll(',', ''));
    await number.click();
    await page.waitForURL((url) => url.pathname !== '/wel/dashboard');
    expect([title, await totalOf(page)]).toEqual([title, value]);
  }
  expect(faults).toEqual([]);
});

test('a leader goes from a bar over its list to one record', async () => {
  const { page, visit, faults } = await person('rd_leader');
  await visit('/wel/dashboard');
  await sheet(page, '成果年度').getByRole('button', { name: '查看数据' }).click();
  await sheet(page, '成果年度').locator('td a').last().click();
  await page.waitForURL('**/achievement/**');
  const first = pane(page).locator('tbody tr a').first();
  const title = await first.innerText();
  await first.click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  expect(faults).toEqual([]);
});

test('a mark of a chart is a link, too', async () => {
  const { page, visit } = await person('rd_admin');
  await visit('/wel/dashboard');
  await sheet(page, '收录类别').scrollIntoViewIfNeeded();
  const canvas = sheet(page, '收录类别').locator('canvas');
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  // The first bar begins right of the names.
  await canvas.click({ position: { x: (box?.width ?? 0) * 0.4, y: 14 } });
  await page.waitForURL('**/achievement/papersLib?**indexTypes=**');
});

test('filters of the dashboard stand in the address and narrow the charts', async () => {
  const { page, visit } = await person('rd_admin');
  await visit('/wel/dashboard?from=2025&to=2026&subjectClass=01');
  await sheet(page, '成果年度').getByRole('button', { name: '查看数据' }).click();
  expect(await sheet(page, '成果年度').locator('tbody th').allInnerTexts()).toEqual([
    '2025',
    '2026',
  ]);
  const link = sheet(page, '成果年度').locator('td a').first();
  expect(await link.getAttribute('href')).toContain('subjectClass=01');
  await pane(page).getByRole('combobox', { name: '开始年度' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '2026' }).click();
  await page.waitForURL((url) => url.searchParams.get('from') === '2026');
});

test('whoever has no page of outputs chooses a college on the dashboard, too', async () => {
  const { page, visit } = await person('rd_fund');
  await visit('/wel/dashboard');
  // Only the rows in sight are there: typing brings up those further down.
  await pane(page).locator('[data-filter=department]').getByRole('combobox').fill('图书馆');
  await page.locator('.ant-select-tree-title').filter({ hasText: '图书馆' }).waitFor();
});

test('a chart is saved as a picture and as a workbook', async () => {
  const { page, visit } = await person('rd_admin');
  await visit('/wel/dashboard');
  await sheet(page, '项目状态').scrollIntoViewIfNeeded();
  await sheet(page, '项目状态').locator('canvas').waitFor();
  for (const [entry, name] of [
    ['导出图片', '项目状态.png'],
    ['导出 Excel', '项目状态.xlsx'],
  ] as const) {
    await sheet(page, '项目状态').getByRole('button', { name: '导出 项目状态' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
  }
});

test('charts take the colours of another theme at once', async () => {
  const { page, visit } = await person('rd_admin');
  await visit('/wel/dashboard');
  await sheet(page, '收录类别').scrollIntoViewIfNeeded();
  const canvas = sheet(page, '收录类别').locator('canvas');
  await canvas.waitFor();
  const drawn = () => canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL());
  const before = await drawn();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expect.poll(drawn).not.toBe(before);
});

test('a college sees its own figures on the dashboard', async () => {
  const { page, visit } = await person('dept_leader');
  await visit('/wel/dashboard');
  await sheet(page, '院系到账排名').getByRole('button', { name: '查看数据' }).click();
  expect(await sheet(page, '院系到账排名').locator('tbody tr').count()).toBe(1);
});

test('the style sheet shows parts and states as they are', async () => {
  const { page, visit, faults } = await person('admin');
  await visit('/test/index');
  for (const name of ['状态', '按钮与提示', '字段', '空、出错、加载']) {
    await heading(page, name).waitFor();
  }
  await pane(page).getByText('已作废').waitFor();
  await pane(page).getByRole('button', { name: '成功提示' }).click();
  await toast(page, '成功提示').waitFor();
  await sheet(page, '环').scrollIntoViewIfNeeded();
  await sheet(page, '环').locator('canvas').waitFor();
  expect(faults).toEqual([]);
});
