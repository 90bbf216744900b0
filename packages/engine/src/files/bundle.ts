import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a bundle: its path there, and where its bytes come from once it is its turn. */
export interface Bundled {
  readonly path: string;
  open(): Promise<Readable>;
}

/** As part of a path on any machine: without signs that one of them forbids, and not too long. */
export const pathPart = (text: string): string =>
  [...text.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim()]
    .slice(0, 100)
    .join('')
    .replace(/^\.+|[. ]+$/g, '') || '_';

/** The same path with a number where it is taken already: `a/b.pdf`, `a/b (2).pdf`. */
export const freePath = (taken: Set<string>, path: string): string => {
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
export const bundle = (files: readonly Bundled[]): Readable => {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  for (const { path, open } of files) {
    zip.addReadStreamLazy(path, { compress: false }, (ready) => {
      open().then(
        (stream) => {
          current = stream;
          ready(null, stream);
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
