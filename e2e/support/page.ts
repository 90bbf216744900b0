import type { ThemeName } from '@keyan/console/theme/tokens.ts';
import { toStored } from '@keyan/kernel/stored.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
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

export const password = 'Keyan@2026';

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

export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page threw; a journey ends with none. */
  readonly faults: string[];
  /** Opens an address of the site. */
  visit(path: string): Promise<void>;
}

export interface Look {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'zh' | 'en';
  /** Choices travel with the account; otherwise each window has its own. */
  readonly travels?: boolean;
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

/** A browser window of somebody who is not signed in. */
export const stranger = async (look: Look = {}): Promise<Person> => {
  const context = await (await browser()).newContext({
    baseURL: site(),
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (!look.travels) {
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

/** A window in a look that somebody chose on an earlier visit; signed in, unless it is a stranger's. */
export const dressed = async (account: string | undefined, look: Look): Promise<Person> => {
  const who = await stranger(look);
  await who.visit('/login');
  if (account) await signIn(who.page, account);
  const choice = (value: string) => toStored({ value, unsent: true }, Date.now());
  const choices = [
    ['theme', choice(look.theme ?? 'default')],
    ['language', choice(look.language ?? 'zh')],
  ];
  await who.page.evaluate((list) => {
    const session = localStorage.getItem('keyan-session');
    const user = session ? JSON.parse(session).content.user.userId : '';
    for (const [key = '', content = ''] of list) {
      localStorage.setItem(`keyan-preference-${user}-${key}`, content);
    }
  }, choices);
  return who;
};

/** Signs in on the page that is open. */
export const signIn = async (page: Page, account: string, typed = password): Promise<void> => {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};

/** A window of somebody who just signed in. */
export const person = async (account: string, look: Look = {}): Promise<Person> => {
  const who = await stranger(look);
  await who.visit('/login');
  await signIn(who.page, account);
  return who;
};
