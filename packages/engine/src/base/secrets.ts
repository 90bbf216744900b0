import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const prefix = 'sealed:';

/** True if the text has the form of a text encrypted by `Secrets.seal`. */
export const isSealed = (text: string): boolean => /^sealed:[\w-]{38,}$/.test(text);

/**
 * Returns the stored form of a random secret that is only compared: `sha256:` and the digest. A slow hash would not
 * make a random secret safer.
 */
export const hashSecret = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret, 'utf8').digest('hex')}`;

/** True if the text has the form of a digest made by `hashSecret`. */
export const isSecretDigest = (text: string): boolean => /^sha256:[\da-f]{64}$/.test(text);

/**
 * Encrypts secrets that must be stored and used again, such as the key of an external service. The encryption key is
 * derived from the token secret, so neither the database nor a copy of it reveals a secret.
 */
export class Secrets {
  readonly #key: Uint8Array;

  /** @param secret the same in every process of an installation */
  constructor(secret: Uint8Array) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'keyan sealed settings', 32));
  }

  /**
   * Encrypts a text.
   * @param use purpose of the secret; decrypting it for another purpose fails
   */
  seal(text: string, use: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(use));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /**
   * Derives a password that is the same in every process of the installation.
   * @param use purpose of the password
   */
  derive(use: string): string {
    return createHmac('sha256', this.#key).update(use).digest('base64url');
  }

  /** Decrypts a text; null if it was not encrypted here for this purpose. */
  open(sealed: string, use: string): string | null {
    if (!isSealed(sealed)) return null;
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
    // Another base64 spelling of the same bytes is refused.
    if (prefix + bytes.toString('base64url') !== sealed) return null;
    const iv = bytes.subarray(0, ivBytes);
    const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
    const decipher = createDecipheriv(algorithm, this.#key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(use)).setAuthTag(tag);
    try {
      const opened = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return null;
    }
  }
}
