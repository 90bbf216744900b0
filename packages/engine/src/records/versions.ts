import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Conflict, Invalid } from '@keyan/kernel/errors.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import type { Session } from '../store/connection/database.ts';
import type { StoredRow } from './behaviour.ts';
import { maskedChanges } from './masks.ts';
import { type ActorContext, fieldsHiddenFrom, visibleRow } from './rights.ts';

/**
 * Version that matches any version: for calls without field values, and for old clients. A symbol, because no value
 * from outside can equal it.
 */
export const anyVersion = Symbol('any version');

const missing = new Invalid([
  {
    path: 'version',
    message: ['缺少版本号 version，请刷新后重试', 'version is missing; refresh and retry'],
  },
]);

/** Returns the changes since a version, merged to first value → last value, from the history. */
const changesSince = async (
  session: Session,
  resource: Resource,
  id: string,
  version: number,
): Promise<readonly Change[]> => {
  const entries = await session.query<{ changes: Change[] }>(
    `select changes from history
      where tenant_id = $1 and business_id = $2 and resource = $3 and version > $4 order by id`,
    [session.tenantId, id, resource.key, version],
  );
  const folded = new Map<string, Change>();
  for (const change of entries.flatMap((entry) => entry.changes)) {
    const earlier = folded.get(change.path);
    folded.set(change.path, { ...change, before: earlier ? earlier.before : change.before });
  }
  return [...folded.values()];
};

/**
 * Checks the version on which a change is based (ruling 14).
 * @throws Invalid without a version; Conflict with the changes since.
 */
export const assertVersion = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: StoredRow,
  given: unknown,
): Promise<void> => {
  if (given === anyVersion || isSystem(context.actor)) return;
  const version = typeof given === 'string' && given !== '' ? Number(given) : given;
  if (typeof version !== 'number' || !Number.isInteger(version)) throw missing;
  if (version === row.version) return;
  const hidden = fieldsHiddenFrom(resource, context.actor);
  // A version that never existed has no later changes.
  const changed =
    version < row.version ? await changesSince(session, resource, row.id, version) : [];
  throw new Conflict(
    visibleRow(resource, context.actor, row),
    maskedChanges(
      resource,
      context.actor,
      changed.filter((change) => !hidden.has(change.path)),
    ),
  );
};
