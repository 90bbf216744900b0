import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Secrets } from '@keyan/engine/base/secrets.ts';

// Web Push by its standards: RFC 8291 (encryption for one browser), RFC 8188 (aes128gcm), RFC 8292 (VAPID).

const curve = 'prime256v1';
const pointBytes = 65;
const authBytes = 16;
const recordSize = 4096;

/** Keys of the subscribed browser, base64url. */
export interface BrowserKeys {
  /** Public key of the browser: an uncompressed P-256 point. */
  readonly p256dh: string;
  /** Secret that the browser shares with the server. */
  readonly auth: string;
}

/** Returns whether the keys are valid: a point of the curve, and a secret of 16 bytes. */
export const areBrowserKeys = ({ p256dh, auth }: BrowserKeys): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== pointBytes || Buffer.from(auth, 'base64url').length !== authBytes) {
    return false;
  }
  try {
    return ECDH.convertKey(point, curve).length === pointBytes;
  } catch {
    return false;
  }
};

const derived = (key: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Random values of one message; tests pass those of the RFC. */
export interface PushChance {
  readonly salt: Buffer;
  /** One-time private key of the server for this message. */
  readonly key: Buffer;
}

const chance = (): PushChance => {
  const own = createECDH(curve);
  own.generateKeys();
  return { salt: randomBytes(16), key: own.getPrivateKey() };
};

/** Encrypts the body of a push for one browser (RFC 8291, one record). */
export const encryptedFor = (
  text: string,
  { p256dh, auth }: BrowserKeys,
  { salt, key }: PushChance = chance(),
): Buffer => {
  const browser = Buffer.from(p256dh, 'base64url');
  const own = createECDH(curve);
  own.setPrivateKey(key);
  const point = own.getPublicKey();
  const shared = own.computeSecret(browser);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, point]);
  const secret = derived(shared, Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  // Delimiter byte 2 marks the last record.
  const record = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(point.length, 4);
  return Buffer.concat([salt, head, point, record]);
};

/** Key pair that identifies this installation at push services. */
export interface ServerKeys {
  /** Public key as base64url point, the format that browsers require. */
  readonly publicKey: string;
  readonly privateKey: Buffer;
}

/**
 * Derives the key pair of an installation from the secret of the first start, so that every process gets the same pair
 * and nothing else has to be stored.
 */
export const serverKeys = (secrets: Pick<Secrets, 'derive'>): ServerKeys => {
  for (let at = 0; ; at += 1) {
    const key = createECDH(curve);
    try {
      key.setPrivateKey(Buffer.from(secrets.derive(`web push ${at}`), 'base64url'));
    } catch {
      // About one secret in four billion is not a valid private key: derives the next.
      continue;
    }
    return { publicKey: key.getPublicKey('base64url'), privateKey: key.getPrivateKey() };
  }
};

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Lifetime of a VAPID token in hours; the standard allows 24. */
const tokenHours = 12;

/**
 * Returns the authorization header that identifies the sender at a push service (RFC 8292).
 * @param contact an https or mailto address
 */
export const vapidHeader = (
  endpoint: URL,
  contact: string,
  { publicKey, privateKey }: ServerKeys,
  now: Date,
): string => {
  const exp = Math.floor(now.getTime() / 1000) + tokenHours * 3600;
  const claims = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: endpoint.origin, exp, sub: contact })}`;
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
};
