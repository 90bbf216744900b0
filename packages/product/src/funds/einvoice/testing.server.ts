import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * PNG with the QR code of a 数电票, for upload in tests.
 * @param total gross amount in yuan
 */
export const pictureOfInvoice = async (number: string, total: string): Promise<Buffer> => {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer');
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
  const { image } = await writeBarcode(`01,32,,${number},${total},20260301,,A1B2`, {
    format: 'QRCode',
    scale: 4,
  });
  if (!image) throw new Error('no picture');
  return Buffer.from(await image.arrayBuffer());
};
