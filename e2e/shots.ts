import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { openAs, type WindowOptions } from './support/page.ts';
import { open, type PageCase } from './support/page-case.ts';
import { makeCaseRecords, pageCases } from './support/page-cases.ts';
import { startSites } from './support/server.ts';
import { closeBrowser, putWindowBack } from './support/windows.ts';

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
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`shots [page …] [--width 1440] [--language zh|en] [--theme default|dark|…]
Options may stand several times. Pages have the names of the cases in e2e/support/*-cases.ts.`);
  process.exit();
}
const wanted = new Set(positionals);

const variants = values.width.flatMap((width) =>
  values.language.flatMap((language) =>
    values.theme.map((theme) => ({ width: Number(width), language, theme }) as WindowOptions),
  ),
);

/** Pictures of somebody's pages; a page that does not come up is reported and leaves no old picture. */
const screenshot = async (
  account: string | undefined,
  cases: readonly PageCase[],
  variant: WindowOptions,
): Promise<void> => {
  const who = await openAs(account, variant);
  for (const pageCase of cases) {
    const path = join(
      folder,
      `${pageCase.name}-${variant.width}-${variant.language}-${variant.theme}.png`,
    );
    rmSync(path, { force: true });
    try {
      await open(who, pageCase);
      await who.page.screenshot({ path });
    } catch (error) {
      process.exitCode = 1;
      console.error(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await putWindowBack(who.context);
};

process.env.CHROME_PATH = findBrowser();
// A server that runs already has its page.
if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  mkdirSync(folder, { recursive: true });
  for (const variant of variants) {
    // Some cases use their records up.
    const cases = pageCases(await makeCaseRecords()).filter(
      ({ name }) => wanted.size === 0 || wanted.has(name),
    );
    for (const [account, theirs] of Map.groupBy(cases, (each) => each.account)) {
      await screenshot(account, theirs, variant);
    }
    console.log(`${variant.width} ${variant.language} ${variant.theme}: ${cases.length} pages`);
  }
  console.log(`Pictures in ${folder}`);
} finally {
  await closeBrowser();
  await stop?.();
}
