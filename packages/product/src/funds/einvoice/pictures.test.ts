import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readInvoice } from './read-task.server.ts';

const number = '26442000000123456789';
const code = `01,32,,${number},1200.00,20260301,,A1B2`;

/** Dots of a code: true where it is dark. */
interface Dots {
  readonly size: number;
  readonly isDark: (x: number, y: number) => boolean;
}

let dots: Dots;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
  const { symbol } = await writeBarcode(code, { format: 'QRCode' });
  const { data, width } = symbol;
  const quiet = 4;
  dots = {
    size: width + quiet * 2,
    isDark: (x, y) => {
      const [column, row] = [x - quiet, y - quiet];
      const isInside = column >= 0 && row >= 0 && column < width && row < width;
      return isInside && (data[row * width + column] ?? 255) < 128;
    },
  };
});

const scale = 6;

/** Gray pixels of the code, one byte each. */
const grays = ({ size, isDark }: Dots): Buffer => {
  const side = size * scale;
  const pixels = Buffer.alloc(side * side, 255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) pixels[y * side + x] = 0;
    }
  }
  return pixels;
};

/** The code as bits: 1 where it is light. */
const bitsOf = ({ size, isDark }: Dots): Buffer => {
  const side = size * scale;
  const row = Math.ceil(side / 8);
  const bits = Buffer.alloc(row * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) continue;
      const at = y * row + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (1 << (7 - (x & 7)));
    }
  }
  return bits;
};

/** A PDF of one page that shows a picture and a line of Latin text. */
const pdfWith = (picture: Buffer, entries: string, text = ''): Buffer => {
  const side = dots.size * scale;
  const content = `q 200 0 0 200 60 500 cm /P Do Q ${text && `BT /F 12 Tf 60 400 Td (${text}) Tj ET`}`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R >> >> >>',
    ),
    Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} ${entries} /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>'),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return offset;
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const gray = '/ColorSpace /DeviceGray /BitsPerComponent 8';

describe('a scanned invoice as PDF', () => {
  test('its QR code is read from a picture in gray', async () => {
    expect(await readInvoice(pdfWith(grays(dots), gray))).toMatchObject({
      source: 'qr',
      number,
      date: '2026-03-01',
      total: '1200.00',
    });
  });
  test('its QR code is read from a picture of one bit, and from a mask', async () => {
    const bits = bitsOf(dots);
    const plain = '/ColorSpace /DeviceGray /BitsPerComponent 1';
    expect(await readInvoice(pdfWith(bits, plain))).toMatchObject({ source: 'qr', number });
    const mask = '/ImageMask true /BitsPerComponent 1';
    expect(await readInvoice(pdfWith(bits, mask))).toMatchObject({ source: 'qr', number });
  });
});

/** A picture as a camera takes it: turned, in uneven light, with noise, beside the text of the sheet. */
const photographed = (turned: number): Buffer => {
  const [width, height] = [1600, 1200];
  const image = Buffer.alloc(width * height);
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const dot = 9;
  let seed = 7;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const noise = (seed / 2_147_483_648 - 0.5) * 24;
      const [dx, dy] = [x - 800, y - 600];
      const column = Math.floor((dx * cos + dy * sin) / dot + dots.size / 2);
      const row = Math.floor((dy * cos - dx * sin) / dot + dots.size / 2);
      const light = 150 + (x / width) * 90;
      const isText = y % 40 < 14 && (x * 7 + y) % 23 < 11 && x < 420;
      const isDark = isText || dots.isDark(column, row);
      image[y * width + x] = Math.max(0, Math.min(255, (isDark ? 45 : light) + noise));
    }
  }
  // A portable gray map, as the reader of pictures takes it.
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), image]);
};

test('a photograph is read however the camera was held', async () => {
  for (const turned of [0.3, 1.7, -2.6]) {
    expect(await readInvoice(photographed(turned))).toMatchObject({ source: 'qr', number });
  }
});
