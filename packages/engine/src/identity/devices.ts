import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { attemptDigest } from './attempts.ts';

/** Milliseconds for which a browser is remembered after the last sign-in. */
const lifetime = 90 * 24 * 3_600_000;

/** Account to which a known browser belongs. */
interface Holder {
  readonly tenantId: string;
  readonly account: string;
}

/** Returns the cookie name; one per account, so that people who share a machine do not replace each other's cookie. */
const cookieName = ({ tenantId, account }: Holder): string =>
  `keyan-device-${attemptDigest('cookie', tenantId, account.toLowerCase()).toString('hex', 0, 8)}`;

/**
 * Browsers from which an account has signed in before ("device cookies", OWASP: Slow Down Online Guessing Attacks). A
 * cookie grants nothing: it separates the failures of its browser from those of other people at the same address, so
 * that an attacker there does not lock out the owner.
 */
export class Devices {
  readonly #secret: Uint8Array;
  readonly #clock: () => Date;
  readonly #path: string;

  /** @param path path of the sign-in calls; browsers send the cookie only below it. */
  constructor(secret: Uint8Array, clock: () => Date, path: string) {
    this.#secret = secret;
    this.#clock = clock;
    this.#path = path;
  }

  /** Returns the cookie that makes a browser known, as a `Set-Cookie` value. */
  cookieFor(holder: Holder): string {
    const until = String(this.#clock().getTime() + lifetime);
    const id = randomBytes(16).toString('base64url');
    const value = `${id}.${until}.${this.#sign(holder, id, until).toString('base64url')}`;
    const maxAge = lifetime / 1000;
    return `${cookieName(holder)}=${value}; Path=${this.#path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
  }

  /** Returns the id of the known browser that sent these cookies, or undefined. */
  recognise(cookies: string | undefined, holder: Holder): string | undefined {
    const name = `${cookieName(holder)}=`;
    const cookie = cookies?.split(/;\s*/).find((each) => each.startsWith(name));
    const [id = '', until = '', mac = ''] = cookie?.slice(name.length).split('.') ?? [];
    const given = Buffer.from(mac, 'base64url');
    const right = this.#sign(holder, id, until);
    const ours = given.length === right.length && timingSafeEqual(given, right);
    return ours && Number(until) > this.#clock().getTime() ? id : undefined;
  }

  #sign({ tenantId, account }: Holder, id: string, until: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['device', tenantId, account.toLowerCase(), id, until]))
      .digest();
  }
}
