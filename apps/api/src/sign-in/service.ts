import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { escapeMarkup } from '@keyan/engine/base/escape-markup.ts';
import type { ExternalSettings } from '@keyan/engine/identity/external/settings.ts';

/** Somebody whom the service knows: whoever opens its page chooses one of them, without a password. */
export interface KnownPerson {
  /** Account at the university; people without one are new to it. */
  readonly account: string;
  readonly name: string;
}

/** Proof that a code or a ticket stands for, once. */
interface Proof {
  readonly who: KnownPerson;
  /** The address that asked: a proof for one is none for another. */
  readonly asked: string;
  /** Digest of a secret that only the asking browser's server has (RFC 7636); OAuth 2.0 alone has it. */
  readonly challenge: string;
}

interface Reply {
  readonly status?: number;
  readonly type?: 'text/html' | 'application/json' | 'application/xml';
  readonly location?: string;
  readonly body?: string;
}

/** The client that is registered with the service; it listens on this machine alone, for trying things out. */
export const demoClient = { clientId: 'keyan', clientSecret: 'keyan-demo-sign-in' };

const casPath = '/cas';
const callback = '/api/blade-auth/oauth/callback';

/** The file of sign-in services (`SIGN_IN_FILE`) that names this one, twice: by CAS and by OAuth 2.0. */
export const demoSettings = (site: string, service: string): ExternalSettings => ({
  site,
  providers: [
    {
      kind: 'cas',
      source: 'cas',
      label: ['统一身份认证（演示）', 'Campus sign-in (demo)'],
      server: `${service}${casPath}`,
      match: 'account',
    },
    {
      kind: 'oauth2',
      source: 'social',
      label: ['校园账号（演示）', 'Campus account (demo)'],
      authorizeUrl: `${service}/oauth/authorize`,
      tokenUrl: `${service}/oauth/token`,
      userInfoUrl: `${service}/oauth/me`,
      match: 'account',
      ...demoClient,
    },
  ],
});

const page = (people: readonly KnownPerson[], query: URLSearchParams): string => {
  const kept = [...query].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  );
  const buttons = people.map(
    ({ account, name }) =>
      `<p><button name="who" value="${escapeMarkup(account)}">${escapeMarkup(name)} (${escapeMarkup(account)})</button></p>`,
  );
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><title>Demo sign-in</title>
    <style>body{font:16px sans-serif;margin:40px auto;max-width:420px}button{padding:8px 16px;width:100%}</style>
    <h1>Demo sign-in</h1><form>${kept.join('')}${buttons.join('')}</form></html>`;
};

const failure = (error: string, status = 400): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ error }),
});

const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type Calls = Readonly<
  Record<string, (query: URLSearchParams, request: IncomingMessage) => Reply | Promise<Reply>>
>;

/** A server of these calls, by method and path. */
const serving = (calls: Calls): Server =>
  createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const call = calls[`${request.method} ${url.pathname}`];
    const answer = call ? call(url.searchParams, request) : failure('not found', 404);
    void Promise.resolve(answer)
      .catch(() => failure('unreadable', 400))
      .then(({ status = 200, type = 'text/html', location, body = '' }) => {
        const headers = { 'content-type': `${type}; charset=utf-8`, ...(location && { location }) };
        response.writeHead(status, headers).end(body);
      });
  });

/**
 * A sign-in service for trying out: CAS 3.0 below `/cas`, OAuth 2.0 below `/oauth`. It knows the people that it is
 * given and asks for no password, so it must listen on this machine alone.
 * @param site where browsers reach the page: proofs go nowhere else
 */
export const demoSignIn = (site: string, people: readonly KnownPerson[]): Server => {
  const proofs = new Map<string, Proof>();
  const tokens = new Map<string, KnownPerson>();

  const take = (code: string): Proof | undefined => {
    const proof = proofs.get(code);
    proofs.delete(code);
    return proof;
  };

  /** Shows who may be chosen; whoever is chosen goes back with a proof. */
  const choose = (query: URLSearchParams, asked: string, name: 'ticket' | 'code'): Reply => {
    const back = URL.canParse(asked) ? new URL(asked) : null;
    const own = name === 'ticket' ? '/login' : `${callback}/social`;
    if (back?.origin !== new URL(site).origin || back.pathname !== own) {
      return failure('unknown address to return to');
    }
    const who = people.find(({ account }) => account === query.get('who'));
    if (!who) return { type: 'text/html', body: page(people, query) };
    const proof = `ST-${randomBytes(24).toString('base64url')}`;
    proofs.set(proof, { who, asked, challenge: query.get('code_challenge') ?? '' });
    back.searchParams.set(name, proof);
    const state = query.get('state');
    if (name === 'code' && state !== null) back.searchParams.set('state', state);
    return { status: 302, location: back.href };
  };

  const validate = (query: URLSearchParams): Reply => {
    const proof = take(query.get('ticket') ?? '');
    const says =
      proof?.asked === query.get('service')
        ? `<cas:authenticationSuccess><cas:user>${escapeMarkup(proof?.who.account ?? '')}</cas:user><cas:attributes>` +
          `<cas:cn>${escapeMarkup(proof?.who.name ?? '')}</cas:cn></cas:attributes></cas:authenticationSuccess>`
        : '<cas:authenticationFailure code="INVALID_TICKET">refused</cas:authenticationFailure>';
    const body = `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${says}</cas:serviceResponse>`;
    return { type: 'application/xml', body };
  };

  const exchange = (form: URLSearchParams): Reply => {
    const proof = take(form.get('code') ?? '');
    const isClient =
      form.get('client_id') === demoClient.clientId &&
      form.get('client_secret') === demoClient.clientSecret;
    if (!isClient) return failure('invalid_client', 401);
    const fits =
      proof?.asked === form.get('redirect_uri') &&
      proof?.challenge === digest(form.get('code_verifier') ?? '');
    if (!proof || !fits) return failure('invalid_grant');
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, proof.who);
    return {
      type: 'application/json',
      body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 300 }),
    };
  };

  const tell = (authorization = ''): Reply => {
    const who = tokens.get(authorization.replace(/^Bearer /, ''));
    return who
      ? { type: 'application/json', body: JSON.stringify({ id: who.account, name: who.name }) }
      : failure('invalid_token', 401);
  };

  return serving({
    [`GET ${casPath}/login`]: (query) => choose(query, query.get('service') ?? '', 'ticket'),
    [`GET ${casPath}/p3/serviceValidate`]: validate,
    'GET /oauth/authorize': (query) => choose(query, query.get('redirect_uri') ?? '', 'code'),
    'POST /oauth/token': async (_query, request) =>
      exchange(new URLSearchParams(await textOf(request))),
    'GET /oauth/me': (_query, request) => tell(request.headers.authorization),
  });
};
