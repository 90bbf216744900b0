import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { draftPaper, freshTitle } from './support/api.ts';
import { person, stranger } from './support/page.ts';
import { manyRows } from './support/rows.ts';
import { startSites } from './support/server.ts';
import { password } from './support/session.ts';
import { closeBrowser } from './support/windows.ts';

/**
 * Measures the page in a real browser: `node e2e/figures.ts`: gzip KiB of script until its content
 * is painted and the time to that, for a signed-in person with an empty cache; signing in; changing
 * between 20 tabs, mixed and of forms only; showing a letter in a form of forty fields; smoothness
 * of scrolling 5,000 rows; and layout shifts of the home page. Prints results without judging them.
 * Names after the command, such as `tabs forms`, select measurements.
 */
const dist = join(import.meta.dirname, '../apps/web/dist');

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Content {
  /** Selector of an element that exists once the content is shown. */
  readonly there: string;
  /** Selector of elements that exist while parts are still loading. */
  readonly waiting?: string;
}

/**
 * Records in the page when the content has been painted, in milliseconds since navigation: by the
 * page's clock, without the start of a browser window and without latency to this script.
 */
const watch = (page: Page, content: Content): Promise<unknown> =>
  page.addInitScript(({ there, waiting }) => {
    const look = (): void => {
      if (!document.querySelector(there) || (waiting && document.querySelector(waiting))) {
        requestAnimationFrame(look);
        return;
      }
      // The drawing of this frame becomes visible when the next one begins.
      requestAnimationFrame(() => performance.measure('content', { start: 0 }));
    };
    requestAnimationFrame(look);
  }, content);

interface Opening {
  readonly ms: number;
  /** Compressed KiB of script requested until then. */
  readonly kib: number;
  readonly files: number;
}

const measured = async (page: Page): Promise<Opening> => {
  await page.waitForFunction(() => performance.getEntriesByName('content').length > 0);
  const { ms, paths } = await page.evaluate(() => {
    const ready = performance.getEntriesByName('content')[0]?.duration ?? 0;
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < ready)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js'));
    return { ms: ready, paths: [...new Set(scripts)] };
  });
  const bytes = paths.map(
    (path) => statSync(join(dist, `${path}.gz`), { throwIfNoEntry: false })?.size ?? 0,
  );
  return { ms, kib: bytes.reduce((sum, each) => sum + each, 0) / 1024, files: paths.length };
};

const times = 7;

/** Opens a page several times, each in a window with an empty cache, and prints the median. */
const opening = async (
  name: string,
  path: string,
  content: Content,
  dress: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  const openings: Opening[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const { page, context, visit } = await stranger({ cold: true });
    await dress(page);
    await watch(page, content);
    await visit(path);
    openings.push(await measured(page));
    await context.close();
  }
  const { kib, files } = openings[0] ?? { kib: 0, files: 0 };
  const all = openings.map(({ ms }) => Math.round(ms));
  console.log(
    `${name}: ${Math.round(kib)} KiB of script in ${files} files; content after ` +
      `${median(all)} ms (median of ${all.join(', ')})`,
  );
};

/** Returns a function that opens windows with the stored session of an account. */
const signedIn = async (account: string): Promise<(page: Page) => Promise<unknown>> => {
  const { context } = await person(account, { cold: true });
  const { origins } = await context.storageState();
  await context.close();
  const entries = origins.flatMap(({ localStorage }) => localStorage);
  return (page) =>
    page.addInitScript((list) => {
      for (const { name, value } of list) localStorage.setItem(name, value);
    }, entries);
};

/** Measures from the key that submits the password to the home page, in one window. */
const signingIn = async (content: Content): Promise<void> => {
  const { page, context, visit } = await stranger({ cold: true });
  await visit('/login');
  await page.locator('input[name=username]').fill('teacher');
  await page.locator('input[name=password]').fill(password);
  // Typing two fields takes at least this long; the console loads meanwhile.
  await page.waitForTimeout(2000);
  const began = performance.now();
  await page.keyboard.press('Enter');
  await page.locator(content.there).first().waitFor();
  console.log(`signing in, to the home page: ${Math.round(performance.now() - began)} ms`);
  await context.close();
};

/** Measures changes between tabs, each until the frame after the one that drew it. */
const tabs = async (name: string, paths: readonly string[]): Promise<void> => {
  const { page, context, visit } = await person('teacher', { cold: true });
  await visit('/wel/index');
  await page.locator('.ky-home').waitFor();
  for (const path of paths) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await page.waitForTimeout(500);
  }
  const times = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const all = [...document.querySelectorAll<HTMLElement>('.ky-tabs [role=tab]')];
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
    `${times.count} tabs (${name}): change in ${Math.round(median(times.taken))} ms (median), ` +
      `${Math.round(Math.max(...times.taken))} ms (longest)`,
  );
  await context.close();
};

