import { toStored } from '@keyan/console/storage/stored.ts';
import type { ThemeName } from '@keyan/console/theme/tokens.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { password, storedSession } from './session.ts';
import { site } from './site.ts';

/** Keeps the browser from talking to anybody, and lets root start it. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let shared: Promise<Browser> | undefined;

/** One browser for a test file. */
const browser = (): Promise<Browser> => {
  shared ??= chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: flags,
    // Where no locale is set, the browser writes every Chinese character of a file's name as `_`.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return shared;
};

export const closeBrowser = async (): Promise<void> => {
  await (await shared)?.close();
  shared = undefined;
};

/** Somebody at a browser window of their own. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page threw; a journey ends with none. */
  readonly faults: string[];
  /** Opens an address of the site. */
  visit(path: string): Promise<void>;
}

export interface WindowOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'zh' | 'en';
  /** Choices and drafts go to the server; otherwise each window keeps its own. */
  readonly serverPreferences?: boolean;
}

let opened: (who: Person) => void = () => undefined;

/** Calls back for every window that is opened: the set-up of the tests puts them away. */
export const onWindow = (callback: (who: Person) => void): void => {
  opened = callback;
};

/**
 * Keeps what is chosen in a window with the window. Tests share accounts and run at once: what one
 * chooses must not change the look of another.
 */
const keepChoices = async (context: BrowserContext): Promise<void> => {
  const kept: Record<string, unknown> = {};
  await context.route('**/api/keyan/preferences', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      const { key, value } = request.postDataJSON() as { key: string; value?: unknown };
      kept[key] = value;
    }
    await route.fulfill({ json: { code: 200, success: true, data: kept, msg: '操作成功' } });
  });
};

/** Drafts of forms stay with the window as well: the next test of the account is offered none. */
const keepDrafts = async (context: BrowserContext): Promise<void> => {
  await context.route('**/api/keyan/drafts/**', (route) =>
    route.fulfill({
      json: {
        code: 200,
        success: true,
        data: route.request().url().endsWith('/list') ? [] : { saveTime: timeText(new Date()) },
        msg: '操作成功',
      },
    }),
  );
};

/** What the browser of a window kept on an earlier visit: a session, and choices about the look. */
interface Kept {
  readonly account?: string;
  readonly options: WindowOptions;
}

const storageOf = async ({ account, options }: Kept): Promise<Record<string, string>> => {
  const { userId, stored } = account
    ? await storedSession(account)
    : { userId: '', stored: undefined };
  const choice = (value: string) => toStored({ value, unsent: true }, Date.now());
  return {
    ...(stored && { 'keyan-session': stored }),
    ...(options.theme && { [`keyan-preference-${userId}-theme`]: choice(options.theme) }),
    ...(options.language && { [`keyan-preference-${userId}-language`]: choice(options.language) }),
  };
};

const newWindow = async (kept: Kept): Promise<Person> => {
  const { options } = kept;
  const localStorage = Object.entries(await storageOf(kept)).map(([name, value]) => ({
    name,
    value,
  }));
  const context = await (await browser()).newContext({
    baseURL: site(),
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: site(), localStorage }] },
  });
  if (!options.serverPreferences) {
    await keepChoices(context);
    await keepDrafts(context);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.setDefaultNavigationTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const who: Person = {
    page,
    context,
    faults,
    visit: async (path) => {
      await page.goto(path);
    },
  };
  opened(who);
  return who;
};

/** An empty browser window of somebody who is not signed in. */
export const stranger = (options: WindowOptions = {}): Promise<Person> => newWindow({ options });

/**
 * An empty browser window of somebody who is signed in. The session comes from the server's call,
 * not through the form: that is the matter of the journeys that test signing in.
 */
export const person = (account: string, options: WindowOptions = {}): Promise<Person> =>
  newWindow({ account, options });

/** The same, with the page open on which this account begins. */
export const personAtHome = async (
  account: string,
  options: WindowOptions = {},
): Promise<Person> => {
  const who = await person(account, options);
  await who.visit('/');
  return who;
};

/** A window in a theme and a language that were chosen on an earlier visit; a stranger's without an account. */
export const openAs = (account: string | undefined, options: WindowOptions): Promise<Person> =>
  newWindow({
    ...(account && { account }),
    options: { theme: 'default', language: 'zh', ...options },
  });

/** Signs in on the page that is open. */
export const signIn = async (page: Page, account: string, typed = password): Promise<void> => {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};
