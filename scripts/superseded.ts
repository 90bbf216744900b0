import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds for which files of an older build remain, for pages and processes that may load them
 * late.
 */
const retentionMilliseconds = 7 * 24 * 3_600_000;

/** Returns the name of a compressed file without its suffix; other names unchanged. */
const uncompressed = (name: string): string => name.replace(/\.(br|gz)$/, '');

/**
 * Deletes files of older builds a week after a build left them out. The names of the current build
 * are in a file of the folder; the time of a file is that of the build that left it out.
 * @param folder output folder of all builds
 * @param current names of the files of the current build
 */
export const removeSuperseded = (folder: string, current: ReadonlySet<string>): void => {
  const list = join(folder, '.current');
  const before = new Set<string>(existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []);
  const now = new Date();
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((one) =>
    one.isFile(),
  )) {
    const file = join(folder, name);
    if (name.startsWith('.') || current.has(uncompressed(name))) continue;
    if (before.has(uncompressed(name))) utimesSync(file, now, now);
    else if (now.getTime() - statSync(file).mtimeMs > retentionMilliseconds) rmSync(file);
  }
  writeFileSync(list, JSON.stringify([...current]));
};
