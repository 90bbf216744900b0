import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { closeBrowser, dressed, type Look } from './support/page.ts';
import setup from './support/server.ts';
import { makeSights, type Sight, see } from './support/sights.ts';

/**
 * `npm run shots`: a picture of every page in two themes and two languages, for eyes to look over.
 *
 *     npm run shots                        every page, 1440 px wide
 *     npm run shots -- list handle         only these
 *     npm run shots -- --width 390         another width; may stand several times
 *     npm run shots -- --theme lte --language en
 *
 * The pictures are `e2e/screenshots/{page}-{width}-{language}-{theme}.png`.
 */
const folder = join(import.meta.dirname, 'screenshots');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['1440'] },
    language: { type: 'string', multiple: true, default: ['zh', 'en'] },
    theme: { type: 'string', multiple: true, default: ['default', 'dark'] },
  },
});
const wanted = new Set(positionals);

const looks = values.width.flatMap((width) =>
  values.language.flatMap((language) =>
    values.theme.map((theme) => ({ width: Number(width), language, theme }) as Look),
  ),
);

/** Pictures of somebody's pages; a page that does not come up is told and leaves no old picture. */
const shoot = async (
  account: string | undefined,
  sights: readonly Sight[],
  look: Look,
): Promise<void> => {
  const who = await dressed(account, look);
  for (const sight of sights) {
    const path = join(folder, `${sight.name}-${look.width}-${look.language}-${look.theme}.png`);
    rmSync(path, { force: true });
    try {
      await see(who, sight);
      await who.page.screenshot({ path });
    } catch (error) {
      process.exitCode = 1;
      console.error(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await who.context.close();
};

process.env.CHROME_PATH = findBrowser();
// A server that runs already has its page.
if (!process.env.E2E_SITE) await buildPage();
const stop = await setup();
try {
  mkdirSync(folder, { recursive: true });
  const sights = (await makeSights()).filter(({ name }) => wanted.size === 0 || wanted.has(name));
  for (const look of looks) {
    for (const [account, theirs] of Map.groupBy(sights, (sight) => sight.account)) {
      await shoot(account, theirs, look);
    }
    console.log(`${look.width} ${look.language} ${look.theme}: ${sights.length} pages`);
  }
  console.log(`Pictures in ${folder}`);
} finally {
  await closeBrowser();
  await stop?.();
}
