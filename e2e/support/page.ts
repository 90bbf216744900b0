import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

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

/** One browser for a test file; `closeBrowser` belongs into its `afterAll`. */
const browser = (): Promise<Browser> => {
  shared ??= chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: flags,
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
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'zh' | 'en';
}

let failures = 0;

/** What the window showed when its journey failed. */
const failurePath = (test: string): string => {
  failures += 1;
  return join(
    import.meta.dirname,
    `../test-results/${test.replaceAll(/\W+/g, '-')}-${failures}.png`,
  );
};

/** A browser window of somebody who is not signed in. */
export const stranger = async (look: Look = {}): Promise<Person> => {
  const context = await (await browser()).newContext({
    baseURL: inject('site'),
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: failurePath(task.name) });
    await context.close();
  });
  return {
    page,
    context,
    faults,
    visit: async (path) => {
      await page.goto(path);
    },
  };
};

/** Signs in on the page that is open. */
export const signIn = async (page: Page, account: string): Promise<void> => {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
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