const papers = '/achievement/papers';

/** Returns the paths of pages that a person has open after a day of work. */
const dayOfWork = async (): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let number = 0; number < 9; number += 1) {
    ids.push((await draftPaper(freshTitle(`打开的第 ${number} 篇论文`))).id);
  }
  return [
    papers,
    '/mywork/todo',
    '/mywork/claim',
    '/mywork/done',
    '/mywork/send',
    '/message/index',
    '/personel',
    `${papers}/add`,
    ...ids.slice(0, 2).map((id) => `${papers}/edit?id=${id}`),
    ...ids.map((id) => `${papers}/detail?id=${id}`),
  ];
};

/** Paths of forms with forty fields. */
const forms = Array.from({ length: 19 }, (_, number) => `${papers}/add?draft=${number + 1}`);

/** Measures typing letters into a long form, each until the frame after the one that drew it. */
const typing = async (): Promise<void> => {
  const { page, context, visit } = await person('teacher', { cold: true });
  await visit('/achievement/papers/add');
  await page.locator('[data-path=artName] input').focus();
  const taken = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const spent: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      await frame();
      const began = performance.now();
      document.execCommand('insertText', false, 'a');
      await frame();
      await frame();
      spent.push(performance.now() - began);
    }
    return spent;
  });
  console.log(
    `a letter in a form: ${Math.round(median(taken))} ms (median), ` +
      `${Math.round(Math.max(...taken))} ms (longest)`,
  );
  await context.close();
};

/** Measures scrolling a page of 5,000 rows, by two and a third row heights per frame. */
const scrolling = async (): Promise<void> => {
  const { page, context, visit } = await person('teacher', { cold: true });
  await manyRows(context, 5000);
  await visit('/achievement/papers');
  await page.getByText('第 1 篇', { exact: true }).waitFor();
  const gaps = await page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const box = document.querySelector('.ky-list-scroll');
    const between: number[] = [];
    let last = await frame();
    for (let turn = 0; turn < 240; turn += 1) {
      box?.scrollBy(0, 84);
      const now = await frame();
      between.push(now - last);
      last = now;
    }
    return between;
  });
  // At 60 frames per second a gap is 17 ms; half a frame of tolerance.
  const late = gaps.filter((gap) => gap > 25).length;
  console.log(
    `scrolling 5,000 rows: ${late} of ${gaps.length} frames late, ` +
      `${Math.round(Math.max(...gaps))} ms the longest`,
  );
  await context.close();
};

/** Browser's performance entry about parts of the page that moved without input. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/**
 * Measures the layout shift while the page loads, as the browser adds it up (CLS; up to 0.1 counts
 * as good).
 */
const shiftOf = async (page: Page, settled: Content): Promise<number> => {
  await page.locator(settled.there).first().waitFor();
  if (settled.waiting)
    await page.waitForFunction((all) => !document.querySelector(all), settled.waiting);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Entries arrive with the frame after the one that moved.
        setTimeout(() => resolve(sum), 500);
      }),
  );
};

/** Measures the home pages of the roles, opened for the first time in a browser and again. */
const shifts = async (home: Content): Promise<void> => {
  for (const width of [1440, 390]) {
    for (const account of ['teacher', 'dept_secretary', 'rd_admin', 'expert', 'school_leader']) {
      const { page, context, visit } = await person(account, { width, cold: true });
      const taken: string[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        await visit('/wel/index');
        taken.push((await shiftOf(page, home)).toFixed(3));
      }
      console.log(`home of ${account}, ${width} px: ${taken.join(', then ')} moved`);
      await context.close();
    }
  }
};

process.env.CHROME_PATH = findBrowser();
if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  const home: Content = { there: '.ky-home', waiting: '.ky-home-waiting, .ky-skeleton' };
  const list: Content = { there: '.ky-list-table tbody td' };
  const login: Content = { there: 'input[name=username]' };
  const figures: Readonly<Record<string, () => Promise<void>>> = {
    login: () => opening('login', '/login', login),
    home: async () => opening('home', '/wel/index', home, await signedIn('teacher')),
    list: async () => opening('list', papers, list, await signedIn('teacher')),
    signing: () => signingIn(home),
    tabs: async () => tabs('a day of work', await dayOfWork()),
    forms: () => tabs('forms', forms),
    typing,
    scrolling,
    shifts: () => shifts(home),
  };
  const wanted = process.argv.slice(2);
  for (const [name, take] of Object.entries(figures)) {
    if (wanted.length === 0 || wanted.includes(name)) await take();
  }
} finally {
  await closeBrowser();
  await stop?.();
}
