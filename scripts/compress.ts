import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const packed = /\.(m?js|css|html|svg|json|webmanifest)$/;

/** Smaller files (bytes) are not compressed. */
const least = 1024;

/** Writes a file that a server may look for at any time: it is there whole or not at all. */
const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
};

/** Writes a `.br` and a `.gz` beside each text file of the built page that has none. */
const compressPage = async (folder: string): Promise<void> => {
  const names = await readdir(folder, { recursive: true });
  const left = names.filter((name) => packed.test(name) && !existsSync(join(folder, `${name}.gz`)));
  await Promise.all(
    left.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      if (bytes.length < least) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeWhole(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeWhole(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
};

/** `node scripts/compress.ts <folder>`: a program of its own, which leaves the processor to those who serve. */
setPriority(15);
await compressPage(process.argv[2] ?? '');
