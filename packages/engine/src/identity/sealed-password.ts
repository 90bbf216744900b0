import { sm2 } from 'sm-crypto-v2';

/** C1C2C3, as the clients of the family send it, and C1C3C2, the order of the standard. */
const modes = [0, 1] as const;

/** C1 (64 bytes), C3 (32 bytes) and at least one byte of text, in hex; `04` before it is optional. */
const sealedShape = /^[\da-f]{194,4000}$/i;

/** Is this as long as an SM2 ciphertext and spelled like one? No digest and no typed password is. */
export const isSealed = (text: string): boolean => sealedShape.test(text);

/** The hex of a private key, with the leading zero byte that some generators print. */
const keyShape = /^(00)?[\da-f]{64}$/i;

const unseal = (text: string, privateKey: string): string | null => {
  const bodies = text.startsWith('04') ? [text, text.slice(2)] : [text];
  for (const body of bodies) {
    for (const mode of modes) {
      try {
        // The hash within proves the plaintext: a wrong reading yields an empty text, or throws.
        const opened = sm2.doDecrypt(body, privateKey, mode, { output: 'string' });
        if (opened !== '') return opened;
      } catch {
        // Not a point of the curve in this reading.
      }
    }
  }
  return null;
};

/**
 * Opens passwords that newer clients of the family encrypt with SM2 (GB/T 32918.4) on their way. The content is the
 * typed password or its digest.
 */
export class SealedPasswords {
  readonly #privateKeys: readonly string[];
  /** For clients: 65 bytes in hex, beginning with `04`; of the first key. */
  readonly publicKey: string | undefined;

  /**
   * @param privateKeys 32 bytes in hex each; all of them open, so that a key can be replaced.
   * @throws Error for a key that is no private key of SM2.
   */
  constructor(privateKeys: readonly string[] = []) {
    this.#privateKeys = privateKeys.map((key) => {
      if (!keyShape.test(key)) throw new Error('An SM2 private key is 32 bytes in hex.');
      return key.slice(-64).toLowerCase();
    });
    const [first] = this.#privateKeys;
    this.publicKey = first && sm2.getPublicKeyFromPrivateKey(first);
  }

  /** Text that was sealed; the text itself where it is not sealed; null where no key opens it. */
  open(text: string): string | null {
    if (!isSealed(text)) return text;
    for (const key of this.#privateKeys) {
      const opened = unseal(text.toLowerCase(), key);
      if (opened !== null) return opened;
    }
    return null;
  }
}
