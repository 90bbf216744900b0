import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Logger } from 'pino';
import type { Database, Session, Tx } from '../store/database.ts';
import type { Ids } from '../store/ids.ts';
import { LruCache } from '../store/lru-cache.ts';
import type { Notifications } from '../store/notifications.ts';
import { countAttempt, forgiveAttempt } from './attempts.ts';
import { Captchas } from './captchas.ts';
import { type Client, Clients } from './clients.ts';
import { findAccount, replaceHash } from './credentials.ts';
import { Devices } from './devices.ts';
import { type Origin, oneLine, recordEvent, type SecurityEvent } from './events.ts';
import { guestAt, noSession } from './guest.ts';
import { type CompareHash, hashPassword, receivedPassword, verifyPassword } from './password.ts';
import { type Person, readPerson } from './people.ts';
import { pictureCookie, pictureToken } from './pictures.ts';
import { Rates } from './rates.ts';
import { type refusals, SignInRefused } from './refusal.ts';
import { everything, Remembered } from './remembered.ts';
import {
  advanceSession,
  endSession,
  limitSession,
  lockSession,
  openSession,
  type StoredSession,
} from './sessions.ts';
import { ofBrowser, ofStrangers, perMinute } from './sign-in-limits.ts';
import { describe, type Proof, type TokenKind, Tokens } from './tokens.ts';

export interface IdentityParts {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Signs tokens; the same in every process of an installation. */
  readonly secret: Uint8Array;
  /** Path of the sign-in calls, below which browsers send the cookie that makes them known. */
  readonly signInPath: string;
  /** Ask for a captcha at every sign-in with a password. Off unless said. */
  readonly captcha?: boolean;
  /** How passwords are compared with hashes; a test counts these comparisons. */
  readonly compareHash?: CompareHash;
}

/** A request to the token call comes from a program that proved itself by the Basic header. */
export type ClientOrigin = Origin & { readonly clientId: string };

export interface PasswordGrant {
  readonly tenantId: string;
  readonly account: string;
  /** As the client sent it: see `receivedPassword`. */
  readonly password: string;
  readonly captcha?: { readonly key: string; readonly code: string };
  /** The header of that name: an account is told from others by the browsers it knows. */
  readonly cookies?: string | undefined;
  readonly origin: ClientOrigin;
}

export interface RefreshGrant {
  readonly refreshToken: string;
  /** Switches to these roles: none means all. Left out: as before. */
  readonly roleIds?: readonly string[];
  readonly origin: ClientOrigin;
}

/** A person whom a sign-in provider knows and who has no account here. */
export interface GuestGrant {
  readonly tenantId: string;
  /** Who they are to the provider, or empty. */
  readonly oauthId: string;
  readonly origin: ClientOrigin;
}

/** What a sign-in returns. */
export interface SignedIn {
  readonly person: Person;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
  /** After a sign-in with a password: makes the browser known to the account. */
  readonly cookie?: string;
  /** The cookie by which pictures are shown; a guest has none. */
  readonly pictures?: string;
  /** Who a guest is to the provider that they come from. */
  readonly oauthId?: string;
}

/** A person with their session. */
export interface Presence {
  readonly person: Person;
  readonly sessionId: string;
}

const tenantShape = /^[\w-]{1,12}$/;

/**
 * Who is who: signing in, staying signed in, signing out, and the person behind a token.
 *
 * Tokens say who holds them, never what the holder may do: rights come from the tables, kept in
 * memory per session. The database announces every change of people, roles and sessions (channel
 * `identity`), so that a usual request costs no query and a disabled person, a lost role or an
 * ended session counts at once in every process. While the connection for announcements is
 * down, nothing is cached.
 */
