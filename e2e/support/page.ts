import { toStored } from '@keyan/console/storage/stored.ts';
import type { ThemeName } from '@keyan/console/theme/tokens.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { keptByWindow } from './kept.ts';
import { password, storedSession } from './session.ts';
import { coldWindow, takeWindow } from './windows.ts';

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
  /** A window with nothing in its cache, for measurements. */
  readonly cold?: boolean;
  /** A cold window whose page installs its service worker. */
  readonly installs?: boolean;
}

let opened: (who: Person) => void = () => undefined;

/** Calls back for every window that is opened: the set-up of the tests puts them away. */
export const onWindow = (callback: (who: Person) => void): void => {
  opened = callback;
};

/** Data that the browser of a window kept on an earlier visit: a session, and choices about the look. */
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

/** An empty browser window of somebody who is not signed in. */
export const stranger = (options: WindowOptions = {}): Promise<Person> => newWindow({ options });

/**
 * An empty browser window of somebody who is signed in. The session comes from the server's call,
 * not through the form: that is the matter of the journeys that test signing in.
 */
export const person = (account: string, options: WindowOptions = {}): Promise<Person> =>
  newWindow({ account, options });

/** A browser window of somebody who is signed in, on the page on which their account begins. */
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

/** Opens a page of the application as a link would: in a tab, without loading anything anew. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Signs in on the page that is open. */
export const signIn = async (page: Page, account: string, typed = password): Promise<void> => {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};
