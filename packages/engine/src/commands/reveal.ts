import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import { actorId, actorName } from '../base/actors.ts';
import { lockRow } from '../records/lock.ts';
import { scopeValues } from '../records/rights.ts';
import { readableBy } from '../store/scope.ts';
import type { CommandContext } from './context.ts';

/** See `Commands.reveal`. The entry in the history is written before the value goes out. */
export const reveal = async (
  context: CommandContext,
  resource: Resource,
  id: string,
  field: string,
): Promise<string> => {
  const { engine, actor } = context;
  const spec = Object.hasOwn(resource.fields, field) ? resource.fields[field]?.spec : undefined;
  if (!spec?.masked) {
    throw new Invalid([{ path: 'field', message: ['请求参数格式错误: field', 'No such field'] }]);
  }
  if (!isSystem(actor) && !actor.permissions.has(spec.masked)) throw new Denied();
  const scope = readableBy(engine.store.catalog, resource, actor);
  if (scope === false) throw new Denied();
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const row = await lockRow({ engine, tx }, resource, id, scope, scopeValues(context));
    await tx.query(
      `insert into history (tenant_id, id, resource, business_id, action, actor_id, actor_name,
         time, version, note, changes)
       values ($1, $2, $3, $4, 'reveal', $5, $6, $7, $8, $9, '[]')`,
      [
        actor.tenantId,
        engine.ids.next(),
        resource.key,
        row.id,
        actorId(actor),
        actorName(actor),
        engine.clock(),
        row.version,
        spec.label[0],
      ],
    );
    return String(row[field] ?? '');
  });
};