export class Identity {
  readonly #parts: IdentityParts;
  readonly #tokens: Tokens;
  readonly #clients: Clients;
  readonly #proofs = new LruCache<string, Proof>(5000);
  readonly #people: Remembered;
  readonly #devices: Devices;
  readonly #rates: Rates;
  readonly captchas: Captchas;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
    this.#tokens = new Tokens(parts.secret, parts.clock);
    this.#clients = new Clients(parts.database);
    this.#devices = new Devices(parts.secret, parts.clock, parts.signInPath);
    this.#rates = new Rates(parts.database, parts.clock);
    this.captchas = new Captchas(parts.database, parts.clock);
    this.#people = new Remembered(parts);
    parts.notifications.on('identity', (payload) => {
      if (payload === everything) this.#clients.forget();
    });
    parts.notifications.onGap(() => this.#clients.forget());
  }

  /** Whether a captcha is asked for wherever somebody unknown types something. */
  get asksCaptcha(): boolean {
    return this.#parts.captcha ?? false;
  }

  /** The person who acts with this access token, or null: not ours, run out, signed out, disabled. */
  async authenticate(token: string): Promise<Actor | null> {
    return (await this.present(token))?.person.actor ?? null;
  }

  /** The same by the cookie of a browser that fetches a picture. */
  async authenticatePicture(cookies: string | undefined): Promise<Actor | null> {
    const token = pictureToken(cookies);
    if (token === undefined) return null;
    return (await this.#presentBy(await this.#prove(token, 'picture_token')))?.person.actor ?? null;
  }

  /** The same with what pages show of the person. */
  async present(token: string): Promise<Presence | null> {
    return this.#presentBy(await this.#prove(token));
  }

  async #presentBy(proof: Proof | null): Promise<Presence | null> {
    if (!proof) return null;
    const person = await this.#people.personOf(proof);
    return person?.actor.id === proof.userId ? { person, sessionId: proof.sessionId } : null;
  }

  /** Is this a client of ours, with its secret? */
  knowsClient(id: string, secret: string): Promise<boolean> {
    return this.#clients.knows(id, secret);
  }

