import type { CDPSession, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';

const list = '/achievement/papers';

const open = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Objects that are left when nobody needs them any more: nodes of the document, detached ones, listeners. */
const measure = async (devtools: CDPSession): Promise<Record<string, number>> => {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), documents: of('Documents') };
};

/** Follows the calls of a page; the answer waits until the last of them has come and is drawn. */
const followCalls = (page: Page): (() => Promise<void>) => {
  let open = 0;
  let begun = 0;
  const counts = (url: string): boolean => url.includes('/api/') && !url.includes('/stream');
  page.on('request', (request) => {
    if (!counts(request.url())) return;
    open += 1;
    begun += 1;
  });
  const end = (request: Request): void => {
    if (counts(request.url())) open -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    // An answer is drawn first, and what is drawn may ask again.
    const drawn = () =>
      page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    const isQuiet = async (): Promise<boolean> => {
      const before = begun;
      await drawn();
      return open === 0 && begun === before;
    };
    await expect.poll(isQuiet).toBe(true);
  };
};

/** Opens a list in a tab of its own and closes it again, from one turn to another. */
const cycle = (page: Page, from: number, to: number): Promise<void> =>
  page.evaluate(
    async ({ path, first, end }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const until = async (test: () => boolean) => {
        for (let frames = 0; !test(); frames += 1) {
          if (frames > 600) throw new Error('the page does not come');
          await frame();
        }
      };
      const shown = () =>
        [...document.querySelectorAll('.ky-pane')].find((each) => each.checkVisibility());
      for (let turn = first; turn < end; turn += 1) {
        history.pushState(null, '', `${path}?statYear=${1000 + turn}`);
        dispatchEvent(new PopStateEvent('popstate'));
        await until(() => Boolean(shown()?.querySelector('.ky-list-body')?.textContent));
        document.querySelector<HTMLElement>('.ky-tab[data-active] .ky-tab-close')?.click();
        await until(() => Boolean(shown()?.querySelector('.ky-home')));
      }
    },
    { path: list, first: from, end: to },
  );

/** `npm run test:all` turns two hundred times. */
const turns = process.env.TEST_ALL === '1' ? 200 : 100;

test('opening and closing tabs again and again leaves nothing behind', {
  timeout: 400_000,
}, async () => {
  const { page, visit } = await person('teacher');
  await visit('/wel/index');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await cycle(page, 0, 20);
  const before = await measure(devtools);
  await cycle(page, 20, turns);
  const after = await measure(devtools);
  expect(await page.locator('.ky-pane').count()).toBe(1);
  // One leaked pane would be some hundred nodes a turn; a list in a cache may weigh a little.
  expect(after.nodes ?? 0).toBeLessThan((before.nodes ?? 0) * 1.2 + 500);
  expect(after.listeners ?? 0).toBeLessThan((before.listeners ?? 0) * 1.2 + 100);
  expect(after.documents ?? 0).toBeLessThanOrEqual((before.documents ?? 0) + 1);
});

test('with thirty open tabs a switch draws the page that it leads to and two tabs of the bar', async () => {
  const { page, visit } = await person('teacher');
  const settled = followCalls(page);
  await visit('/wel/index');
  await page.getByRole('tablist').getByRole('tab').first().waitFor();
  for (let number = 1; number <= 30; number += 1) {
    await open(page, `${list}?statYear=${2000 + number}`);
    await pane(page).getByRole('heading', { level: 1 }).waitFor();
  }
  const all = page.getByRole('tablist').getByRole('tab');
  await all.nth(25).click();
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  // No page draws itself any more because of an answer that was on its way.
  await settled();
  await page.evaluate(() => {
    const seen = { bar: new Set<string>(), drawn: new Set<Element>() };
    const tabsOf = (node: Node): string | undefined =>
      (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('.ky-tab')
        ?.dataset.key;
    for (const element of document.querySelectorAll('.ky-tabs-list')) {
      new MutationObserver((changes) => {
        for (const { target } of changes) seen.bar.add(tabsOf(target) ?? '');
      }).observe(element, { subtree: true, childList: true, attributes: true });
    }
    // The page that leaves may still take an answer that it asked for.
    const behind = [...document.querySelectorAll('.ky-pane')].filter(
      (each) => !each.checkVisibility(),
    );
    for (const element of behind) {
      new MutationObserver(() => seen.drawn.add(element)).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    }
    Object.assign(window, { seen });
  });
  await all.nth(27).click();
  await page.waitForURL('**statYear=2027');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  const seen = await page.evaluate(() => {
    const { bar, drawn } = (
      window as unknown as { seen: { bar: Set<string>; drawn: Set<Element> } }
    ).seen;
    const behind = [...drawn].filter((each) => !each.checkVisibility());
    return { bar: [...bar].sort(), behind: behind.length };
  });
  expect(seen).toEqual({ bar: [`${list}?statYear=2025`, `${list}?statYear=2027`], behind: 0 });
});
