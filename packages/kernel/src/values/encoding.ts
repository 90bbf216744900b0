/** Encodings of exported files: Chinese systems write UTF-8, GB18030 or UTF-16. */

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Number of leading bytes in which UTF-16 without a byte order mark is detected: in Latin text
 * every second byte is 0.
 */
const sampledBytes = 256;

const guessUtf16 = (bytes: Uint8Array): string | undefined => {
  const head = bytes.subarray(0, sampledBytes);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even <= odd / 8) return 'utf-16le';
  return even > many && odd <= even / 8 ? 'utf-16be' : undefined;
};

/** Constructor of `TextDecoder`, which browser and server have but the language library lacks. */
export type Decoder = new (
  encoding: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

/**
 * Decodes an exported file: UTF-16 by its byte order mark or its zeros, then UTF-8, otherwise
 * GB18030.
 */
export const decodeText = (bytes: Uint8Array, TextDecoder: Decoder): string => {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  const wide = marked?.[1] ?? guessUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};
