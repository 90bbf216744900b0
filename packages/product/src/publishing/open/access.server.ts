import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { QueryTimeout, Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { basicClient } from '@keyan/engine/wire/credentials.ts';
import { type CallContext, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { outsiderWaitSeconds } from '../outside-rate.server.ts';
import { fieldNames, openFieldsOf, openResourceOf } from './open-resources.ts';

/** Lifetime of an access token in seconds. */
export const tokenLifetimeSeconds = 3600;

/** Maximum number of calls of a client per minute. */
const perMinute = 600;

/** Authenticated client of the open interface. */
export interface AuthenticatedClient {
  readonly tenantId: string;
  readonly clientId: string;
  /** Readable fields by resource key. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

interface StoredClient {
  readonly tenantId: string;
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

/** Refusal with an OAuth 2.0 error code (RFC 6749 § 5.2, RFC 6750 § 3.1). */
export class OAuthFault extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** JSON response without the envelope of the console’s calls. */
export const jsonAnswer = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer =>
  new RawAnswer(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });

/** Value of `Retry-After` in seconds if the database is unavailable. */
const busySeconds = 5;

/**
 * Converts a fault to an error code of the open interface.
 * @throws the error itself if it is a bug
 */
const openFaultOf = (error: unknown): OAuthFault => {
  if (error instanceof OAuthFault) return error;
  if (error instanceof Unavailable || error instanceof QueryTimeout) {
    return new OAuthFault(503, 'temporarily_unavailable', 'The service is busy: try again', {
      'retry-after': String(busySeconds),
    });
  }
  throw error;
};

/** Runs a call and converts refusals to JSON responses. */
export const answerOpenCall = async (run: () => Promise<RawAnswer>): Promise<RawAnswer> => {
  try {
    return await run();
  } catch (error) {
    const { code, message, status, headers } = openFaultOf(error);
    return jsonAnswer({ error: code, error_description: message }, status, headers);
  }
};

const clientsSql = `
  select tenant_id as "tenantId", id::text, client_id as "clientId", client_secret as secret from open_client
   where client_id = $1 and is_deleted = 0 and status = '${switchStatusCodes.on}'`;

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const unknownClient = (): OAuthFault =>
  new OAuthFault(401, 'invalid_client', 'Unknown client, or a wrong secret', {
    'www-authenticate': 'Basic realm="open"',
  });

interface Claims {
  readonly tenantId: string;
  readonly id: string;
  /** Digest of the client’s secret at the time of issue; a changed secret invalidates the token. */
  readonly secret: string;
  readonly until: number;
}

const use = 'open interface token';

/**
 * Issues an access token to an authenticated client.
 * @throws OAuthFault
 */
export const issueToken = async (
  { engine, header }: Pick<CallContext, 'engine' | 'header'>,
  given: { readonly client_id?: string; readonly client_secret?: string },
): Promise<string> => {
  const named = basicClient(header('authorization')) ?? {
    id: given.client_id ?? '',
    secret: given.client_secret ?? '',
  };
  const digest = hashSecret(named.secret);
  const found = await engine.database.everywhere(
    (session) => session.query<StoredClient>(clientsSql, [named.id]),
    (row) => row.tenantId,
  );
  const client = found.find(({ secret }) => same(secret, digest));
  if (!client) throw unknownClient();
  const claims: Claims = {
    tenantId: client.tenantId,
    id: client.id,
    secret: client.secret,
    until: engine.clock().getTime() + tokenLifetimeSeconds * 1000,
  };
  return engine.secrets.seal(JSON.stringify(claims), use);
};

/**
 * Counts a call of a client.
 * @throws OAuthFault above the limit
 */
const count = async (
  engine: Engine,
  { tenantId, clientId }: AuthenticatedClient,
): Promise<void> => {
  const seconds = await outsiderWaitSeconds(engine, {
    of: ['open', tenantId, clientId],
    most: perMinute,
  });
  if (seconds > 0) {
    throw new OAuthFault(429, 'too_many_requests', `At most ${perMinute} calls a minute`, {
      'retry-after': String(seconds),
    });
  }
};

const badToken = (): OAuthFault =>
  new OAuthFault(401, 'invalid_token', 'The token is wrong, or an hour old', {
    'www-authenticate': 'Bearer realm="open", error="invalid_token"',
  });

/**
 * Client of a call, from its access token.
 * @throws OAuthFault
 */
export const clientOfCall = async ({
  engine,
  header,
}: Pick<CallContext, 'engine' | 'header'>): Promise<AuthenticatedClient> => {
  const token = /^bearer\s+(\S+)$/i.exec(header('authorization')?.trim() ?? '')?.[1];
  const opened = token ? engine.secrets.open(token, use) : null;
  if (!opened) throw badToken();
  const { tenantId, id, secret, until } = JSON.parse(opened) as Claims;
  if (until < engine.clock().getTime()) throw badToken();
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ clientId: string; secret: string; resourceKey: string; fields: string }>(
      `select c.client_id as "clientId", c.client_secret as secret, s.resource_key as "resourceKey", s.fields
         from open_client c join open_client_scopes s on s.tenant_id = c.tenant_id and s.parent_id = c.id
        where c.tenant_id = $1 and c.id = $2 and c.is_deleted = 0 and c.status = '${switchStatusCodes.on}'`,
      [tenantId, id],
    ),
  );
  const [first] = rows;
  if (!first || !same(first.secret, secret)) throw badToken();
  const scopes = new Map(
    rows.flatMap(({ resourceKey, fields }) => {
      const open = openResourceOf(resourceKey);
      if (!open) return [];
      const known = openFieldsOf(open.resource);
      const names = fieldNames(fields);
      return [
        [resourceKey, names.includes('*') ? known : known.filter((name) => names.includes(name))],
      ] as const;
    }),
  );
  const caller = { tenantId, clientId: first.clientId, scopes };
  await count(engine, caller);
  return caller;
};
