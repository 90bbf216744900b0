import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './steps.ts';

/**
 * Chromium without the frame of a window. Six cold pages cost 2.4 s of processor time, 7.2 s in a whole Chromium,
 * which draws parts of its frame as pages of its own.
 */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Where systems put a whole Chromium; the first that exists is taken. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const hint =
  'The browser journeys need Chromium. Install one (Debian: apt-get install chromium fonts-noto-cjk) or name it in CHROME_PATH.';

/**
 * Path of the Chromium that drives the journeys: `CHROME_PATH`, Playwright's own, the system's, else
 * one that is installed now. The headless shell goes before a whole Chromium.
 * @throws Error with a hint. Without a browser the tests fail; they are never skipped.
 */
export function findBrowser(): string {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names "${given}", which does not exist.`);
    return given;
  }
  return present() ?? install() ?? fail();
}

/**
 * Returns the path of a Chromium that shows notifications, which the headless shell denies to pages.
 * @throws Error with a hint if only the headless shell is installed
 */
export function findWholeBrowser(): string {
  const given = process.env.CHROME_PATH;
  return given && given !== headlessShell ? given : (whole() ?? fail());
}

/** Returns the path of an installed Chromium: `CHROME_PATH`, Playwright's or the system's. */
export function installedBrowser(): string | undefined {
  return process.env.CHROME_PATH ?? present();
}

/**
 * Returns the headless shell if a whole Chromium is beside it, which the journey about notifications
 * needs; otherwise the whole Chromium, if any.
 */
function present(): string | undefined {
  const found = whole();
  return found && existsSync(headlessShell) ? headlessShell : found;
}

function whole(): string | undefined {
  return [playwrightsOwn(), ...usualPlaces].find((path) => path !== undefined && existsSync(path));
}

const fail = (): never => {
  throw new Error(hint);
};

function playwrightsOwn(): string | undefined {
  const { chromium } = requirePlaywright();
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

const e2e = createRequire(join(root, 'e2e', 'package.json'));
const requirePlaywright = (): typeof import('playwright-core') => e2e('playwright-core');

/**
 * Installs Chromium from the system's packages as root on Debian, otherwise by Playwright's
 * download.
 */
function install(): string | undefined {
  console.log('No Chromium found; installing one…');
  const attempts: [program: string, ...args: string[]][] = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const installing = ['install', '-y', '--no-install-recommends', 'fonts-noto-cjk', 'chromium'];
    attempts.push(
      ['apt-get', 'update'],
      ['apt-get', ...installing, 'chromium-headless-shell'],
      // Older Debian has no package of the headless shell.
      ['apt-get', ...installing],
    );
  }
  // The package exports its package.json, but not the program beside it.
  const playwright = dirname(e2e.resolve('playwright-core/package.json'));
  attempts.push([process.execPath, join(playwright, 'cli.js'), 'install', 'chromium']);
  for (const [program, ...args] of attempts) {
    const { status } = spawnSync(program, args, { stdio: 'inherit' });
    const found = status === 0 ? present() : undefined;
    if (found) return found;
  }
  return undefined;
}
