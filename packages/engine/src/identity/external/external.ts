import type { Label } from '@keyan/kernel/label.ts';
import type { Logger } from 'pino';
import type { Database } from '../../store/connection/database.ts';
import type { Ids } from '../../store/schema/ids.ts';
import type { ClientOrigin, SignedIn } from '../grants.ts';
import type { Identity } from '../identity.ts';
import { SignInRefused } from '../refusal.ts';
import {
  bindAccount,
  bindTicketHolder,
  boundAccount,
  issueTicket,
  matchingAccount,
  ticketHolderOf,
} from './bindings.ts';
import { casProvider } from './cas.ts';
import { FlowCookies } from './flow-cookie.ts';
import { oauthProvider, oidcProvider } from './oauth.ts';
import type { ExternalPerson, SignInProvider } from './provider.ts';
import type { ExternalSettings, ProviderSettings } from './settings.ts';

export interface ExternalParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly identity: Identity;
  readonly secret: Uint8Array;
  readonly signInPath: string;
  /** Aliases of roles whose holders no service names by a staff number or an account. */
  readonly administrators: readonly string[];
}

/** Data that comes back with the browser. */
export interface ExternalGrant {
  readonly kind: 'social' | 'cas';
  readonly tenantId: string;
  readonly source: string;
  readonly code: string;
  readonly state: string;
  readonly cookies: string | undefined;
  readonly origin: ClientOrigin;
}

/** A button of the sign-in page. */
export interface ExternalChoice {
  readonly source: string;
  readonly kind: SignInProvider['kind'];
  readonly label: Label;
}

const defaultTenant = '000000';

/** @param path of the calls that sign in: the browser comes back below it, or at the page. */
const makeProvider = (settings: ProviderSettings, given: string, path: string): SignInProvider => {
  const site = given.replace(/\/+$/, '');
  const { source } = settings;
  const back = `${site}${path}/oauth/callback/${source}`;
  const tenantId = settings.tenantId ?? defaultTenant;
  switch (settings.kind) {
    case 'cas':
      return {
        ...casProvider(settings, (state) => `${site}/login?source=${source}&state=${state}`),
        tenantId,
      };
    case 'oidc':
      return { ...oidcProvider(settings, back), tenantId };
    case 'oauth2':
      return { ...oauthProvider(settings, back), tenantId };
  }
};

const attribute = (who: ExternalPerson, claim: string | undefined): string => {
  const value = claim === undefined ? who.subject : who.attributes[claim];
  return typeof value === 'string' ? value.trim() : '';
};

/** Signing in by what a service outside says: CAS, OpenID Connect, OAuth 2.0. */
export class ExternalSignIns {
  readonly #parts: ExternalParts;
  readonly #providers: ReadonlyMap<string, SignInProvider>;
  readonly #flows: FlowCookies;

  constructor(parts: ExternalParts, settings?: ExternalSettings) {
    this.#parts = parts;
    this.#flows = new FlowCookies(parts.secret, parts.clock);
    this.#providers = new Map(
      settings?.providers.map((each) => [
        each.source,
        makeProvider(each, settings.site, parts.signInPath),
      ]),
    );
  }

  /** The names of all services. */
  get sources(): readonly string[] {
    return [...this.#providers.keys()];
  }

  /** The services that know people of this university. */
  choices(tenantId: string): readonly ExternalChoice[] {
    return [...this.#providers.values()]
      .filter((provider) => provider.tenantId === tenantId)
      .map(({ source, kind, label }) => ({ source, kind, label }));
  }

  /**
   * Where the browser goes, and the cookie by which it is recognised when it comes back.
   * @throws SignInRefused for no such service, or one that cannot be reached.
   */
  async begin(source: string): Promise<{ readonly url: URL; readonly cookie: string }> {
    const provider = this.#providers.get(source);
    if (!provider) throw new SignInRefused('unknownService');
    const { flow, cookie } = this.#flows.begin(source);
    const url = await provider.begin(flow).catch((error: unknown) => this.#failed(source, error));
    return { url, cookie };
  }

  /**
   * Signs in whom the service names. Without an account they are a guest, whose `oauthId` lets them
   * bind one by signing in, or apply for one.
   * @throws SignInRefused
   */
  async signIn(grant: ExternalGrant): Promise<SignedIn> {
    const { source, origin } = grant;
    const provider = this.#providers.get(source);
    const fits = provider && (provider.kind === 'cas') === (grant.kind === 'cas');
    if (!fits || provider.tenantId !== grant.tenantId) throw new SignInRefused('unknownService');
    const { identity, database, ids, clock, administrators } = this.#parts;
    const { tenantId } = provider;
    await identity.admit(tenantId, origin, grant.kind);
    const flow = this.#flows.read(grant.cookies, source, grant.state);
    if (!flow || grant.code === '') throw new SignInRefused('strayAnswer');
    const who = await provider
      .finish(flow, grant.code)
      .catch((error: unknown) => this.#failed(source, error));
    const given = { source, who };
    const found = await database.transaction(tenantId, async (tx) => {
      const bound = await boundAccount(tx, source, who.subject);
      if (bound !== null || provider.match === undefined) return bound;
      const value = attribute(who, provider.claim);
      const userId =
        value === '' ? null : await matchingAccount(tx, provider.match, value, administrators);
      if (userId !== null) await bindAccount(tx, ids, clock(), { ...given, userId });
      return userId;
    });
    if (found !== null) {
      const proven = { grantType: grant.kind, tenantId, userId: found, origin };
      const entered = await identity.signInProven({ ...proven, detail: source });
      return { ...entered, ended: this.#flows.end(source) };
    }
    const oauthId = await database.transaction(tenantId, (tx) =>
      issueTicket(tx, ids, clock(), given),
    );
    return {
      ...(await identity.guest({ tenantId, oauthId, origin })),
      ended: this.#flows.end(source),
    };
  }

  /** Binds the account that somebody signed in to; a ticket that is none of ours binds nothing. */
  async bind(signedIn: SignedIn, ticket: string, origin: ClientOrigin): Promise<void> {
    const { database, clock, identity } = this.#parts;
    const { tenantId, id, account } = signedIn.person.actor;
    const bound = await database.transaction(tenantId, async (tx) => {
      const holder = await ticketHolderOf(tx, ticket, clock());
      return holder !== null && (await bindTicketHolder(tx, holder, id, clock()));
    });
    if (bound) await identity.record(tenantId, { kind: 'bound', origin, userId: id, account });
  }

  /** Says in the log why a service proved nothing, without what it was asked and answered. */
  #failed(source: string, error: unknown): never {
    const { name, message, code } = error as Error & { code?: string };
    this.#parts.log.warn({ source, name, code, reason: message.slice(0, 200) }, 'sign-in service');
    throw new SignInRefused('notConfirmed');
  }
}
