import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser, findWholeBrowser } from '../../scripts/browser.ts';
import { type Answer, answerInPages } from './kept.ts';
import { site } from './site.ts';

const flags = [
  '--disable-gpu',
  // The browser may connect to the server of the journeys only.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process, which has already compiled the scripts of the site.
  '--process-per-site',
];

/** Browsers of this process, by the path of the program. */
const launched = new Map<string, Promise<Browser>>();

/** Starts one browser for all files of a process; it ends with the process. */
const browserAt = (executablePath: string): Promise<Browser> => {
  const started =
    launched.get(executablePath) ??
    chromium.launch({
      executablePath,
      chromiumSandbox: false,
      args: flags,
      // Without a locale, the browser writes every Chinese character of a file's name as `_`.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
  launched.set(executablePath, started);
  return started;
};

/** Closes the browser, for programs that continue without one. */
export const closeBrowser = async (): Promise<void> => {
  for (const started of launched.values()) await (await started).close();
  launched.clear();
};

const newContext = async (
  locale: string,
  stored: Readonly<Record<string, string>> = {},
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> => {
  const program = serviceWorkers === 'allow' ? findWholeBrowser() : findBrowser();
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return (await browserAt(program)).newContext({
    baseURL: site(),
    viewport: { width: 1440, height: 900 },
    locale,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    serviceWorkers,
    storageState: { cookies: [], origins: [{ origin: site(), localStorage }] },
  });
};

/** Browser context that journeys use one after another. */
interface Slot {
  readonly context: BrowserContext;
  readonly locale: string;
  /** Page of the site that keeps the renderer process alive and gives access to the storage. */
  readonly anchor: Page;
  answer: Answer | undefined;
  /** True after a change that cannot be undone. */
  spoiled: boolean;
}

const free: Slot[] = [];
const taken = new Map<BrowserContext, Slot>();

/**
 * Marks a slot whose clock, page scripts or devtools session were changed, which would remain: it
 * is not used again.
 */
const noteSpoiling = (slot: Slot): void => {
  const { context } = slot;
  const spoils =
    <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      slot.spoiled = true;
      return call(...given);
    };
  context.clock.install = spoils(context.clock.install.bind(context.clock));
  context.addInitScript = spoils(context.addInitScript.bind(context));
  context.newCDPSession = spoils(context.newCDPSession.bind(context));
};

const newSlot = async (locale: string): Promise<Slot> => {
  const context = await newContext(locale);
  const anchor = await context.newPage();
  await anchor.goto('/favicon.svg');
  const slot: Slot = { context, locale, anchor, answer: undefined, spoiled: false };
  await answerInPages(context, (call) => slot.answer && { data: slot.answer(call) });
  noteSpoiling(slot);
  return slot;
};

export interface WindowStart {
  readonly locale: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Local storage of the site. */
  readonly storage: Readonly<Record<string, string>>;
  /** Function that answers calls for preferences and drafts; undefined: the server does. */
  readonly answers: Answer | undefined;
  /**
   * True if the page may install its service worker, which would answer for other windows of a
   * shared browser. Such a window is one of a whole Chromium, which shows notifications.
   */
  readonly installs: boolean;
}

/** Window of a browser with its first page. */
export interface BrowserWindow {
  readonly context: BrowserContext;
  readonly page: Page;
}

const pageIn = async (context: BrowserContext, { viewport }: WindowStart): Promise<Page> => {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  page.setDefaultTimeout(15_000);
  page.setDefaultNavigationTimeout(30_000);
  return page;
};

/**
 * Returns a window with only the given storage. Making a new context and loading the site takes
 * longer than most journeys, so contexts are reused: each journey has a new page, with new session
 * storage and history, and local storage and cookies are emptied.
 */
export const takeWindow = async (start: WindowStart): Promise<BrowserWindow> => {
  const index = free.findIndex(({ locale }) => locale === start.locale);
  const slot = index < 0 ? await newSlot(start.locale) : free.splice(index, 1)[0];
  if (!slot) throw new Error('a free window is gone');
  const { context, anchor } = slot;
  slot.answer = start.answers;
  taken.set(context, slot);
  await anchor.evaluate((items) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, start.storage);
  return { context, page: await pageIn(context, start) };
};

/** Returns a window that shares nothing with any other and has an empty cache, for measurements. */
export const coldWindow = async (start: WindowStart): Promise<BrowserWindow> => {
  const { answers, installs } = start;
  const context = await newContext(start.locale, start.storage, installs ? 'allow' : 'block');
  if (answers) await answerInPages(context, (call) => ({ data: answers(call) }));
  return { context, page: await pageIn(context, start) };
};

/** Returns the pages of a window that its journey opened. */
export const pagesOf = (context: BrowserContext): readonly Page[] =>
  context.pages().filter((page) => page !== taken.get(context)?.anchor);

/**
 * Empties a window at the end of its journey, for the next one.
 * @param failed true after a failure: the window is in an unknown state and is closed
 */
export const putWindowBack = async (context: BrowserContext, failed = false): Promise<void> => {
  const slot = taken.get(context);
  taken.delete(context);
  if (slot && !failed && (await emptied(slot))) free.push(slot);
  else await context.close();
};

/** Empties a slot. @returns false if it cannot be reused */
const emptied = async ({ context, anchor, spoiled }: Slot): Promise<boolean> => {
  if (spoiled) return false;
  try {
    // Handlers of intercepted calls may still be running: they end without an error.
    for (const each of [context, ...context.pages()]) {
      await each.unrouteAll({ behavior: 'ignoreErrors' });
    }
    const others = context.pages().filter((page) => page !== anchor);
    await Promise.all(others.map((page) => page.close()));
    await context.clearCookies();
    return !anchor.isClosed();
  } catch (fault) {
    // A journey may close its window, or break the connection to it.
    if (/has been closed/.test(String(fault))) return false;
    throw fault;
  }
};
