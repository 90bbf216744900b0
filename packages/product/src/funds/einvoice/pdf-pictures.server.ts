import type { PDFPageProxy } from 'pdfjs-dist';

/** Maximum number of pictures per page, and maximum pixels per picture. */
const pictureLimits = { pictures: 24, pixels: 24_000_000 };

/** Picture as RGBA pixels. */
interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: 'srgb';
}

/** Picture as decoded by the PDF library. */
interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** Bits per pixel by the PDF library’s image kind: black and white, RGB, RGBA. */
const bits: Readonly<Record<number, 1 | 24 | 32>> = { 1: 1, 2: 24, 3: 32 };

/**
 * Converts a decoded picture to RGBA.
 * @param isMask true for a one-bit picture that is painted where bits are 0
 */
const pixelsOf = (picture: Decoded, isMask: boolean): Pixels | null => {
  const { width, height, data } = picture;
  const depth = isMask ? 1 : bits[picture.kind ?? 0];
  if (!data || !depth || width * height > pictureLimits.pixels || width < 20 || height < 20)
    return null;
  const row = depth === 1 ? Math.ceil(width / 8) : (width * depth) / 8;
  if (data.length < row * height) return null;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (depth === 1) {
        const isOn = (((data[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
        pixels.fill(isOn ? 255 : 0, at, at + 3);
      } else {
        const from = y * row + (x * depth) / 8;
        for (let channel = 0; channel < 3; channel += 1) {
          pixels[at + channel] = data[from + channel] ?? 0;
        }
      }
      pixels[at + 3] = 255;
    }
  }
  return { data: pixels, width, height, colorSpace: 'srgb' };
};

/**
 * Store of a decoded picture: the document’s store for pictures shared by pages, otherwise the
 * page’s.
 */
const storeOf = (page: PDFPageProxy, name: string) =>
  name.startsWith('g_') ? page.commonObjs : page.objs;

const decoded = (page: PDFPageProxy, name: string): Promise<Decoded | null> =>
  new Promise((resolve) => {
    storeOf(page, name).get(name, (picture: Decoded | null) => {
      resolve(picture);
    });
  });

/** Pictures on a page of a PDF, as RGBA pixels. */
export const picturesOfPage = async (page: PDFPageProxy): Promise<readonly Pixels[]> => {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const masks: ReadonlySet<number> = new Set([OPS.paintImageMaskXObject]);
  const shown: ReadonlySet<number> = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    ...masks,
  ]);
  const found: Pixels[] = [];
  for (const [index, operator] of fnArray.entries()) {
    if (!shown.has(operator) || found.length >= pictureLimits.pictures) continue;
    const [given] = argsArray[index] as readonly (string | Decoded)[];
    const named = typeof given === 'string' ? given : undefined;
    const inline = typeof given === 'object' ? given : null;
    const reference =
      inline && typeof inline.data === 'string' ? (inline.data as string) : undefined;
    const name = named ?? reference;
    const picture = name === undefined ? inline : await decoded(page, name);
    const pixels = picture && pixelsOf(picture, masks.has(operator));
    if (pixels) found.push(pixels);
  }
  return found;
};
