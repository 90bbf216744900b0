import { AxeBuilder } from '@axe-core/playwright';
import { type ThemeName, themeNames } from '@keyan/console/theme/tokens.ts';
import { toStored } from '@keyan/kernel/stored.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contrastFaults, type Result } from './support/contrast.ts';
import { dressed } from './support/page.ts';
import { byAccount, makeSights, type Sight, see } from './support/sights.ts';

/**
 * No serious or critical fault on any page, and enough contrast in each of the eleven themes. That
 * every pair of colours of every theme keeps its contrast is proved apart from any page
 * (theme.test.ts); here is seen that pages use those pairs.
 */
const grave = new Set(['serious', 'critical']);

const told = (violations: readonly Result[]): readonly string[] =>
  violations
    .filter(({ impact }) => grave.has(impact ?? ''))
    .map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${target} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`);
      return `${id} ×${nodes.length}\n  ${places.join('\n  ')}`;
    });

/** What axe finds on the page as it stands. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // No page has frames, which the other mode would look for in a window of its own.
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes).not.toEqual([]);
  return told(violations);
};

/** Changes the theme of a page that is open, as if it had been chosen in another tab. */
const wear = async (page: Page, theme: ThemeName): Promise<void> => {
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
  await page.waitForFunction((name) => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return document.documentElement.dataset.theme === name && sheets.every(({ sheet }) => sheet);
  }, theme);
};

/** What text stands on in each theme and has been judged: the pages share most of it. */
const grounds = new Map(
  themeNames.filter((name) => name !== 'default').map((name) => [name, new Set<string>()]),
);

/** A page in the default theme with all rules, and in every other one with that of contrast. */
const lookAt = async (
  who: Awaited<ReturnType<typeof dressed>>,
  sight: Sight,
): Promise<string[]> => {
  await see(who, sight);
  const found = (await faultsOf(who.page)).map((fault) => `${sight.name}: ${fault}`);
  for (const [theme, known] of grounds) {
    await wear(who.page, theme).catch((cause: unknown) => {
      throw new Error(`${sight.name} does not take the theme ${theme}: ${cause}`, { cause });
    });
    const faults = told(await contrastFaults(who.page, known));
    found.push(...faults.map((fault) => `${sight.name} in ${theme}: ${fault}`));
  }
  await wear(who.page, 'default');
  return found;
};

test('no page has a grave fault, and every page keeps its contrast in all eleven themes', {
  timeout: 600_000,
}, async () => {
  const sights = await makeSights();
  const inside = sights.filter(({ account }) => account !== undefined);
  const found = await byAccount(inside, async (account, theirs) => {
    const who = await dressed(account, {});
    const faults: string[] = [];
    for (const sight of theirs) faults.push(...(await lookAt(who, sight)));
    return faults;
  });
  expect(found.join('\n')).toBe('');
});

test('nor have the pages before signing in', async () => {
  const sights = (await makeSights()).filter(({ account }) => account === undefined);
  const found: string[] = [];
  for (const theme of themeNames) {
    const { page, context, ...who } = await dressed(undefined, { theme });
    for (const sight of sights) {
      await see({ page, context, ...who }, sight);
      expect(await page.getAttribute('html', 'data-theme')).toBe(theme);
      const faults = await faultsOf(page);
      found.push(...faults.map((fault) => `${sight.name} in ${theme}: ${fault}`));
    }
    await context.close();
  }
  expect(found.join('\n')).toBe('');
});
