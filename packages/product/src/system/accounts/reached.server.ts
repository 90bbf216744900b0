import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import type { ActorContext } from '@keyan/engine/records/rights.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { user } from './user.ts';

type Engine = ActorContext['engine'];

/** Account definition without its field types, for functions of the engine. */
export const untypedUser = untypedResource(user);

/**
 * SQL condition on accounts `u` that an actor may read: the scope of the resource within the actor's data scopes
 * and always the actor's own account.
 * @param parameters query parameters, to which the condition appends its own
 */
export const readableAccounts = (engine: Engine, actor: Actor, parameters: unknown[]): string => {
  const part = readableRows({ engine, actor }, untypedUser, 'u.id', parameters.length);
  parameters.push(...part.parameters, actor.id);
  return `(${part.sql} or u.id = $${parameters.length})`;
};

/** @throws Missing for accounts outside the actor's data scopes */
export const assertInDataScope = async (
  session: Session,
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> => {
  const parameters: unknown[] = [session.tenantId, userIds];
  const condition = readableAccounts(engine, actor, parameters);
  const beyond = await session.query(
    `select 1 from users u
      where u.tenant_id = $1 and u.id = any($2::bigint[]) and not ${condition} limit 1`,
    parameters,
  );
  if (beyond.length > 0) throw new Missing();
};
