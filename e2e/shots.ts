import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { closeBrowser, dressed } from './support/page.ts';
import setup from './support/server.ts';
import { makeSights, see } from './support/sights.ts';

/**
 * `npm run shots`: a picture of every page at three widths, in both languages, light and dark, for
 * eyes to look over. With arguments only the pages that they name: `npm run shots -- list handle`.
 */
const folder = join(import.meta.dirname, 'screenshots');
const widths = [1440, 1024, 390] as const;
const languages = ['zh', 'en'] as const;
const themes = ['default', 'dark'] as const;

const wanted = new Set(process.argv.slice(2));

process.env.CHROME_PATH = findBrowser();
await buildPage();
const stop = await setup();
try {
  mkdirSync(folder, { recursive: true });
  const sights = (await makeSights()).filter(({ name }) => wanted.size === 0 || wanted.has(name));
  for (const width of widths) {
    for (const language of languages) {
      for (const theme of themes) {
        const variant = `${width}-${language}-${theme}`;
        for (const [account, theirs] of Map.groupBy(sights, (sight) => sight.account)) {
          const who = await dressed(account, { width, language, theme });
          for (const sight of theirs) {
            await see(who, sight);
            await who.page.screenshot({ path: join(folder, `${sight.name}-${variant}.png`) });
          }
          await who.context.close();
        }
        console.log(`${variant}: ${sights.length} pages`);
      }
    }
  }
  console.log(`Pictures in ${folder}`);
} finally {
  await closeBrowser();
  await stop?.();
}
