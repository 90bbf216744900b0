import { createHash, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * Password in wire form: the lower-case hex MD5 of the typed text (ruling 19). The digest is a wire format and no
 * protection: it is hashed with argon2id before it is stored.
 */
export type WirePassword = string;

const hexMd5 = /^[0-9a-f]{32}$/;
const sha1Hex = /^[0-9a-f]{40}$/i;

/** Cost of argon2id; memory in KiB and passes as OWASP recommends (19 MiB, 2, 1). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the wire form of a typed password. */
export const toWire = (typed: string): WirePassword =>
  createHash('md5').update(typed, 'utf8').digest('hex');

/** True if a client sent the digest instead of the typed text; some clients send it in capitals. */
export const isPasswordDigest = (text: string): boolean => hexMd5.test(text.toLowerCase());

/** Returns the wire form of a password that a client sent: older clients send the typed text. */
export const receivedPassword = (text: string): WirePassword =>
  isPasswordDigest(text) ? text.toLowerCase() : toWire(text);

/** Maximum number of concurrent hashes; a hash takes a processor core about 20 ms. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < atOnce) running += 1;
  else await new Promise<void>((handedOver) => waiting.push(handedOver));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/**
 * Hashes a password.
 * @returns the PHC string to store.
 */
export const hashPassword = (password: WirePassword): Promise<string> =>
  inTurn(() => hash(password, cost));

/** Hash that no password matches, for unknown accounts, so that they take as long as known ones. */
const nobody = await hash('nobody', cost);

export interface VerifiedPassword {
  readonly matches: boolean;
  /** True if the stored hash has an old format or cost: hash the password again and store that. */
  readonly outdated: boolean;
}

/** Compares a password with an argon2 hash: the slowest part of every sign-in. */
export type CompareHash = (hash: string, password: WirePassword) => Promise<boolean>;

/**
 * Compares a received password with the stored hash. Accounts imported from BladeX have `sha1(md5hex)`, which is
 * verified once and replaced. Takes as long for a wrong password as for an unknown account (`stored` null).
 */
export const verifyPassword = async (
  stored: string | null,
  password: WirePassword,
  compare: CompareHash = verify,
): Promise<VerifiedPassword> => {
  if (stored !== null && sha1Hex.test(stored)) {
    const given = createHash('sha1').update(password, 'utf8').digest();
    const matches = timingSafeEqual(Buffer.from(stored, 'hex'), given);
    if (!matches) await inTurn(() => compare(nobody, password));
    return { matches, outdated: matches };
  }
  const matches = (await inTurn(() => compare(stored ?? nobody, password))) && stored !== null;
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return { matches, outdated: matches && !stored?.startsWith(current) };
};
