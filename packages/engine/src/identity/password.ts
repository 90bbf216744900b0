import { createHash, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * Passwords travel as the lower-case hex MD5 of what was typed (ruling 19). That is a wire
 * format and no protection: what arrives is the secret, and argon2id of it is what is kept.
 */
export type WirePassword = string;

const hexMd5 = /^[0-9a-f]{32}$/;
const sha1Hex = /^[0-9a-f]{40}$/i;

/** argon2id by default; memory in KiB and passes as OWASP advises (19 MiB, 2, 1). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The wire form of a typed password. */
export const toWire = (typed: string): WirePassword =>
  createHash('md5').update(typed, 'utf8').digest('hex');

/** Did a client send the digest, and not what was typed? Some write it in capitals. */
export const isPasswordDigest = (text: string): boolean => hexMd5.test(text.toLowerCase());

/** Password that a client sent, in wire form: the older dialect sends the typed text itself. */
export const receivedPassword = (text: string): WirePassword =>
  isPasswordDigest(text) ? text.toLowerCase() : toWire(text);

/** Hashing takes a core for some 20 ms: at most this many at once, the rest waits in line. */
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

/** @returns the PHC string to keep. */
export const hashPassword = (password: WirePassword): Promise<string> =>
  inTurn(() => hash(password, cost));

/** A hash that nothing matches, for people who do not exist: they take as long as those who do. */
const nobody = await hash('nobody', cost);

export interface VerifiedPassword {
  readonly matches: boolean;
  /** The kept form is of the old family or of another cost: hash anew and keep that. */
  readonly outdated: boolean;
}

/** Compares a password with an argon2 hash: the expensive part of every sign-in. */
export type CompareHash = (hash: string, password: WirePassword) => Promise<boolean>;

/**
 * Compares what was received with what is kept. An imported account of the old family keeps
 * `sha1(md5hex)`, which verifies once and is replaced. Takes as long for a wrong password as for an
 * unknown account (`stored` null).
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