  /**
   * Signs in with a password and opens a session. A browser that the account is known in has a
   * share of its own: a flood from its address does not keep it out.
   * @throws SignInRefused, alike for an unknown account and a wrong password; TooManyCalls.
   */
  async signIn(grant: PasswordGrant): Promise<SignedIn> {
    const client = await this.#clientFor(grant.origin, 'password');
    const account = oneLine(grant.account, 100).trim();
    if (grant.tenantId === '') throw new SignInRefused('missingTenant');
    if (account === '') throw new SignInRefused('missingAccount');
    if (grant.password === '') throw new SignInRefused('missingPassword');
    const tenantId = tenantShape.test(grant.tenantId) ? grant.tenantId : '';
    const device = this.#devices.recognise(grant.cookies, { tenantId, account });
    if (device === undefined) this.#rates.countHere(ofStrangers(grant.origin));
    else await this.#rates.count(...ofBrowser(tenantId, account, device));
    const human = await this.captchas.redeem(grant.captcha);
    if (this.asksCaptcha && !human) throw new SignInRefused('wrongCaptcha');
    const attempt = { tenantId, account, address: grant.origin.address, device, human };
    const standing = await countAttempt(this.#parts.database, attempt, this.#now());
    const found = await findAccount(this.#parts.database, tenantId, account, this.#now());
    const refuse = async (reason: keyof typeof refusals): Promise<never> => {
      await this.record(tenantId, {
        kind: standing === 'accountLocked' ? 'signInLocked' : 'signInFailed',
        origin: grant.origin,
        userId: found?.id ?? null,
        account,
        detail: reason,
      });
      throw new SignInRefused(reason);
    };
    if (standing === 'captchaNeeded' && grant.captcha?.code) return refuse('wrongCaptcha');
    if (standing !== 'open') return refuse(standing);
    const password = receivedPassword(grant.password);
    const { compareHash } = this.#parts;
    const { matches, outdated } = await verifyPassword(found?.hash ?? null, password, compareHash);
    if (!found || !matches) return refuse('wrongPassword');
    if (!found.active) return refuse('disabled');
    const renewed = outdated ? await hashPassword(password) : null;
    await forgiveAttempt(this.#parts.database, attempt);
    const opened = await this.#parts.database.transaction(tenantId, async (tx) => {
      if (renewed !== null) await replaceHash(tx, found, renewed, this.#now());
      const session = await openSession(tx, this.#parts.ids, this.#now(), {
        userId: found.id,
        origin: grant.origin,
        seconds: client.refreshSeconds,
      });
      await this.#write(tx, { kind: 'signIn', origin: grant.origin, userId: found.id, account });
      return { session, person: await readPerson(tx, session.id, this.#now()) };
    });
    // Disabled between the two transactions.
    if (!opened.person) throw new SignInRefused('disabled');
    const cookie = this.#devices.cookieFor({ tenantId, account });
    return { ...(await this.#issue(client, tenantId, opened.session, opened.person)), cookie };
  }

  /**
   * Lets somebody in who has no account here, so that the page can ask them to register.
   * No call accepts their token, and nothing is kept of them; when it has run out they are out.
   * @throws SignInRefused; TooManyCalls.
   */
  async guest({ tenantId, oauthId, origin }: GuestGrant): Promise<SignedIn> {
    const { id, accessSeconds } = await this.#clientFor(origin, 'password');
    this.#rates.countHere(ofStrangers(origin));
    const person = guestAt(tenantShape.test(tenantId) ? tenantId : '');
    const token = await this.#tokens.issue(
      'guest_token',
      { ...noSession, tenantId: person.actor.tenantId },
      describe(person, id),
      accessSeconds,
    );
    return {
      person,
      oauthId: oneLine(oauthId, 64).trim(),
      accessToken: token,
      refreshToken: token,
      expiresIn: accessSeconds,
    };
  }

  /**
   * Trades a refresh token for new tokens; it is good for one time. Using it again means that
   * somebody else has it too: then the session is over for both. A genuine token counts with its
   * session alone, whatever else comes from the address.
   * @throws SignInRefused; TooManyCalls.
   */
  async refresh(grant: RefreshGrant): Promise<SignedIn> {
    const client = await this.#clientFor(grant.origin, 'refresh_token');
    const proof = await this.#tokens.prove('refresh_token', grant.refreshToken);
    if (!proof) {
      this.#rates.countHere(ofStrangers(grant.origin));
      throw new SignInRefused('sessionOver');
    }
    const { tenantId, sessionId, userId } = proof;
    await this.#rates.count({ of: ['session', tenantId, sessionId], most: perMinute.session });
    const outcome = await this.#parts.database.transaction(tenantId, async (tx) => {
      const session = await lockSession(tx, sessionId, this.#now());
      if (!session || session.userId !== userId || session.clientId !== client.id) {
        await this.#write(tx, { kind: 'refreshRefused', origin: grant.origin, userId });
        return 'sessionOver' as const;
      }
      if (session.generation !== proof.generation) {
        await endSession(tx, sessionId, 'reused', this.#now());
        await this.#write(tx, { kind: 'refreshReused', origin: grant.origin, userId });
        return 'sessionOver' as const;
      }
      if (grant.roleIds && !(await this.#switchRoles(tx, session, grant.roleIds, grant.origin))) {
        return 'foreignRole' as const;
      }
      const generation = await advanceSession(tx, sessionId, this.#now(), client.refreshSeconds);
      const person = await readPerson(tx, sessionId, this.#now());
      return person ? { session: { ...session, generation }, person } : ('sessionOver' as const);
    });
    this.forget(tenantId, [userId]);
    if (typeof outcome === 'string') throw new SignInRefused(outcome);
    return this.#issue(client, tenantId, outcome.session, outcome.person);
  }

  /** Ends the session of a token; its tokens are refused from now on. Any other token: nothing. */
  async signOut(token: string, origin: Origin): Promise<void> {
    const proof = await this.#prove(token);
    if (!proof) return;
    await this.#parts.database.transaction(proof.tenantId, async (tx) => {
      await endSession(tx, proof.sessionId, 'signedOut', this.#now());
      await this.#write(tx, { kind: 'signOut', origin, userId: proof.userId });
    });
    this.forget(proof.tenantId, [proof.userId]);
  }

  /** Drops the cached entries of these people; the database announces changes to other processes. */
  forget(tenantId: string, userIds: readonly string[]): void {
    this.#people.forget(tenantId, userIds);
  }

  /** Records a refused call. Returns at once. */
  denied(actor: Actor, denial: Omit<Origin, 'clientId'> & { readonly call: string }): void {
    void this.record(actor.tenantId, {
      kind: 'denied',
      origin: denial,
      userId: actor.id,
      account: actor.account,
      detail: denial.call,
    });
  }

  /** Records a sign-in or its refusal. A failure to write is logged, never thrown. */
  async record(tenantId: string, event: SecurityEvent): Promise<void> {
    if (tenantId === '') return;
    try {
      await this.#parts.database.read(tenantId, (session) => this.#write(session, event));
    } catch (error) {
      this.#parts.log.error({ error, event }, 'a security event could not be written');
    }
  }

  async #prove(token: string, kind: TokenKind = 'access_token'): Promise<Proof | null> {
    const key = `${kind} ${token}`;
    const proof = this.#proofs.get(key) ?? (await this.#tokens.prove(kind, token));
    if (!proof || proof.expires <= this.#now().getTime()) return null;
    this.#proofs.set(key, proof);
    return proof;
  }

  async #clientFor(origin: ClientOrigin, grantType: string): Promise<Client> {
    const client = await this.#clients.find(origin.clientId);
    if (!client?.grantTypes.includes(grantType)) throw new SignInRefused('unknownGrant');
    return client;
  }

  /** @returns false when a wanted role is not the person's. */
  async #switchRoles(
    tx: Tx,
    session: StoredSession,
    wanted: readonly string[],
    origin: Origin,
  ): Promise<boolean> {
    const rows = await tx.query<{ role_id: string }>(
      'select role_id from user_role where tenant_id = $1 and user_id = $2',
      [tx.tenantId, session.userId],
    );
    const own = new Set(rows.map((row) => row.role_id));
    if (!wanted.every((id) => own.has(id))) return false;
    const all = wanted.length === 0 || new Set(wanted).size === own.size;
    await limitSession(tx, session.id, all ? null : wanted);
    await this.#write(tx, {
      kind: 'roleSwitched',
      origin,
      userId: session.userId,
      detail: all ? 'all' : wanted.join(','),
    });
    return true;
  }

  async #issue(
    client: Client,
    tenantId: string,
    session: StoredSession,
    person: Person,
  ): Promise<SignedIn> {
    const holder = {
      tenantId,
      userId: session.userId,
      sessionId: session.id,
      generation: session.generation,
    };
    const described = describe(person, client.id);
    const [accessToken, refreshToken, pictures] = await Promise.all([
      this.#tokens.issue('access_token', holder, described, client.accessSeconds),
      this.#tokens.issue('refresh_token', holder, described, client.refreshSeconds),
      this.#tokens.issue('picture_token', holder, described, client.accessSeconds),
    ]);
    const expiresIn = client.accessSeconds;
    return {
      person,
      accessToken,
      refreshToken,
      expiresIn,
      pictures: pictureCookie(pictures, expiresIn),
    };
  }

  #write(session: Session, event: SecurityEvent): Promise<void> {
    return recordEvent(session, this.#parts.ids, this.#now(), event);
  }

  #now(): Date {
    return this.#parts.clock();
  }
}
