import { withinDataScopes } from '@keyan/engine/records/readable-rows.ts';
import type { ActorContext } from '@keyan/engine/records/rights.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untyped } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { outsiders } from './dictionaries.ts';
import { user } from './user.ts';

type Engine = ActorContext['engine'];

/** As any resource: the engine's parts take no particular one. */
export const account = untyped(user);

/** Accounts of experts from outside are none of a directory; the scope of the kind says the same. */
const ofDirectory = ({ permissions }: Actor): readonly string[] =>
  permissions.has('user') || permissions.has('user_read')
    ? []
    : [`u.user_type is distinct from '${outsiders}'`];

/**
 * Conditions on the accounts `u` that an actor reaches; one's own account is never hidden.
 * @param parameters existing parameters; its own are added
 */
export const reached = (engine: Engine, actor: Actor, parameters: unknown[]): readonly string[] => {
  const part = withinDataScopes({ engine, actor }, account, 'u.id', parameters.length);
  const conditions = [...(part ? [part.sql] : []), ...ofDirectory(actor)];
  if (conditions.length === 0) return [];
  parameters.push(...(part?.parameters ?? []), actor.id);
  return [`((${conditions.join(' and ')}) or u.id = $${parameters.length})`];
};

/** @throws Missing for accounts that the actor's data scopes leave out. */
export const demandReached = async (
  session: Session,
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> => {
  const parameters: unknown[] = [session.tenantId, userIds];
  const [condition] = reached(engine, actor, parameters);
  if (condition === undefined) return;
  const beyond = await session.query(
    `select 1 from users u
      where u.tenant_id = $1 and u.id = any($2::bigint[]) and not ${condition} limit 1`,
    parameters,
  );
  if (beyond.length > 0) throw new Missing();
};
