import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInFlow } from './provider.ts';

/** Milliseconds from leaving for a service outside until coming back. */
const lifetime = 15 * 60_000;

const name = (source: string): string => `keyan-flow-${source}`;

/**
 * Keeps what a sign-in elsewhere began with in the browser that began it, signed: nobody is signed in
 * by a link that somebody else prepared (login CSRF, RFC 6749 §10.12).
 */
export class FlowCookies {
  readonly #secret: Uint8Array;
  readonly #clock: () => Date;

  constructor(secret: Uint8Array, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** A new beginning, and the cookie that keeps it. */
  begin(source: string): { readonly flow: SignInFlow; readonly cookie: string } {
    const random = (): string => randomBytes(32).toString('base64url');
    const flow = { source, state: random(), nonce: random(), verifier: random() };
    const until = this.#clock().getTime() + lifetime;
    const body = Buffer.from(JSON.stringify({ ...flow, until })).toString('base64url');
    const value = `${body}.${this.#sign(body)}`;
    return { flow, cookie: this.#cookie(source, value, lifetime / 1000) };
  }

  /** Flow that began in this browser with this state, or undefined. */
  read(cookies: string | undefined, source: string, state: string): SignInFlow | undefined {
    const start = `${name(source)}=`;
    const cookie = cookies?.split(/;\s*/).find((each) => each.startsWith(start));
    const [body = '', mac = ''] = cookie?.slice(start.length).split('.') ?? [];
    const given = Buffer.from(mac);
    const right = Buffer.from(this.#sign(body));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const { until, ...flow } = JSON.parse(
      Buffer.from(body, 'base64url').toString('utf8'),
    ) as SignInFlow & { readonly until: number };
    const fits = flow.source === source && flow.state === state;
    return fits && until > this.#clock().getTime() ? flow : undefined;
  }

  /** Forgets it: each beginning has one end. */
  end(source: string): string {
    return this.#cookie(source, '', 0);
  }

  /** `Lax`: the browser comes back from another site. */
  #cookie(source: string, value: string, maxAge: number): string {
    return `${name(source)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(`flow ${body}`).digest('base64url');
  }
}
