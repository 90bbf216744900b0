import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const packed = /\.(m?js|css|html|svg|json|webmanifest)$/;

/** Minimum bytes of a file to be compressed. */
const minBytes = 1024;

/** Writes a file so that a running server sees all of it or none. */
const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
};

/** Writes a `.br` and a `.gz` beside each text file of the built page that lacks them. */
const compressPage = async (folder: string): Promise<void> => {
  const names = await readdir(folder, { recursive: true });
  const left = names.filter((name) => packed.test(name) && !existsSync(join(folder, `${name}.gz`)));
  await Promise.all(
    left.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      if (bytes.length < minBytes) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeWhole(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeWhole(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
};

/**
 * `node scripts/compress.ts <folder>`: a separate process with low priority, so that serving is not
 * slowed down.
 */
setPriority(15);
await compressPage(process.argv[2] ?? '');
