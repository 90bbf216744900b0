import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { ZipFile } from 'yazl';

/** Entry of a zip archive: its path, and a function that opens its content when the entry is written. */
export interface ArchiveEntry {
  readonly path: string;
  open(): Promise<Readable>;
}

/**
 * Maximum length of a path segment: in characters (`signs`), because whole paths are limited, and in bytes, because
 * file systems are.
 */
const maxSegmentLength = { signs: 100, bytes: 240 };

const cut = (text: string, reserved: string): string => {
  const signs = [...text];
  let count = reserved.length;
  let bytes = Buffer.byteLength(reserved);
  const end = signs.findIndex((sign) => {
    count += 1;
    bytes += Buffer.byteLength(sign);
    return count > maxSegmentLength.signs || bytes > maxSegmentLength.bytes;
  });
  return end < 0 ? text : signs.slice(0, end).join('');
};

/**
 * Makes a text a valid path segment on every operating system: removes forbidden characters and shortens the text. The
 * file extension remains.
 */
export const safePathPart = (text: string): string => {
  const allowed = text
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  const [ending = ''] = /\.\w{1,10}$/.exec(allowed) ?? [];
  const stem = allowed.slice(0, allowed.length - ending.length);
  return `${cut(stem, ending)}${ending}`.replace(/[. ]+$/, '') || '_';
};

/** Adds a number to a path that is already used: `a/b.pdf`, `a/b (2).pdf`. */
export const uniquePath = (taken: Set<string>, path: string): string => {
  const [, stem = path, suffix = ''] = /^(.+?)(\.[^./]+)?$/.exec(path) ?? [];
  let free = path;
  // File systems that ignore case would overwrite one file with the other.
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = `${stem} (${count})${suffix}`;
  taken.add(free.toLowerCase());
  return free;
};

/**
 * Returns a zip archive of many files, written while it is sent: a file is opened after the previous one was sent, so
 * that memory and open files do not grow. Entries are not compressed, because documents and pictures already are.
 */
export const zipArchive = (files: readonly ArchiveEntry[]): Readable => {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  for (const { path, open } of files) {
    zip.addReadStreamLazy(path, { compress: false }, (ready) => {
      open().then(
        (stream) => {
          current = stream;
          if (out.destroyed) stream.destroy();
          else ready(null, stream);
        },
        (error: unknown) => ready(error, out),
      );
    });
  }
  zip.on('error', (error: Error) => out.destroy(error));
  // A reader who aborts leaves a file open: it is closed here.
  finished(out, () => current?.destroy());
  zip.end();
  return out;
};
