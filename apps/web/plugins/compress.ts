import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packed = /\.(m?js|css|html|svg|json|webmanifest)$/;

/** Smaller files (bytes) are not compressed. */
const least = 1024;

/** Writes a `.br` and a `.gz` beside each text file of the build. */
export const compress = (): Plugin => {
  let folder = 'dist';
  return {
    name: 'keyan:compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => packed.test(name))
          .map(async (name) => {
            const path = join(folder, name);
            const bytes = await readFile(path);
            if (bytes.length < least) return;
            const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
            await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
          }),
      );
    },
  };
};
