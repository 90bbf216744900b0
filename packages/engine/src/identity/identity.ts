import type { Actor } from '@keyan/kernel/access/actor.ts';
import { tenantIdShape } from '@keyan/kernel/values/tenant.ts';
import type { Session, Tx } from '../store/connection/database.ts';
import { LruCache } from '../store/connection/lru-cache.ts';
import { countAttempt, forgiveAttempt } from './attempts.ts';
import { Captchas } from './captchas.ts';
import { type Client, Clients } from './clients.ts';
import {
  accountById,
  findAccount,
  isTenantExpired,
  replaceHash,
  sessionEndReason,
} from './credentials.ts';
import { Devices } from './devices.ts';
import { type Origin, oneLineText, recordEvent, type SecurityEvent } from './events.ts';
import type {
  ClientOrigin,
  GrantType,
  GuestGrant,
  PasswordGrant,
  PersonWithSession,
  ProvenGrant,
  RefreshGrant,
  SignedIn,
  ViewGrant,
} from './grants.ts';
import { guestActor, noSessionToken } from './guest.ts';
import type { IdentityParts } from './identity-parts.ts';
import { issueTokens } from './issue.ts';
import { recordLate } from './late-writer.ts';
import { hashPassword, receivedPassword, verifyPassword } from './password.ts';
import { pictureToken } from './pictures.ts';
import { CallRates } from './rates.ts';
import { SignInRefused, type signInRefusals } from './refusal.ts';
import { allTenantsChanged, CachedPeople } from './remembered.ts';
import { SealedPasswords } from './sealed-password.ts';
import {
  advanceSession,
  chooseRoles,
  endSession,
  lockSession,
  openSession,
  type PageViewer,
  type StoredSession,
  viewSeconds,
} from './sessions.ts';
import { browserLimit, perMinute, strangersLimit } from './sign-in-limits.ts';
import { describePerson, type TokenKind, Tokens, type VerifiedToken } from './tokens.ts';

/**
 * Identity of people: signing in, staying signed in, signing out, and the person of a token. Tokens name their holder,
 * never the rights: rights are read from the tables and cached per session. The database announces every change of
 * people, roles and sessions (channel `identity`), so that a usual request needs no query, and a disabled person, a
 * lost role or an ended session counts at once in every process.
 */
export class Identity {
  readonly #parts: IdentityParts;
  readonly #tokens: Tokens;
  readonly #clients: Clients;
  readonly #proofs = new LruCache<string, VerifiedToken>(5000);
  readonly #people: CachedPeople;
  readonly #devices: Devices;
  readonly #rates: CallRates;
  readonly #recordLate: ReturnType<typeof recordLate>;
  readonly captchas: Captchas;
  readonly sealed: SealedPasswords;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
    this.sealed = parts.sealed ?? new SealedPasswords();
    this.#tokens = new Tokens(parts.secret, parts.clock);
    this.#clients = new Clients(parts.database);
    this.#devices = new Devices(parts.secret, parts.clock, parts.signInPath);
    this.#rates = new CallRates(parts.database, parts.clock, parts.log);
    this.captchas = new Captchas(parts.database, parts.clock);
    this.#people = new CachedPeople(parts);
    this.#recordLate = recordLate(parts);
    parts.notifications.on('identity', (payload) => {
      // A tenant database announces a change of everything for its own tenant.
      const { all } = JSON.parse(payload) as { all?: boolean };
      if (payload === allTenantsChanged || all) this.#clients.forget();
    });
    parts.notifications.onGap(() => this.#clients.forget());
  }

  /** True if a captcha is required of people who are not signed in. */
  get asksCaptcha(): boolean {
    return this.#parts.captcha ?? false;
  }

  /**
   * Returns the person of an access token; null if the token is not ours, has expired, was signed out, or its person is
   * disabled.
   */
  async authenticate(token: string): Promise<Actor | null> {
    return (await this.present(token))?.person.actor ?? null;
  }

