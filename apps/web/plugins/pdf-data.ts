import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');

/**
 * Folders of data that the PDF library loads while reading a document: Chinese character maps,
 * fonts, decoders.
 */
const folders = ['cmaps', 'iccs', 'standard_fonts', 'wasm'];

const wanted = /\.(bcmap|icc|pfb|ttf|wasm|js)$/;

/**
 * Vite plugin that copies the data of the PDF library to `assets/pdf-{version}/`, where the viewer
 * expects it.
 */
export const pdfData = (): Plugin => {
  let address = '';
  return {
    name: 'keyan:pdf-data',
    async buildStart() {
      const { version } = JSON.parse(await readFile(library, 'utf8')) as { version: string };
      address = `assets/pdf-${version}`;
    },
    async generateBundle() {
      for (const folder of folders) {
        const from = join(dirname(library), folder);
        for (const name of (await readdir(from)).filter((each) => wanted.test(each))) {
          const source = await readFile(join(from, name));
          this.emitFile({ type: 'asset', fileName: `${address}/${folder}/${name}`, source });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const [folder = '', name = ''] = (request.url ?? '').split('/').slice(-2);
        const ours = request.url?.startsWith(`/${address}/`) && folders.includes(folder);
        if (!ours || !wanted.test(name)) return next();
        response.end(await readFile(join(dirname(library), folder, basename(name))));
      });
    },
  };
};
