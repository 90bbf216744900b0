import type { Client } from './clients.ts';
import type { SignedIn } from './grants.ts';
import type { Person } from './people.ts';
import { pictureCookie } from './pictures.ts';
import type { StoredSession } from './sessions.ts';
import { describe, type Tokens } from './tokens.ts';

/** Makes the tokens of a session, and the cookie by which its browser shows pictures. */
export const issueTokens = async (
  tokens: Tokens,
  client: Client,
  tenantId: string,
  session: StoredSession,
  person: Person,
): Promise<SignedIn> => {
  const holder = {
    tenantId,
    userId: session.userId,
    sessionId: session.id,
    generation: session.generation,
  };
  const described = describe(person, client.id);
  const expiresIn = client.accessSeconds;
  const [accessToken, refreshToken, pictures] = await Promise.all([
    tokens.issue('access_token', holder, described, expiresIn),
    tokens.issue('refresh_token', holder, described, client.refreshSeconds),
    tokens.issue('picture_token', holder, described, expiresIn),
  ]);
  return {
    person,
    accessToken,
    refreshToken,
    expiresIn,
    pictures: pictureCookie(pictures, expiresIn),
  };
};