  /**
   * Returns the person of a session with current rights; null if the session is over, the person disabled, or a
   * password has to be chosen first.
   */
  async holderOf(tenantId: string, userId: string, sessionId: string): Promise<Actor | null> {
    const person = await this.#people.personOf({ tenantId, userId, sessionId });
    return person?.actor.id === userId && !person.actor.passwordDue ? person.actor : null;
  }

  /** Returns the person of the cookie with which a browser loads pictures, or null. */
  async authenticatePicture(cookies: string | undefined): Promise<Actor | null> {
    const token = pictureToken(cookies);
    if (token === undefined) return null;
    return (await this.#presentBy(await this.#prove(token, 'picture_token')))?.person.actor ?? null;
  }

  /** Returns the person of a token, with the values that pages show, or null. */
  async present(token: string): Promise<PersonWithSession | null> {
    return this.#presentBy(await this.#prove(token));
  }

  async #presentBy(proof: VerifiedToken | null): Promise<PersonWithSession | null> {
    if (!proof) return null;
    const person = await this.#people.personOf(proof);
    return person?.actor.id === proof.userId ? { person, sessionId: proof.sessionId } : null;
  }

  /** True if a valid token is refused because the term of its tenant is over. */
  async isClosed(token: string): Promise<boolean> {
    const proof = await this.#prove(token);
    return proof !== null && isTenantExpired(this.#parts.database, proof.tenantId, this.#now());
  }

  /** True if the client exists and the secret matches. */
  knowsClient(id: string, secret: string): Promise<boolean> {
    return this.#clients.knows(id, secret);
  }

  /**
   * Signs in with a password and opens a session. A browser known to the account has a separate count of failures: a
   * flood from its address does not lock it out.
   * @throws SignInRefused, equal for an unknown account and a wrong password; TooManyCalls.
   */
  async signIn(grant: PasswordGrant): Promise<SignedIn> {
    const tenantId = tenantIdShape.test(grant.tenantId) ? grant.tenantId : '';
    const grantType = grant.needsCaptcha ? 'captcha' : 'password';
    const client = await this.#clientFor(tenantId, grant.origin, grantType);
    const account = oneLineText(grant.account, 100).trim();
    if (grant.tenantId === '') throw new SignInRefused('missingTenant');
    if (account === '') throw new SignInRefused('missingAccount');
    if (grant.password === '') throw new SignInRefused('missingPassword');
    const device = this.#devices.recognise(grant.cookies, { tenantId, account });
    if (device === undefined) await this.#rates.countLoosely(strangersLimit(grant.origin));
    else await this.#rates.count(...browserLimit(tenantId, account, device));
    const human = await this.captchas.redeem(grant.captcha);
    if ((this.asksCaptcha || grant.needsCaptcha) && !human) throw new SignInRefused('wrongCaptcha');
    const typed = this.sealed.open(grant.password);
    if (typed === null) throw new SignInRefused('unreadablePassword');
    const attempt = { tenantId, account, address: grant.origin.address, device, human };
    const { standing, left } = await countAttempt(this.#parts.database, attempt, this.#now());
    const found = await findAccount(this.#parts.database, tenantId, account, this.#now());
    const refuse = async (reason: keyof typeof signInRefusals): Promise<never> => {
      await this.record(tenantId, {
        kind: standing === 'accountLocked' ? 'signInLocked' : 'signInFailed',
        origin: grant.origin,
        userId: found?.id ?? null,
        account,
        detail: reason,
      });
      throw new SignInRefused(reason, reason === 'wrongPassword' ? left : undefined);
    };
    if (standing === 'captchaNeeded' && grant.captcha?.code) return refuse('wrongCaptcha');
    if (standing !== 'open') return refuse(standing);
    const password = receivedPassword(typed);
    const { compareHash } = this.#parts;
    const { matches, outdated } = await verifyPassword(found?.hash ?? null, password, compareHash);
    if (!found || !matches) return refuse('wrongPassword');
    if (found.closed) return refuse(found.closed);
    const renewed = outdated ? await hashPassword(password) : null;
    await forgiveAttempt(this.#parts.database, attempt);
    const entered = await this.#enter(client, tenantId, found.id, grant.origin, async (tx) => {
      if (renewed !== null) await replaceHash(tx, found, renewed, this.#now());
      await this.#write(tx, { kind: 'signIn', origin: grant.origin, userId: found.id, account });
    });
    return { ...entered, cookie: this.#devices.cookieFor({ tenantId, account }) };
  }

  /**
   * Signs in a person who proved their identity without a password, and makes the browser known to the account.
   * @throws SignInRefused if account or tenant is closed, or the client lacks the grant.
   */
  async signInProven(grant: ProvenGrant): Promise<SignedIn> {
    const { tenantId, userId, origin } = grant;
    const client = await this.#clientFor(tenantId, origin, grant.grantType);
    const found = await accountById(this.#parts.database, tenantId, userId, this.#now());
    const event = { origin, userId, account: found?.account ?? '', detail: grant.detail };
    if (!found || found.closed) {
      await this.record(tenantId, { ...event, kind: 'signInFailed' });
      throw new SignInRefused(found?.closed ?? 'disabled');
    }
    const entered = await this.#enter(client, tenantId, userId, origin, (tx) =>
      this.#write(tx, { ...event, kind: 'signIn' }),
    );
    return { ...entered, cookie: this.#devices.cookieFor({ tenantId, account: found.account }) };
  }

  /**
   * Opens a session in which somebody views the pages of another person and changes nothing. The caller has checked the
   * right.
   * @throws SignInRefused if the account is closed, or the client may not sign in people.
   */
  async viewAs({ tenantId, userId, viewer, origin }: ViewGrant): Promise<SignedIn> {
    const client = await this.#clientFor(tenantId, origin, 'password');
    const detail = `${viewer.name}: ${viewer.reason}`;
    const begun = (tx: Tx) => this.#write(tx, { kind: 'viewBegun', origin, userId, detail });
    return this.#enter(client, tenantId, userId, origin, begun, {
      viewer,
      seconds: viewSeconds,
    });
  }

  /**
   * Checks that a client may sign people in by this grant, before any external call.
   * @throws SignInRefused; TooManyCalls for too many calls from the address.
   */
  async admit(tenantId: string, origin: ClientOrigin, grantType: GrantType): Promise<void> {
    await this.#rates.countLoosely(strangersLimit(origin));
    await this.#clientFor(tenantId, origin, grantType);
  }

  /**
   * Returns a token for a person without an account, so that the page can ask them to register. No other call accepts
   * the token, and nothing is stored.
   * @throws SignInRefused; TooManyCalls.
   */
  async guest({ tenantId, oauthId, origin }: GuestGrant): Promise<SignedIn> {
    const person = guestActor(tenantIdShape.test(tenantId) ? tenantId : '');
    const tenant = person.actor.tenantId;
    const { id, accessSeconds } = await this.#clientFor(tenant, origin, 'password');
    await this.#rates.countLoosely(strangersLimit(origin));
    const token = await this.#tokens.issue(
      'guest_token',
      { ...noSessionToken, tenantId: tenant },
      describePerson(person, id),
      accessSeconds,
    );
    const tokens = { accessToken: token, refreshToken: token, expiresIn: accessSeconds };
    return { person, oauthId: oneLineText(oauthId, 64).trim(), ...tokens };
  }

  /**
   * Exchanges a refresh token for new tokens; it can be used once. A second use means that somebody else has it too:
   * the session ends for both. A genuine token is limited only with its session, whatever comes from the address.
   * @throws SignInRefused; TooManyCalls.
   */
  async refresh(grant: RefreshGrant): Promise<SignedIn> {
    const proof = await this.#tokens.prove('refresh_token', grant.refreshToken);
    if (!proof) {
      await this.#rates.countLoosely(strangersLimit(grant.origin));
      throw new SignInRefused('sessionOver');
    }
    const { tenantId, sessionId, userId } = proof;
    const client = await this.#clientFor(tenantId, grant.origin, 'refresh_token');
    await this.#rates.count({
      of: ['session', tenantId, sessionId],
      most: perMinute.session,
    });
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
      const advanced = await advanceSession(tx, sessionId, this.#now(), client.refreshSeconds);
      const person = await this.#people.read(tx, sessionId);
      return person
        ? { session: { ...session, ...advanced }, person }
        : sessionEndReason(tx, this.#now());
    });
    this.forget(tenantId, [userId]);
    if (typeof outcome === 'string') throw new SignInRefused(outcome);
    return issueTokens(this.#tokens, this.#now(), { client, tenantId, ...outcome });
  }

  /** Ends the session of a token; its tokens are refused from now on. Another token has no effect. */
  async signOut(token: string, origin: Origin): Promise<void> {
    const proof = await this.#prove(token);
    if (!proof) return;
    await this.#parts.database.transaction(proof.tenantId, async (tx) => {
      const { sessionId, userId } = proof;
      const viewer = await endSession(tx, sessionId, 'signedOut', this.#now());
      const event = viewer === null ? { kind: 'signOut' } : { kind: 'viewEnded', detail: viewer };
      await this.#write(tx, { ...event, origin, userId } as SecurityEvent);
    });
    this.forget(proof.tenantId, [proof.userId]);
  }

