import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import type { HashedPassword } from './lock.ts';

/**
 * Rounds of PBKDF2-HMAC-SHA-256: some tenths of a second, to slow down guessing from a stolen
 * storage. Not the browser's implementation, which is missing on addresses without TLS.
 */
const pbkdf2Rounds = 60_000;

const deriveHash = async (text: string, salt: string): Promise<string> =>
  bytesToHex(
    await pbkdf2Async(sha256, text.normalize('NFKC'), hexToBytes(salt), {
      c: pbkdf2Rounds,
      dkLen: 32,
    }),
  );

export const hashLockPassword = async (text: string): Promise<HashedPassword> => {
  const salt = bytesToHex(randomBytes(16));
  return { salt, hash: await deriveHash(text, salt) };
};

export const isLockPassword = async (text: string, kept: HashedPassword): Promise<boolean> =>
  (await deriveHash(text, kept.salt)) === kept.hash;
