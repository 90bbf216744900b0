import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { pane } from './support/form.ts';
import { type Person, person, signIn, stranger } from './support/page.ts';

const path = (page: Page): string => new URL(page.url()).pathname;
const tabs = (page: Page) => page.getByRole('tablist').getByRole('tab');
const heading = (page: Page, name: string) =>
  pane(page).getByRole('heading', { level: 1, name }).waitFor();

/** Lets the server's menu of every top entry have one more entry. */
const addToMenu = (context: BrowserContext, entry: object): Promise<unknown> =>
  context.route('**/blade-system/menu/top-menu*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { pages?: object[] }[] };
    const node = { id: '99', code: 'extra', source: '', ...entry };
    const data = body.data.map((top) => ({ ...top, pages: [...(top.pages ?? []), node] }));
    await route.fulfill({ response: answer, json: { ...body, data } });
  });

test('pages that need no session open to strangers, all others lead to the sign-in page', async () => {
  const { page, visit } = await stranger();
  for (const open of ['/404', '/403', '/500', '/lock']) {
    await visit(open);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(path(page)).toBe(open);
  }
  for (const closed of ['/wel/index', '/achievement/papers', '/no/such/page']) {
    await visit(closed);
    await page.waitForURL('**/login');
  }
  expect(await page.title()).toBe('登录');
});

test('/ leads to the first page, /login as well for whoever is signed in, nothing else to /404', async () => {
  const { page, visit } = await person('teacher');
  for (const from of ['/', '/wel', '/login']) {
    await visit(from);
    await page.waitForURL('**/wel/index');
    await tabs(page).first().waitFor();
  }
  await visit('/no/such/page');
  await page.waitForURL('**/404?from=*');
  await heading(page, '找不到这个页面');
  expect(await tabs(page).allInnerTexts()).toEqual(['首页']);
});

test('a stranger who asks for an unknown address begins at the first page', async () => {
  const { page, visit } = await stranger();
  await visit('/no/such/page');
  await page.waitForURL('**/login');
  await signIn(page, 'teacher');
  await page.waitForURL('**/wel/index');
  await tabs(page).first().waitFor();
  expect(await tabs(page).allInnerTexts()).toEqual(['首页']);
});

test('a page that only the menu knows opens after signing in', async () => {
  const { page, context, visit } = await stranger();
  await addToMenu(context, { name: '菜单页面', path: '/extra/page' });
  await visit('/extra/page');
  await signIn(page, 'teacher');
  await page.waitForURL('**/extra/page');
  await pane(page).getByText('此菜单的页面尚未提供').waitFor();
});

test('who is signed in gets the frame before the entry has run, strangers do not', async () => {
  const framesOf = async ({ page, visit }: Person): Promise<() => number> => {
    const frames: string[] = [];
    page.on('request', (request) => {
      if (/\/frame-[^/]*\.js$/.test(request.url())) frames.push(request.url());
    });
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
    await visit('/wel/index');
    return () => frames.length;
  };
  const signedIn = await framesOf(await person('teacher'));
  await expect.poll(signedIn).toBe(1);
  const strangers = await framesOf(await stranger());
  expect(strangers()).toBe(0);
});

test('the title says which page is in sight', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork/send');
  await expect.poll(() => page.title()).toMatch(/^我发起的 - /);
  await tabs(page).first().click();
  await expect.poll(() => page.title()).toMatch(/^首页 - /);
});

test('an empty token in the storage signs out here and forgets the tabs', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork/send');
  await tabs(page).nth(1).waitFor();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as {
      content: { accessToken: string };
    };
    kept.content.accessToken = '';
    localStorage.setItem('keyan-session', JSON.stringify(kept));
  });
  // The next move is enough, without a reload.
  await tabs(page).first().click();
  await page.waitForURL('**/login');
  expect(
    await page.evaluate(() => [
      localStorage.getItem('keyan-session'),
      sessionStorage.getItem('keyan-tabs'),
    ]),
  ).toEqual([null, null]);
  await signIn(page, 'teacher');
  await tabs(page).first().waitFor();
  expect(await tabs(page).count()).toBeLessThanOrEqual(2);
});

test('a target in the address opens the page in a window of its own', async () => {
  const { page, context, visit } = await person('teacher');
  await visit('/wel/index');
  await tabs(page).first().waitFor();
  const [window] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => {
      history.pushState(null, '', '/mywork/send?target=_blank');
      dispatchEvent(new PopStateEvent('popstate'));
    }),
  ]);
  await window.waitForURL('**/mywork/send');
  expect(await tabs(page).allInnerTexts()).toEqual(['首页']);
});