  /** Removes these people from the cache; the database announces changes to other processes. */
  forget(tenantId: string, userIds: readonly string[]): void {
    this.#people.forget(tenantId, userIds);
  }

  /** Records a refused call in the background. */
  denied(actor: Actor, denial: Omit<Origin, 'clientId'> & { readonly call: string }): void {
    void this.record(actor.tenantId, {
      kind: 'denied',
      origin: denial,
      userId: actor.id,
      account: actor.account,
      detail: denial.call,
    });
  }

  /**
   * Records a sign-in or its refusal. A failure to write is logged, never thrown; while the database is unreachable or
   * the tenant moves, the event is queued.
   */
  async record(tenantId: string, event: SecurityEvent): Promise<void> {
    if (tenantId !== '') await this.#recordLate(tenantId, event);
  }

  async #prove(token: string, kind: TokenKind = 'access_token'): Promise<VerifiedToken | null> {
    const key = `${kind} ${token}`;
    const proof = this.#proofs.get(key) ?? (await this.#tokens.prove(kind, token));
    if (!proof || proof.expires <= this.#now().getTime()) return null;
    this.#proofs.set(key, proof);
    return proof;
  }

  async #clientFor(tenantId: string, origin: ClientOrigin, grantType: GrantType): Promise<Client> {
    const { clientId: id, clientSecret: secret } = origin;
    const client = await this.#clients.find(tenantId, { id, secret });
    if (!client?.grantTypes.includes(grantType)) throw new SignInRefused('unknownGrant');
    return client;
  }

  /** Opens a session, runs further writes in its transaction, and creates the tokens. */
  async #enter(
    client: Client,
    tenantId: string,
    userId: string,
    origin: ClientOrigin,
    work: (tx: Tx) => Promise<void>,
    viewing?: { readonly viewer: PageViewer; readonly seconds: number },
  ): Promise<SignedIn> {
    const opened = await this.#parts.database.transaction(tenantId, async (tx) => {
      const given = { userId, origin, seconds: client.refreshSeconds, ...viewing };
      const session = await openSession(tx, this.#parts.ids, this.#now(), given);
      await work(tx);
      return { session, person: await this.#people.read(tx, session.id) };
    });
    const { session, person } = opened;
    // The person was disabled between the two transactions.
    if (!person) throw new SignInRefused('disabled');
    return issueTokens(this.#tokens, this.#now(), { client, tenantId, session, person });
  }

  /**
   * Switches roles.
   * @returns false if the person does not have one of the roles.
   */
  async #switchRoles(
    tx: Tx,
    session: StoredSession,
    wanted: readonly string[],
    origin: Origin,
  ): Promise<boolean> {
    const all = await chooseRoles(tx, session, wanted);
    if (all === null) return false;
    await this.#write(tx, {
      kind: 'roleSwitched',
      origin,
      userId: session.userId,
      detail: all ? 'all' : wanted.join(','),
    });
    return true;
  }

  #write(session: Session, event: SecurityEvent): Promise<void> {
    return recordEvent(session, this.#parts.ids, this.#now(), event);
  }

  #now(): Date {
    return this.#parts.clock();
  }
}
