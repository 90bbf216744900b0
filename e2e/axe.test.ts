import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, expect, test } from 'vitest';
import { dressed } from './support/page.ts';
import { makeSights, type Sight, see } from './support/sights.ts';

/** No serious or critical fault on any page. Of a theme only the colours are its own. */
const themes = [
  ['default', undefined],
  ['dark', ['color-contrast']],
] as const;

const grave = new Set(['serious', 'critical']);

let sights: readonly Sight[];
beforeAll(async () => {
  sights = await makeSights();
});

test.each(themes)('no page has a grave fault in the theme %s', async (theme, rules) => {
  const found: string[] = [];
  const look = async (account: string | undefined, theirs: readonly Sight[]): Promise<void> => {
    const who = await dressed(account, { theme });
    for (const sight of theirs) {
      await see(who, sight);
      expect(await who.page.getAttribute('html', 'data-theme')).toBe(theme);
      // No page has frames, which the other mode would look for in a window of its own.
      const axe = new AxeBuilder({ page: who.page }).setLegacyMode();
      const { violations, passes } = await (rules ? axe.withRules([...rules]) : axe).analyze();
      expect(passes).not.toEqual([]);
      for (const { id, impact, nodes } of violations) {
        if (!grave.has(impact ?? '')) continue;
        const places = nodes
          .slice(0, 3)
          .map(({ target, html }) => `${target} ${html.slice(0, 160)}`);
        found.push(`${sight.name}: ${id} ×${nodes.length}\n  ${places.join('\n  ')}`);
      }
    }
  };
  await Promise.all(
    [...Map.groupBy(sights, ({ account }) => account)].map(([account, theirs]) =>
      look(account, theirs),
    ),
  );
  expect(found.join('\n')).toBe('');
});
