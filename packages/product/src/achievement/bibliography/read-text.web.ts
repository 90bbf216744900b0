import { decodeText } from '@keyan/kernel/values/encoding.ts';

/** A file as text, whatever it is encoded in. */
export const readText = async (file: Pick<Blob, 'arrayBuffer'>): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), TextDecoder);
