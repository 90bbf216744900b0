import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorId, actorName } from '../base/actors.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { lockInOrder } from '../records/lock.ts';
import { scopeValues } from '../records/rights.ts';
import { readableBy } from '../store/statements/scope.ts';
import { behaviourTransaction, type CommandContext } from './context.ts';

/** Masked field of a record, or of a line in it. */
interface MaskedAt {
  /** Path of the field in the definition: `phone`, `labors.bankAccount`. */
  readonly field: string;
  /** Label of the field in the history. */
  readonly name: string;
  readonly code: string;
  /** @throws Missing where the record has no such line. */
  readonly valueIn: (row: StoredRow) => unknown;
}

const specOf = (fields: Resource['fields'] | undefined, name: string): FieldSpec | undefined =>
  fields && Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;

/** @param path `phone`, or `labors.<id of the line>.bankAccount`. */
const maskedAt = ({ fields }: Resource, path: string): MaskedAt | undefined => {
  const [name = '', line, below] = path.split('.');
  const own = specOf(fields, name);
  if (line === undefined) {
    const code = own?.masked;
    return code
      ? { field: name, name: own.label[0], code, valueIn: (row) => row[name as keyof StoredRow] }
      : undefined;
  }
  const inner = below === undefined ? undefined : specOf(own?.fields, below);
  if (!own || !inner?.masked || below === undefined) return undefined;
  return {
    field: `${name}.${below}`,
    name: `${own.label[0]}：${inner.label[0]}`,
    code: inner.masked,
    valueIn: (row) => {
      const lines = (row[name as keyof StoredRow] as readonly RowLike[] | null | undefined) ?? [];
      const found = lines.find(({ id }) => id === line);
      if (!found) throw new Missing();
      return found[below];
    },
  };
};

/** Implements `Commands.reveal`. The look is recorded before the value is returned. */
export const revealMaskedField = async (
  context: CommandContext,
  resource: Resource,
  id: string,
  path: string,
  address: string,
): Promise<string> => {
  const { engine, actor } = context;
  const asked = maskedAt(resource, path);
  if (!asked) {
    throw new Invalid([{ path: 'field', message: ['请求参数格式错误: field', 'No such field'] }]);
  }
  if (!isSystem(actor) && !actor.permissions.has(asked.code)) throw new Denied();
  const scope = readableBy(engine.store.catalog, resource, actor);
  if (scope === false) throw new Denied();
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const row = await lockInOrder({ engine, tx }, resource, id, scope, scopeValues(context));
    const value = asked.valueIn(row);
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
        asked.name,
      ],
    );
    await engine.looked?.(behaviourTransaction(context, tx), {
      resource,
      row,
      field: asked.field,
      address,
    });
    return String(value ?? '');
  });
};
