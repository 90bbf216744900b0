import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { dressed } from './support/page.ts';
import { makeSights, type Sight, see } from './support/sights.ts';

/** No serious or critical fault on any page, in the light and in the dark theme. */
let sights: readonly Sight[];
beforeAll(async () => {
  sights = await makeSights();
});
const grave = new Set(['serious', 'critical']);

describe.each(['default', 'dark'] as const)('in the theme %s', (theme) => {
  test('no page has a grave fault', async () => {
    const found: string[] = [];
    const accounts = Map.groupBy(sights, ({ account }) => account);
    for (const [account, theirs] of accounts) {
      const who = await dressed(account, { theme });
      for (const sight of theirs) {
        await see(who, sight);
        const { violations } = await new AxeBuilder({ page: who.page }).analyze();
        for (const { id, impact, nodes } of violations) {
          if (!grave.has(impact ?? '')) continue;
          const places = nodes
            .slice(0, 3)
            .map(({ target, html }) => `${target} ${html.slice(0, 160)}`);
          found.push(`${sight.name}: ${id} ×${nodes.length}\n  ${places.join('\n  ')}`);
        }
      }
    }
    expect(found.join('\n')).toBe('');
  });
});
