import { toStored } from '@keyan/console/storage/stored.ts';
import type { ThemeName } from '@keyan/console/theme/tokens.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { keptByWindow } from './kept.ts';
import { password, storedSession } from './session.ts';
import { coldWindow, takeWindow } from './windows.ts';

/** Person at a separate browser window. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page threw; a journey fails if there are any. */
  readonly faults: string[];
  /** Opens an address of the site. */
  visit(path: string): Promise<void>;
}

export interface WindowOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'zh' | 'en';
  /**
   * True to send preferences and drafts to the server; otherwise each window stores them itself.
   */
  readonly serverPreferences?: boolean;
  /** True for a window with an empty cache, for measurements. */
  readonly cold?: boolean;
  /** True for a cold window whose page installs its service worker. */
  readonly installs?: boolean;
}

let opened: (who: Person) => void = () => undefined;

/** Registers a callback for every opened window: the set-up of the tests closes them. */
export const onWindow = (callback: (who: Person) => void): void => {
  opened = callback;
};

/** Data that the browser stored on an earlier visit: a session, and preferences. */
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
  const openWindow = options.cold || options.installs ? coldWindow : takeWindow;
  const { context, page } = await openWindow({
    locale: options.language === 'en' ? 'en-US' : 'zh-CN',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    storage: await storageOf(kept),
    answers: options.serverPreferences ? undefined : keptByWindow(),
    installs: options.installs ?? false,
  });
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

/** Opens an empty browser window of a visitor. */
export const stranger = (options: WindowOptions = {}): Promise<Person> => newWindow({ options });

/**
 * Opens an empty browser window of a signed-in person. The session comes from the server's call,
 * not through the form, which has journeys of its own.
 */
export const person = (account: string, options: WindowOptions = {}): Promise<Person> =>
  newWindow({ account, options });

/** Opens a browser window of a signed-in person, on the first page of their account. */
export const personAtHome = async (
  account: string,
  options: WindowOptions = {},
): Promise<Person> => {
  const who = await person(account, options);
  await who.visit('/');
  return who;
};

/**
 * Opens a window with a theme and language chosen on an earlier visit; without an account, a
 * visitor's.
 */
export const openAs = (account: string | undefined, options: WindowOptions): Promise<Person> =>
  newWindow({
    ...(account && { account }),
    options: { theme: 'default', language: 'zh', ...options },
  });

/** Opens a page of the application as a link would: in a tab, without reloading. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Signs in on the open page. */
export const signIn = async (page: Page, account: string, typed = password): Promise<void> => {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};
