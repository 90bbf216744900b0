import { AxeBuilder } from '@axe-core/playwright';
import { toStored } from '@keyan/console/storage/stored.ts';
import { type ThemeName, themeNames } from '@keyan/console/theme/tokens.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ChineseFinder, findChinese } from './chinese.ts';
import { contrastFaults, newGrounds, type Result } from './contrast.ts';
import { openAs, type Person } from './page.ts';
import { open, type PageCase } from './page-case.ts';
import { type Area, areas, makeCaseRecords, noRecords, pageCases } from './page-cases.ts';
import type { CaseRecords } from './record-cases.ts';

/** Severities of accessibility faults that fail a test. */
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

/** Returns all faults that axe finds on the current page, by these rules or by all. */
const axeFaults = async (page: Page, rules?: string[]): Promise<readonly string[]> => {
  // Pages have no frames, for which the other mode would need a separate window. Passed checks are
  // counted only: describing them takes axe as long as checking.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations, passes } = await axe.analyze();
  expect(passes).not.toEqual([]);
  return messagesOf(violations);
};

/** Changes the theme of an open page, as a choice in another tab does. */
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

/** Grounds that were already checked, by theme: pages share most of them. */
const judged = new Map<ThemeName, Set<string>>(themeNames.map((name) => [name, new Set()]));
const groundsIn = (theme: ThemeName): Set<string> => judged.get(theme) ?? new Set();

/** Templates whose parts most pages repeat: these are checked in every theme. */
const inEveryTheme = new Set(['sign-in', 'home', 'list', 'form']);

const [standard, ...otherThemes] = themeNames;
let turn = 0;

/**
 * Returns the themes besides the standard one in which a page with a new ground is checked: dark,
 * which reveals colours outside the theme, and one of the others in turn.
 */
const themesFor = ({ template }: PageCase): readonly ThemeName[] => {
  if (inEveryTheme.has(template)) return otherThemes;
  turn += 1;
  const inTurn = otherThemes.filter((name) => name !== 'dark');
  return ['dark', ...inTurn.slice(turn % inTurn.length).slice(0, 1)];
};

/**
 * Returns faults of contrast in other themes, if this page has a ground that no earlier page had.
 */
const themeFaults = async (who: Person, pageCase: PageCase): Promise<readonly string[]> => {
  const { page } = who;
  if ((await newGrounds(page, groundsIn(standard))).length === 0) return [];
  const found: string[] = [];
  for (const theme of themesFor(pageCase)) {
    await applyTheme(who, pageCase, theme);
    // Reopening a page removes the data that axe left in it.
    const faults = pageCase.account
      ? messagesOf(await contrastFaults(page, groundsIn(theme)))
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

/** Returns the first case of each template; the others have the same parts. */
const oneOfEach = (cases: readonly PageCase[]): readonly PageCase[] =>
  [...Map.groupBy(cases, ({ template }) => template).values()].flatMap(([first]) => first ?? []);

const casesIn = (area: Area, records: CaseRecords): readonly PageCase[] => {
  const names = new Set(areas[area](records).map(({ name }) => name));
  return oneOfEach(pageCases(records)).filter(({ name }) => names.has(name));
};

/** Returns the accounts that open the pages of an area; an empty name for a visitor. */
export const accountsIn = (area: Area): readonly string[] => [
  ...new Set(casesIn(area, noRecords).map(({ account }) => account ?? '')),
];

/**
 * Opens one page of every template of an area in English, as one account. The page shows no Chinese
 * word except data, axe finds no serious or critical fault, and texts have enough contrast in other
 * themes. `theme.test.ts` proves that every pair of colours of a theme has enough contrast; this
 * check shows that pages use those pairs.
 * @returns the faults, one per line
 */
export const faultsOfPages = async (area: Area, account: string): Promise<string> => {
  const cases = casesIn(area, await makeCaseRecords());
  const theirs = cases.filter((each) => (each.account ?? '') === account);
  expect(theirs).not.toEqual([]);
  const who = await openAs(account || undefined, { language: 'en' });
  const chinese = findChinese(who.page);
  const found: string[] = [];
  for (const pageCase of theirs) found.push(...(await faultsOf(who, chinese, pageCase)));
  return found.join('\n');
};
