import { crc32, deflateSync } from 'node:zlib';

const columns = 5;
const rows = 7;

/** Characters that are hard to confuse: seven rows of five dots, the left dot is the highest bit. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  A: [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  C: [0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e],
  E: [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f],
  F: [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10],
  H: [0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  J: [0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0c],
  K: [0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11],
  L: [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f],
  M: [0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11],
  N: [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11],
  P: [0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10],
  R: [0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11],
  T: [0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04],
  U: [0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e],
  W: [0x11, 0x11, 0x11, 0x15, 0x15, 0x1b, 0x11],
  X: [0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11],
  Y: [0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04],
  3: [0x1f, 0x01, 0x02, 0x06, 0x01, 0x11, 0x0e],
  4: [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02],
  7: [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
  9: [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c],
};

export const captchaSigns: readonly string[] = Object.keys(glyphs);

const width = 130;
const height = 48;

interface Placed {
  readonly glyph: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly scale: number;
}

/**
 * Draws the characters as a PNG: rotated, distorted, crossed by lines and covered with dots.
 * @param random returns a number from 0 to below 1; replaced in tests.
 */
export const captchaPicture = (signs: string, random: () => number = Math.random): Buffer => {
  const between = (least: number, most: number): number => least + random() * (most - least);
  const placed = [...signs].map((sign, index): Placed => {
    const turn = between(-0.35, 0.35);
    return {
      glyph: glyphs[sign] ?? [],
      x: 17 + index * 24 + between(-2, 2),
      y: height / 2 + between(-4, 4),
      cos: Math.cos(turn),
      sin: Math.sin(turn),
      scale: between(3.4, 4.2),
    };
  });
  const wave = { size: between(1, 2.5), length: between(14, 24), start: between(0, 6) };
  const lines = [0, 1].map(() => ({
    from: between(4, height - 4),
    to: between(4, height - 4),
    bend: between(-12, 12),
  }));
  const shade = (x: number, y: number): number => {
    const shifted = y + wave.size * Math.sin(x / wave.length + wave.start);
    if (placed.some((sign) => covers(sign, x, shifted))) return between(20, 90);
    const part = x / width;
    const near = lines.some(({ from, to, bend }) => {
      const line = from + (to - from) * part + bend * Math.sin(part * Math.PI);
      return Math.abs(y - line) < 0.9;
    });
    if (near) return between(60, 130);
    return random() < 0.04 ? between(120, 200) : 255;
  };
  const pixels = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    // The first byte of a line is its filter type: 0, none.
    for (let x = 0; x < width; x += 1) pixels[y * (width + 1) + 1 + x] = shade(x, y);
  }
  return greyPng(pixels);
};

const covers = ({ glyph, x, y, cos, sin, scale }: Placed, atX: number, atY: number): boolean => {
  const column = Math.floor(((atX - x) * cos + (atY - y) * sin) / scale + columns / 2);
  const row = Math.floor(((atY - y) * cos - (atX - x) * sin) / scale + rows / 2);
  if (column < 0 || column >= columns) return false;
  return (((glyph[row] ?? 0) >> (columns - 1 - column)) & 1) === 1;
};

/** Encodes 8-bit grey pixels as a PNG (PNG specification, chapters 5 and 11). */
const greyPng = (pixels: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
