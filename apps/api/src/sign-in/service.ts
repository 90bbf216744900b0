import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { escapeMarkup } from '@keyan/engine/base/escape-markup.ts';
import type { ExternalSettings } from '@keyan/engine/identity/external/settings.ts';

/** Account of the sign-in service: visitors of its page choose one, without a password. */
export interface KnownPerson {
  /** Account at the university; accounts unknown there are offered to register. */
  readonly account: string;
  readonly name: string;
}

/** Identity that a code or a ticket proves once. */
interface Proof {
  readonly who: KnownPerson;
  /** Address that requested the proof; refused for any other address. */
  readonly asked: string;
  /** Digest of the secret of the requesting client (PKCE, RFC 7636); only with OAuth 2.0. */
  readonly challenge: string;
}

interface Reply {
  readonly status?: number;
  readonly type?: 'text/html' | 'application/json' | 'application/xml';
  readonly location?: string;
  readonly body?: string;
}

/**
 * Credentials of the OAuth 2.0 client registered with the service, which serves this machine only.
 */
export const demoClient = { clientId: 'keyan', clientSecret: 'keyan-demo-sign-in' };

const casPath = '/cas';
const callback = '/api/blade-auth/oauth/callback';

/** Settings file (`SIGN_IN_FILE`) that names this service twice: by CAS and by OAuth 2.0. */
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

const choicePage = (people: readonly KnownPerson[], query: URLSearchParams): string => {
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

const failureReply = (error: string, status = 400): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ error }),
});

const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type Calls = Readonly<
  Record<string, (query: URLSearchParams, request: IncomingMessage) => Reply | Promise<Reply>>
>;

/** Makes an HTTP server of the calls, keyed by method and path. */
const makeServer = (calls: Calls): Server =>
  createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const call = calls[`${request.method} ${url.pathname}`];
    const answer = call ? call(url.searchParams, request) : failureReply('not found', 404);
    void Promise.resolve(answer)
      .catch(() => failureReply('unreadable', 400))
      .then(({ status = 200, type = 'text/html', location, body = '' }) => {
        const headers = { 'content-type': `${type}; charset=utf-8`, ...(location && { location }) };
        response.writeHead(status, headers).end(body);
      });
  });

/**
 * Makes a sign-in service for trials: CAS 3.0 below `/cas`, OAuth 2.0 below `/oauth`. Everybody may
 * choose one of the accounts without a password, so it must listen on this machine only.
 * @param site address of the page; proofs are sent to no other address
 */
export const demoSignIn = (site: string, people: readonly KnownPerson[]): Server => {
  const proofs = new Map<string, Proof>();
  const tokens = new Map<string, KnownPerson>();

  const take = (code: string): Proof | undefined => {
    const proof = proofs.get(code);
    proofs.delete(code);
    return proof;
  };

  /** Shows the accounts to choose from; choosing one redirects the browser back with a proof. */
  const choose = (query: URLSearchParams, asked: string, name: 'ticket' | 'code'): Reply => {
    const back = URL.canParse(asked) ? new URL(asked) : null;
    const own = name === 'ticket' ? '/login' : `${callback}/social`;
    if (back?.origin !== new URL(site).origin || back.pathname !== own) {
      return failureReply('unknown address to return to');
    }
    const who = people.find(({ account }) => account === query.get('who'));
    if (!who) return { type: 'text/html', body: choicePage(people, query) };
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
    if (!isClient) return failureReply('invalid_client', 401);
    const fits =
      proof?.asked === form.get('redirect_uri') &&
      proof?.challenge === digest(form.get('code_verifier') ?? '');
    if (!proof || !fits) return failureReply('invalid_grant');
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
      : failureReply('invalid_token', 401);
  };

  return makeServer({
    [`GET ${casPath}/login`]: (query) => choose(query, query.get('service') ?? '', 'ticket'),
    [`GET ${casPath}/p3/serviceValidate`]: validate,
    'GET /oauth/authorize': (query) => choose(query, query.get('redirect_uri') ?? '', 'code'),
    'POST /oauth/token': async (_query, request) =>
      exchange(new URLSearchParams(await textOf(request))),
    'GET /oauth/me': (_query, request) => tell(request.headers.authorization),
  });
};
