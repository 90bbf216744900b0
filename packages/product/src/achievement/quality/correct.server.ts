import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { fieldsHiddenFrom, scopeValues } from '@keyan/engine/records/rights.ts';
import { withTargetValues } from '@keyan/engine/records/target.ts';
import { assertVersion } from '@keyan/engine/records/versions.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { validateForm } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { kindFor, mergeHindrance } from './compare.server.ts';
import { judgeInTransaction } from './judge.server.ts';
import { correctableFields } from './report.ts';

interface Correction {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly values: RowLike;
}

/** Text in the record's history. */
const corrected: Label = [
  '数据质量：更正统计上报字段',
  'Data quality: correct fields for statistical reporting',
];

const correctIn = async (
  transaction: CommandTransaction,
  kind: Resource,
  { id, version, values }: Correction,
): Promise<void> => {
  const { engine, actor, tx } = transaction;
  const scope = readableBy(engine.store.catalog, kind, actor);
  const row = await lockRow(transaction, kind, id, scope, scopeValues(transaction));
  const why = mergeHindrance(kind, row);
  if (why) throw new Refused(why);
  await assertVersion(transaction, tx, kind, row, version);
  const hidden = fieldsHiddenFrom(kind, actor);
  const open = correctableFields(kind, row as RowLike).filter(
    (name) => !hidden.has(name) && Object.hasOwn(values, name),
  );
  const form = Object.fromEntries(
    open.flatMap((name) => (kind.fields[name] ? [[name, kind.fields[name]]] : [])),
  );
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const { row: given, faults } = validateForm(form, row as RowLike, values, dictionaries);
  if (faults.length > 0) throw new Invalid(faults);
  const after = await withTargetValues(transaction, kind, row, given);
  await commitChange(transaction, {
    resource: kind,
    before: row,
    after,
    action: 'update',
    note: corrected,
  });
};

/**
 * Corrects fields of an approved or returned record that the ministry's report refuses; values of other fields are
 * ignored.
 * @throws Missing; Conflict on a stale version; Refused in any other status or if locked; Invalid for a wrong value
 */
export const correctRecord = async (
  engine: Engine,
  actor: Actor,
  correction: Correction,
): Promise<void> => {
  const kind = kindFor(engine, actor, correction.resource);
  await engine.database.transaction(actor.tenantId, (tx) =>
    correctIn(behaviourTransaction({ engine, actor }, tx), kind, correction),
  );
  await judgeInTransaction(engine, actor.tenantId, kind, [correction.id]);
};
