import { decodeText } from '@keyan/kernel/values/encoding.ts';

/** Bytes at the beginning in which a page says its encoding. */
const looked = 2048;

const named = (text: string): string | undefined =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1] ??
  /<\?xml[^>]+encoding=["']([\w-]+)/i.exec(text)?.[1];

const decoder = (name: string, fatal: boolean): TextDecoder | null => {
  try {
    return new TextDecoder(name, { fatal });
  } catch {
    return null;
  }
};

/**
 * The text of an answer: by the encoding that the site is kept with, else by what the answer says where that is true,
 * else as files are read.
 */
export const decodeAnswer = (
  bytes: Uint8Array,
  kept: string | null,
  contentType: string | undefined,
): string => {
  const chosen = kept ? decoder(kept, false) : null;
  if (chosen) return chosen.decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, looked));
  const told = named(contentType ?? '') ?? named(head);
  const strict = told ? decoder(told, true) : null;
  if (strict) {
    try {
      return strict.decode(bytes);
    } catch {
      // It says what it is not.
    }
  }
  return decodeText(bytes, TextDecoder);
};
