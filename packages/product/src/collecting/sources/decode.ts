import { decodeText } from '@keyan/kernel/values/encoding.ts';

/** Number of leading bytes searched for an encoding declaration. */
const searchedBytes = 2048;

const encodingNamedIn = (text: string): string | undefined =>
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
 * Decodes a response: by the encoding configured for the site, otherwise by the declared encoding
 * if valid, otherwise by detection as for files.
 */
export const decodeAnswer = (
  bytes: Uint8Array,
  kept: string | null,
  contentType: string | undefined,
): string => {
  const chosen = kept ? decoder(kept, false) : null;
  if (chosen) return chosen.decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, searchedBytes));
  const told = encodingNamedIn(contentType ?? '') ?? encodingNamedIn(head);
  const strict = told ? decoder(told, true) : null;
  if (strict) {
    try {
      return strict.decode(bytes);
    } catch {
      // The declared encoding is wrong: continue with detection.
    }
  }
  return decodeText(bytes, TextDecoder);
};
