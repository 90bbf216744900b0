import { AxeBuilder } from '@axe-core/playwright';
import { toStored } from '@keyan/console/storage/stored.ts';
import { type ThemeName, themeNames } from '@keyan/console/theme/tokens.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type ChineseFinder, findChinese } from './support/chinese.ts';
import { contrastFaults, newGrounds, type Result } from './support/contrast.ts';
import { openAs, type Person } from './support/page.ts';
import { open, type PageCase } from './support/page-case.ts';
import { makeCaseRecords, noRecords, pageCases } from './support/page-cases.ts';

/**
 * Opens one page of every template in English. It says no Chinese word of its own, axe finds no
 * serious or critical fault, and its text keeps its contrast in all eleven themes. That every pair of
 * colours of a theme has enough contrast is proved by `theme.test.ts`; these tests show that pages
 * use those pairs.
 */
const grave = new Set(['serious', 'critical']);

const messagesOf = (violations: readonly Result[]): readonly string[] =>
  violations
    .filter(({ impact }) => grave.has(impact ?? ''))
    .map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${target} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`);
      return `${id} ×${nodes.length}\n  ${places.join('\n  ')}`;
    });

/** All that axe finds on the page as it is, by these rules or by all. */
const axeFaults = async (page: Page, rules?: string[]): Promise<readonly string[]> => {
  // No page has frames, which the other mode would look for in a window of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations, passes } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(passes).not.toEqual([]);
  return messagesOf(violations);
};

/** Changes the theme of an open page, as if it had been chosen in another tab. */
const applyTheme = async (who: Person, pageCase: PageCase, theme: ThemeName): Promise<void> => {
  const { page } = who;
  await page.evaluate(
    (content) => {
      const session = localStorage.getItem('keyan-session');
      const user = session ? JSON.parse(session).content.user.userId : '';
      const key = `keyan-preference-${user}-theme`;
      localStorage.setItem(key, content);
      dispatchEvent(new StorageEvent('storage', { key }));
    },
    toStored({ value: theme, unsent: true }, Date.now()),
  );
  // A page before signing in reads the choice when it is opened.
  if (!pageCase.account) await open(who, pageCase);
  await page.waitForFunction((name) => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return document.documentElement.dataset.theme === name && sheets.every(({ sheet }) => sheet);
  }, theme);
};

/** The grounds that text was judged on, by theme: the pages share most of them. */
const judged = new Map(themeNames.map((name) => [name, new Set<string>()]));

/** Contrast in the ten other themes, where this page has a ground that no page before it had. */
const themeFaults = async (who: Person, pageCase: PageCase): Promise<readonly string[]> => {
  const { page } = who;
  const [[standard, known = new Set<string>()] = [], ...others] = judged;
  if (!standard || (await newGrounds(page, known)).length === 0) return [];
  const found: string[] = [];
  for (const [theme, grounds] of others) {
    await applyTheme(who, pageCase, theme);
    // A page that was opened again has lost what axe left in it.
    const faults = pageCase.account
      ? messagesOf(await contrastFaults(page, grounds))
      : await axeFaults(page, ['color-contrast']);
    found.push(...faults.map((fault) => `in ${theme}: ${fault}`));
  }
  await applyTheme(who, pageCase, standard);
  return found;
};

const faultsOf = async (
  who: Person,
  chinese: ChineseFinder,
  pageCase: PageCase,
): Promise<string[]> => {
  await open(who, pageCase);
  const words = await chinese.find();
  const found = [
    ...words.map((text) => `Chinese on an English page: ${text}`),
    ...(await axeFaults(who.page)),
    ...(await themeFaults(who, pageCase)),
  ];
  return found.map((fault) => `${pageCase.name}: ${fault}`);
};

/** The first case of each template; every other one is built of the same parts. */
const oneOfEach = (cases: readonly PageCase[]): readonly PageCase[] =>
  [...Map.groupBy(cases, ({ template }) => template).values()].flatMap(([first]) => first ?? []);

const accounts = new Set(oneOfEach(pageCases(noRecords)).map(({ account }) => account ?? ''));

let cases: readonly PageCase[] = [];
beforeAll(async () => {
  cases = oneOfEach(pageCases(await makeCaseRecords()));
});

test.each([...accounts])(
  'pages of "%s" are in English only, without a grave fault, and readable in every theme',
  { timeout: 300_000 },
  async (account) => {
    const theirs = cases.filter((each) => (each.account ?? '') === account);
    expect(theirs).not.toEqual([]);
    const who = await openAs(account || undefined, { language: 'en' });
    const chinese = findChinese(who.page);
    const found: string[] = [];
    for (const pageCase of theirs) found.push(...(await faultsOf(who, chinese, pageCase)));
    expect(found.join('\n')).toBe('');
  },
);
