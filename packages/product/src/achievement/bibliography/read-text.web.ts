import { decodeText } from '@keyan/kernel/values/encoding.ts';

/** Reads a file as text; detects the encoding. */
export const readText = async (file: Pick<Blob, 'arrayBuffer'>): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), TextDecoder);
