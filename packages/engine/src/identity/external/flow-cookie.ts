import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInFlow } from './provider.ts';

/** Milliseconds from leaving for an external service until the return. */
const lifetime = 15 * 60_000;

const name = (source: string): string => `keyan-flow-${source}`;

/**
 * Signed cookies that store the start of an external sign-in in the browser that began it: a link prepared by somebody
 * else signs nobody in (login CSRF, RFC 6749 §10.12).
 */
export class FlowCookies {
  readonly #secret: Uint8Array;
  readonly #clock: () => Date;

  constructor(secret: Uint8Array, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Creates a flow, and the cookie that stores it. */
  begin(source: string): { readonly flow: SignInFlow; readonly cookie: string } {
    const random = (): string => randomBytes(32).toString('base64url');
    const flow = { source, state: random(), nonce: random(), verifier: random() };
    const until = this.#clock().getTime() + lifetime;
    const body = Buffer.from(JSON.stringify({ ...flow, until })).toString('base64url');
    const value = `${body}.${this.#sign(body)}`;
    return { flow, cookie: this.#cookie(source, value, lifetime / 1000) };
  }

  /** Returns the flow that began in this browser with this state, or undefined. */
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

  /** Returns the cookie that deletes the stored flow: each flow ends once. */
  end(source: string): string {
    return this.#cookie(source, '', 0);
  }

  /** Returns a `Set-Cookie` value; `Lax`, because the browser returns from another site. */
  #cookie(source: string, value: string, maxAge: number): string {
    return `${name(source)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(`flow ${body}`).digest('base64url');
  }
}
