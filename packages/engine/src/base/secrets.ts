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

/** Tells whether a text is sealed, as `Secrets.seal` makes it? */
export const isSealed = (text: string): boolean => /^sealed:[\w-]{38,}$/.test(text);

/** Stored form of a random secret that is only compared: `sha256:` and its digest. A slow hash would add nothing. */
export const hashSecret = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret, 'utf8').digest('hex')}`;

/** Tells whether a text is a digest, as `hashSecret` makes it? */
export const isSecretDigest = (text: string): boolean => /^sha256:[\da-f]{64}$/.test(text);

/**
 * Seals what must be stored and used again, such as the key of a service outside. Encrypted with a
 * key that follows from the token secret, so that neither the database nor a copy of it gives it away.
 */
export class Secrets {
  readonly #key: Uint8Array;

  /** @param secret the same in every process of an installation */
  constructor(secret: Uint8Array) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'keyan sealed settings', 32));
  }

  /** @param use whose secret it is; it opens for nothing else */
  seal(text: string, use: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(use));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** A password that every process of the installation comes to by itself. @param use what it is for */
  derive(use: string): string {
    return createHmac('sha256', this.#key).update(use).digest('base64url');
  }

  /** The text, or null where it was not sealed here for this use. */
  open(sealed: string, use: string): string | null {
    if (!isSealed(sealed)) return null;
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
    // Other spellings of the same bytes are not what was sealed.
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
