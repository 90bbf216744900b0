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
  /** Aliases of roles whose holders are never found by staff number or account name. */
  readonly administrators: readonly string[];
}

/** Parameters with which the browser returns from the service. */
export interface ExternalGrant {
  readonly kind: 'social' | 'cas';
  readonly tenantId: string;
  readonly source: string;
  readonly code: string;
  readonly state: string;
  readonly cookies: string | undefined;
  readonly origin: ClientOrigin;
}

/** Button of the sign-in page. */
export interface ExternalChoice {
  readonly source: string;
  readonly kind: SignInProvider['kind'];
  readonly label: Label;
}

const defaultTenant = '000000';

/**
 * Creates the provider of a service.
 * @param path path of the sign-in calls: the browser returns below it, or to the page.
 */
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

/** Sign-in by external services: CAS, OpenID Connect, OAuth 2.0. */
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

  /** Names of all services. */
  get sources(): readonly string[] {
    return [...this.#providers.keys()];
  }

  /** Returns the buttons of the services for people of this university. */
  choices(tenantId: string): readonly ExternalChoice[] {
    return [...this.#providers.values()]
      .filter((provider) => provider.tenantId === tenantId)
      .map(({ source, kind, label }) => ({ source, kind, label }));
  }

  /**
   * Returns the address to which the browser goes, and the cookie that identifies it on return.
   * @throws SignInRefused if the service does not exist or cannot be reached.
   */
  async begin(source: string): Promise<{ readonly url: URL; readonly cookie: string }> {
    const provider = this.#providers.get(source);
    if (!provider) throw new SignInRefused('unknownService');
    const { flow, cookie } = this.#flows.begin(source);
    const url = await provider.begin(flow).catch((error: unknown) => this.#failed(source, error));
    return { url, cookie };
  }

  /**
   * Signs in the person whom the service identifies. Without an account they become a guest, whose `oauthId` allows
   * them to link an account or apply for one.
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

  /** Links the account that signed in to the person of a ticket; an unknown ticket has no effect. */
  async bind(signedIn: SignedIn, ticket: string, origin: ClientOrigin): Promise<void> {
    const { database, clock, identity } = this.#parts;
    const { tenantId, id, account } = signedIn.person.actor;
    const bound = await database.transaction(tenantId, async (tx) => {
      const holder = await ticketHolderOf(tx, ticket, clock());
      return holder !== null && (await bindTicketHolder(tx, holder, id, clock()));
    });
    if (bound) await identity.record(tenantId, { kind: 'bound', origin, userId: id, account });
  }

  /** Logs why a service did not identify a person, without request and answer. */
  #failed(source: string, error: unknown): never {
    const { name, message, code } = error as Error & { code?: string };
    this.#parts.log.warn({ source, name, code, reason: message.slice(0, 200) }, 'sign-in service');
    throw new SignInRefused('notConfirmed');
  }
}
