import type { Client } from './clients.ts';
import type { SignedIn } from './grants.ts';
import type { Person } from './people.ts';
import { pictureCookie } from './pictures.ts';
import type { StoredSession } from './sessions.ts';
import { describePerson, type Tokens } from './tokens.ts';

/** Session for which tokens are created. */
interface Issued {
  readonly client: Client;
  readonly tenantId: string;
  readonly session: StoredSession;
  readonly person: Person;
}

/**
 * Creates the tokens of a session, and the cookie by which its browser loads pictures; none is valid longer than the
 * session.
 */
export const issueTokens = async (
  tokens: Tokens,
  now: Date,
  { client, tenantId, session, person }: Issued,
): Promise<SignedIn> => {
  const holder = {
    tenantId,
    userId: session.userId,
    sessionId: session.id,
    generation: session.generation,
  };
  const described = describePerson(person, client.id);
  const left = Math.floor((session.until.getTime() - now.getTime()) / 1000);
  const expiresIn = Math.min(client.accessSeconds, left);
  const [accessToken, refreshToken, pictures] = await Promise.all([
    tokens.issue('access_token', holder, described, expiresIn),
    tokens.issue('refresh_token', holder, described, Math.min(client.refreshSeconds, left)),
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
