import { sm2 } from 'sm-crypto-v2';

/** Modes of ciphertext: C1C2C3, as BladeX clients send it, and C1C3C2, the order of the standard. */
const modes = [0, 1] as const;

/** C1 (64 bytes), C3 (32 bytes) and at least one byte of text, in hex; `04` before it is optional. */
const sealedShape = /^[\da-f]{194,4000}$/i;

/** True if the text has the length and form of an SM2 ciphertext, which no digest and no typed password has. */
export const isSealed = (text: string): boolean => sealedShape.test(text);

/** Private key in hex, with the leading zero byte that some generators print. */
const keyShape = /^(00)?[\da-f]{64}$/i;

const unseal = (text: string, privateKey: string): string | null => {
  const bodies = text.startsWith('04') ? [text, text.slice(2)] : [text];
  for (const body of bodies) {
    for (const mode of modes) {
      try {
        // The hash inside verifies the plaintext: a wrong mode gives an empty text, or throws.
        const opened = sm2.doDecrypt(body, privateKey, mode, { output: 'string' });
        if (opened !== '') return opened;
      } catch {
        // No point of the curve in this mode.
      }
    }
  }
  return null;
};

/**
 * Decrypts passwords that newer BladeX clients encrypt with SM2 (GB/T 32918.4). The content is the typed password or
 * its digest.
 */
export class SealedPasswords {
  readonly #privateKeys: readonly string[];
  /** Public key of the first private key, for clients: 65 bytes in hex, beginning with `04`. */
  readonly publicKey: string | undefined;

  /**
   * @param privateKeys 32 bytes in hex each; every key decrypts, so that a key can be replaced.
   * @throws Error for a text that is no private key of SM2.
   */
  constructor(privateKeys: readonly string[] = []) {
    this.#privateKeys = privateKeys.map((key) => {
      if (!keyShape.test(key)) throw new Error('An SM2 private key is 32 bytes in hex.');
      return key.slice(-64).toLowerCase();
    });
    const [first] = this.#privateKeys;
    this.publicKey = first && sm2.getPublicKeyFromPrivateKey(first);
  }

  /** Returns the decrypted text; the text itself if it is not encrypted; null if no key decrypts it. */
  open(text: string): string | null {
    if (!isSealed(text)) return text;
    for (const key of this.#privateKeys) {
      const opened = unseal(text.toLowerCase(), key);
      if (opened !== null) return opened;
    }
    return null;
  }
}