test('a parent of the menu leads to its first page, and a leaf opens at its index', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork');
  await page.waitForURL('**/mywork/todo');
  await visit('/achievement/paperGroup');
  await page.waitForURL('**/achievement/papers');
  await visit('/achievement/papers/index');
  await heading(page, '论文登记');
  expect(path(page)).toBe('/achievement/papers/index');
});

/** A page from elsewhere; the server of the tests allows the first host (`support/server.ts`). */
const allowed = 'http://embedded.example/start.html';
const foreign = 'http://foreign.example/start.html';

const elsewhere = (context: BrowserContext): Promise<unknown> =>
  context.route(/http:\/\/(embedded|foreign)\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>elsewhere</h1><input>' }),
  );

test('a menu entry with an outside address opens in the page, and switching tabs keeps it', async () => {
  const { page, context, visit, faults } = await person('teacher');
  await elsewhere(context);
  await addToMenu(context, { name: '嵌入页面', path: allowed });
  await visit('/mywork/send');
  await page.getByRole('link', { name: '嵌入页面' }).click();
  // The site stands in a document of ours, whose policy is the tenant's list.
  const frame = page.frameLocator('.ky-pane iframe').frameLocator('iframe');
  await frame.getByRole('textbox').fill('没有丢');
  expect(path(page)).toBe(`/myiframe/${encodeURIComponent(allowed)}`);
  expect(await tabs(page).last().innerText()).toBe('嵌入页面');
  await tabs(page).first().click();
  await page.waitForURL('**/wel/index');
  // Another place in the bar does not move the page either.
  await tabs(page)
    .last()
    .dragTo(tabs(page).nth(1), { targetPosition: { x: 4, y: 16 } });
  await tabs(page).nth(1).click();
  expect(await frame.getByRole('textbox').inputValue()).toBe('没有丢');
  const sandbox = (await page.locator('.ky-pane iframe').getAttribute('sandbox')) ?? '';
  expect(sandbox).toContain('allow-scripts');
  expect(sandbox).not.toContain('top-navigation');
  expect(faults).toEqual([]);
});

test('a site that is not on the list is not embedded, only linked to', async () => {
  const { page, context, visit } = await person('teacher');
  await elsewhere(context);
  await visit(`/myiframe/${encodeURIComponent(foreign)}`);
  await pane(page).getByText('不在允许嵌入的名单中').waitFor();
  const link = pane(page).getByRole('link', { name: foreign });
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(await page.locator('iframe').count()).toBe(0);
  await visit(`/myiframe/${encodeURIComponent('javascript:alert(1)//html')}`);
  await pane(page).getByText('这不是可以打开的网址').waitFor();
  // The policy of the page says the same, whatever a script might try.
  const answer = await page.request.get('/wel/index', { headers: { accept: 'text/html' } });
  expect(answer.headers()['content-security-policy']).toContain("frame-src 'self' blob:;");
});

test('a site that an administrator puts on the list is embedded at once, over https only', async () => {
  const admin = await caller('admin');
  const { records } = await admin.get<{ records: Record<string, unknown>[] }>(
    'blade-system/param/list?paramKey=site.embedHosts',
  );
  const [stored] = records;
  const list = async (paramValue: string): Promise<void> => {
    const now = await admin.get<object>(`blade-system/param/detail?id=${String(stored?.id)}`);
    await admin.post('blade-system/param/submit', { ...now, paramValue });
  };
  await expect(list('*.edu.cn')).rejects.toThrow('范围过大');
  const { page, context, visit } = await person('teacher');
  await context.route(/https?:\/\/listed\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>listed</h1>' }),
  );
  const site = `/myiframe/${encodeURIComponent('https://listed.example/start.html')}`;
  await visit(site);
  await pane(page).getByText('不在允许嵌入的名单中').waitFor();
  try {
    await list('listed.example');
    await visit(site);
    const inner = page.frameLocator('.ky-pane iframe').frameLocator('iframe');
    await inner.getByRole('heading', { name: 'listed' }).waitFor();
    await visit(`/myiframe/${encodeURIComponent('http://listed.example/start.html')}`);
    await pane(page).getByText('不在允许嵌入的名单中').waitFor();
  } finally {
    await list('none');
  }
});
