import type { Identity } from '@keyan/engine/identity/identity.ts';
import { tokenIn } from '@keyan/engine/wire/credentials.ts';
import { type ActorCall, type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { flatAnswer, sessionCookies } from '@keyan/engine/wire/identity/endpoints.ts';
import { clientOrigin } from '@keyan/engine/wire/identity/origin.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { impersonateCode } from '@keyan/kernel/access/viewing.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { assertNoneAbove } from '../accounts/reach.server.ts';
import { assertInDataScope } from '../accounts/reached.server.ts';

/**
 * @throws Missing for an account that may not sign in; Refused for one's own; Denied for an account with more rights
 * than the actor
 */
const assertViewable = ({ actor, engine }: ActorCall, userId: string): Promise<void> =>
  engine.database.read(actor.tenantId, async (session) => {
    if (userId === actor.id) {
      throw new Refused(['不能以自己的身份查看', 'You cannot view as yourself']);
    }
    const found = await session.query(
      `select 1 from users where tenant_id = $1 and id = $2 and status = '1' and is_deleted = 0`,
      [session.tenantId, userId],
    );
    if (found.length === 0) throw new Missing();
    await assertInDataScope(session, engine, actor, [userId]);
    await assertNoneAbove(session, actor, [userId]);
  });

/** Calls by which an administrator views a person's pages read-only. */
export const viewingEndpoints = (identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'keyan/session/view-as',
    auth: 'user',
    permissions: [impersonateCode],
    perMinute: 20,
    summary: ['以他人身份查看', 'View as somebody else'],
    input: Type.Object({
      userId: idParam,
      reason: Type.String({ minLength: 2, maxLength: 200 }),
    }),
    run: async ({ userId, reason }, call) => {
      const presence = await identity.present(tokenIn(call.header) ?? '');
      if (!presence) throw new Denied();
      await assertViewable(call, userId);
      const { actor } = call;
      const signedIn = await identity.viewAs({
        tenantId: actor.tenantId,
        userId,
        viewer: { id: actor.id, name: actor.name, sessionId: presence.sessionId, reason },
        origin: clientOrigin(call),
      });
      return new RawAnswer(flatAnswer(signedIn), { headers: sessionCookies(signedIn, call) });
    },
  }),
];
