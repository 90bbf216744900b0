import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { closeBrowser, person, signIn, stranger } from './support/page.ts';
import setup from './support/server.ts';

/**
 * `node e2e/figures.ts`: what the page costs, in a real browser: script that is loaded until a page
 * shows its content (gzip KiB), the time to that, and how long it takes to change between 20 tabs.
 * Prints; it judges nothing.
 */
const dist = join(import.meta.dirname, '../apps/web/dist');

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The scripts that the window has asked for since, by address. */
const scriptsOf = (page: Page): Set<string> => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  return scripts;
};

const kib = (scripts: ReadonlySet<string>): string => {
  const bytes = [...scripts].reduce(
    (sum, path) => sum + (statSync(join(dist, `${path}.gz`), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return `${Math.round(bytes / 1024)} KiB in ${scripts.size} files`;
};

const login = async (): Promise<void> => {
  const { page, context, visit } = await stranger();
  const scripts = scriptsOf(page);
  const began = performance.now();
  await visit('/login');
  await page.locator('input[name=username]').waitFor();
  console.log(`login: ${kib(scripts)}, ${Math.round(performance.now() - began)} ms`);
  await context.close();
};

/** A page opened by its address, by somebody who is signed in and has nothing in the cache. */
const opening = async (name: string, path: string, content: string): Promise<void> => {
  const first = await person('teacher');
  const state = await first.context.storageState();
  await first.context.close();
  const { page, context, visit } = await stranger();
  await context.addCookies(state.cookies);
  const entries = state.origins.flatMap(({ localStorage }) => localStorage);
  await context.addInitScript((list) => {
    for (const entry of list) localStorage.setItem(entry.name, entry.value);
  }, entries);
  const scripts = scriptsOf(page);
  const began = performance.now();
  await visit(path);
  if (new URL(page.url()).pathname === '/login') await signIn(page, 'teacher');
  await page.locator(content).first().waitFor();
  console.log(`${name}: ${kib(scripts)}, ${Math.round(performance.now() - began)} ms`);
  await context.close();
};

/** Changes between tabs, each to the frame after the one that drew it. */
const tabs = async (): Promise<void> => {
  const { page, context, visit } = await person('teacher');
  await visit('/achievement/papers');
  await page.getByRole('grid').first().waitFor();
  for (let number = 1; number < 20; number += 1) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/achievement/papers/add?draft=${number}`);
    await page.waitForTimeout(500);
  }
  const times = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const all = [...document.querySelectorAll<HTMLElement>('[role=tablist] [role=tab]')];
    const taken: number[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const next = all[(turn * 7) % all.length];
      const began = performance.now();
      next?.click();
      await frame();
      await frame();
      taken.push(performance.now() - began);
    }
    return { count: all.length, taken };
  });
  console.log(
    `${times.count} tabs (a list and forms): change in ${Math.round(median(times.taken))} ms (median), ` +
      `${Math.round(Math.max(...times.taken))} ms (longest)`,
  );
  await context.close();
};

process.env.CHROME_PATH = findBrowser();
await buildPage();
const stop = await setup();
try {
  await login();
  await opening('home', '/wel/index', '.ky-pane');
  await opening('list', '/achievement/papers', '[role=grid]');
  await tabs();
} finally {
  await closeBrowser();
  await stop?.();
}
