import { actorId } from '@keyan/engine/base/actors.ts';
import type { MaskedFieldLook } from '@keyan/engine/commands/context.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { newRowColumns } from '@keyan/engine/records/row.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { maskedFieldCode, maskedLook } from './masked-look.ts';

/** Records a look at a masked value, in the transaction that returns the value. */
export const recordLook = async (
  transaction: TransactionContext,
  { resource, row, field, address }: MaskedFieldLook,
): Promise<void> => {
  const { actor, now } = transaction;
  await commitChange(transaction, {
    resource: untypedResource(maskedLook),
    before: null,
    after: {
      ...newRowColumns(transaction, untypedResource(maskedLook)),
      userId: actorId(actor),
      deptId: isSystem(actor) ? null : (actor.departments[0] ?? null),
      subject: String((row as RowLike)[resource.title] ?? ''),
      kind: resource.key,
      field: maskedFieldCode(resource.key, field),
      lookTime: timeText(now),
      address,
      recordId: row.id,
    },
    action: 'create',
  });
};
