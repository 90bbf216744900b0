import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { ZipFile } from 'yazl';

/** An entry of a zip archive: its path there, and where its bytes come from once it is its turn. */
export interface ArchiveEntry {
  readonly path: string;
  open(): Promise<Readable>;
}

/** Maximum length of a part of a path: signs, for paths as wholes, and bytes, for file systems. */
const longest = { signs: 100, bytes: 240 };

const cut = (text: string, reserved: string): string => {
  const signs = [...text];
  let count = reserved.length;
  let bytes = Buffer.byteLength(reserved);
  const end = signs.findIndex((sign) => {
    count += 1;
    bytes += Buffer.byteLength(sign);
    return count > longest.signs || bytes > longest.bytes;
  });
  return end < 0 ? text : signs.slice(0, end).join('');
};

/**
 * Makes a text part of a path on any machine: without characters that one of them forbids, and cut to a length that all
 * allow. The ending of the file stays.
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

/** Adds a number to a path that is taken already: `a/b.pdf`, `a/b (2).pdf`. */
export const uniquePath = (taken: Set<string>, path: string): string => {
  const [, stem = path, suffix = ''] = /^(.+?)(\.[^./]+)?$/.exec(path) ?? [];
  let free = path;
  // Machines that do not tell capitals from small letters unpack one over the other.
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = `${stem} (${count})${suffix}`;
  taken.add(free.toLowerCase());
  return free;
};

/**
 * One archive of many files, written while it is sent: a file is opened when the one before has
 * gone, so that neither memory nor open files grow with it. Nothing is packed tighter: documents
 * and pictures are already.
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
  // Whoever breaks off leaves a file open.
  finished(out, () => current?.destroy());
  zip.end();
  return out;
};
