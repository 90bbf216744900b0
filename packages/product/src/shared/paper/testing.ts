import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Texts of a PDF by page, extracted by an independent library. */
export const paperPages = async (content: Buffer): Promise<readonly string[]> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    data: new Uint8Array(content),
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/cmaps/`,
    cMapPacked: true,
    verbosity: 0,
  });
  const document = await loading.promise;
  try {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
};

/** Complete text of a PDF. */
export const paperText = async (content: Buffer): Promise<string> =>
  (await paperPages(content)).join('\n');
