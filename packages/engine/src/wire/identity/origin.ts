import type { Origin } from '../../identity/events.ts';
import type { ClientOrigin } from '../../identity/grants.ts';
import { basicClient } from '../credentials.ts';
import type { CallContext } from '../endpoint.ts';

/** Returns the origin of a call, for sessions and security events. */
export const originOf = (call: CallContext): Origin => ({
  address: call.ip,
  userAgent: call.header('user-agent') ?? '',
  clientId: basicClient(call.header('authorization'))?.id,
  requestId: call.requestId,
});

/** Parameters of the token call, by name. */
export interface TokenCallParameters {
  readonly [name: string]: string | undefined;
}

/** Returns the client of a call, by its Basic header. */
export const clientOrigin = (call: CallContext): ClientOrigin => {
  const { id = '', secret = '' } = basicClient(call.header('authorization')) ?? {};
  return { ...originOf(call), clientId: id, clientSecret: secret };
};

/** Returns the tenant to which somebody signs in. */
export const tenantOfSignIn = (asked: TokenCallParameters, call: CallContext): string =>
  asked.tenantId ?? asked.tenant_id ?? call.header('tenant-id') ?? '';
