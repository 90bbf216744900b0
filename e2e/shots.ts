import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../scripts/browser.ts';
import { buildPage } from '../scripts/page.ts';
import { guideCases } from './support/guide-cases.ts';
import { openAs, type Person, type WindowOptions } from './support/page.ts';
import { open, type PageCase } from './support/page-case.ts';
import { makeCaseRecords, pageCases } from './support/page-cases.ts';
import { startSites } from './support/server.ts';
import { closeBrowser, putWindowBack } from './support/windows.ts';

/**
 * `npm run shots`: takes screenshots of every page in two themes and two languages, for review.
 *
 *     npm run shots                        every page, 1440 px wide
 *     npm run shots -- list handle         only these pages
 *     npm run shots -- --width 390         another width; may be repeated
 *     npm run shots -- --theme lte --language en
 *     npm run shots -- --guide             the pictures of the help pages, which are committed
 *
 * The files are `e2e/screenshots/{page}-{width}-{language}-{theme}.png`.
 */
const folder = join(import.meta.dirname, 'screenshots');

const guide = join(import.meta.dirname, '../packages/product/src/guide/pictures');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['1440'] },
    language: { type: 'string', multiple: true, default: ['zh', 'en'] },
    theme: { type: 'string', multiple: true, default: ['default', 'dark'] },
    guide: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`shots [page …] [--width 1440] [--language zh|en] [--theme default|dark|…] [--guide]
Options may stand several times. Pages have the names of the cases in e2e/support/*-cases.ts.`);
  process.exit();
}
const wanted = new Set(positionals);

const variants = values.width.flatMap((width) =>
  values.language.flatMap((language) =>
    values.theme.map((theme) => ({ width: Number(width), language, theme }) as WindowOptions),
  ),
);

/**
 * Takes screenshots of a person's pages; a page that fails is reported, and its old picture is
 * deleted.
 */
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

/** Takes a small picture of the visible page as WebP, which only the browser's protocol offers. */
const webpOf = async ({ context, page }: Person): Promise<Buffer> => {
  const browser = await context.newCDPSession(page);
  const box = await page.locator('.ky-panes').boundingBox();
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 55,
    ...(box && { clip: { ...box, scale: 1 } }),
  });
  return Buffer.from(data, 'base64');
};

/** Takes the pictures of the help pages, in both languages. */
const shootGuide = async (): Promise<void> => {
  for (const language of ['zh', 'en'] as const) {
    for (const pageCase of guideCases) {
      if (wanted.size > 0 && !wanted.has(pageCase.name)) continue;
      const who = await openAs(pageCase.account, { width: 1200, height: 600, language });
      await open(who, { ...pageCase, template: pageCase.name });
      writeFileSync(join(guide, language, `${pageCase.name}.webp`), await webpOf(who));
      await putWindowBack(who.context);
    }
  }
};

/** Takes pictures of every page in each of the variants. */
const shootPages = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const variant of variants) {
    // Some cases use up their records, so these are made anew.
    const cases = pageCases(await makeCaseRecords()).filter(
      ({ name }) => wanted.size === 0 || wanted.has(name),
    );
    for (const [account, theirs] of Map.groupBy(cases, (each) => each.account)) {
      await screenshot(account, theirs, variant);
    }
    console.log(`${variant.width} ${variant.language} ${variant.theme}: ${cases.length} pages`);
  }
  console.log(`Pictures in ${folder}`);
};

process.env.CHROME_PATH = findBrowser();
// A server that already runs has a built page.
if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  await (values.guide ? shootGuide() : shootPages());
} finally {
  await closeBrowser();
  await stop?.();
}
