import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Person } from './people.ts';

/** Kinds of tokens. `guest_token` is accepted by no call; `picture_token` only opens pictures. */
export type TokenKind = 'access_token' | 'refresh_token' | 'picture_token' | 'guest_token';

/** Values in a token that name its holder; rights are never read from a token (ASVS 8.3.2). */
export interface TokenHolder {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Number of refreshes of the session when the token was created. */
  readonly generation: number;
}

/** Values that BladeX clients read from the token besides the holder. */
export interface TokenDescription {
  readonly account: string;
  readonly userName: string;
  readonly realName: string;
  readonly roleIds: readonly string[];
  readonly roleAliases: readonly string[];
  readonly deptIds: readonly string[];
  readonly clientId: string;
}

/** A verified token. */
export interface VerifiedToken extends TokenHolder {
  /** Expiry in milliseconds since the epoch. */
  readonly expires: number;
}

/** Returns the values of tokens about a person. */
export const describePerson = (
  { actor, name, roleIds }: Person,
  clientId: string,
): TokenDescription => ({
  account: actor.account,
  userName: name,
  realName: actor.name,
  roleIds,
  roleAliases: actor.roles,
  deptIds: actor.departments,
  clientId,
});

const algorithm = 'HS256';
/** Issuer and audience of tokens, spelled as in BladeX. */
const issuer = 'issuser';
const audience = 'audience';
/** Seconds by which the clocks of servers may differ. */
const skew = 5;

/**
 * Creates and verifies tokens: JWT with one fixed algorithm; each kind of token is accepted only where it is expected.
 */
export class Tokens {
  readonly #key: KeyObject;
  readonly #clock: () => Date;

  /** @param secret at least 32 bytes; every process of an installation has the same. */
  constructor(secret: Uint8Array, clock: () => Date) {
    if (secret.byteLength < 32) throw new Error('The token secret is shorter than 32 bytes.');
    this.#key = createSecretKey(secret);
    this.#clock = clock;
  }

  /** @param seconds lifetime of the token. */
  async issue(
    kind: TokenKind,
    holder: TokenHolder,
    described: TokenDescription,
    seconds: number,
  ): Promise<string> {
    const now = Math.floor(this.#clock().getTime() / 1000);
    return new SignJWT({
      token_type: kind,
      tenant_id: holder.tenantId,
      user_id: holder.userId,
      sid: holder.sessionId,
      gen: holder.generation,
      role_id: described.roleIds.join(','),
      role_name: described.roleAliases.join(','),
      dept_id: described.deptIds.join(','),
      account: described.account,
      user_name: described.userName,
      nick_name: described.realName,
      client_id: described.clientId,
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + seconds)
      .sign(this.#key);
  }

  /** @returns null for a token that is not ours, not of this kind, or expired. */
  async prove(kind: TokenKind, token: string): Promise<VerifiedToken | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [algorithm],
        issuer,
        audience,
        clockTolerance: skew,
        currentDate: this.#clock(),
        requiredClaims: ['exp', 'nbf', 'tenant_id', 'user_id', 'sid', 'gen', 'token_type'],
      });
      if (payload.token_type !== kind) return null;
      return {
        tenantId: String(payload.tenant_id),
        userId: String(payload.user_id),
        sessionId: String(payload.sid),
        generation: Number(payload.gen),
        expires: Number(payload.exp) * 1000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
