import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { cooperation } from '../shared/references/refs.ts';
import { partnerCatalogue } from './cooperation.ts';

/** Resources whose records reference a partner, in order of locking (highest rank first). */
const referring = (resources: Iterable<Resource>) =>
  [...resources].flatMap((resource) =>
    resource.key === partnerCatalogue.key
      ? []
      : Object.entries(resource.fields).flatMap(([name, { spec }]) =>
          spec.type === 'ref' && spec.target?.key === cooperation.key ? [{ resource, name }] : [],
        ),
  );

const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const refused = (message: Label): Invalid => new Invalid([{ path: 'into', message }]);

/** Replaces one partner by another in all referring records, including their ledger postings. */
const moveRecords = async (
  transaction: TransactionContext,
  from: string,
  into: string,
): Promise<void> => {
  const { tx, engine } = transaction;
  for (const { resource, name } of referring(engine.resources.values())) {
    const rows = await tx.query<{ id: string }>(
      `select id::text from ${resource.table} where tenant_id = $1 and ${column(name)} = $2 order by id`,
      [tx.tenantId, from],
    );
    for (const { id } of rows) {
      const before = await lockRow(transaction, resource, id);
      await commitChange(transaction, {
        resource,
        before,
        after: { ...before, [name]: into },
        action: 'update',
        note: null,
      });
    }
  }
};

export const partnerBehaviour: Behaviour = defineBehaviour(partnerCatalogue, {
  performed: {
    merge: async (row, transaction) => {
      const into = row.mergedInto;
      if (!into || into === row.id) {
        throw refused(['不能并入自己', 'It cannot be merged into itself']);
      }
      const target = await lockRow(transaction, untypedResource(partnerCatalogue), into);
      if ((target as { mergedInto?: unknown }).mergedInto) {
        throw refused(['该单位已并入其他单位', 'That partner has itself been merged into another']);
      }
      await moveRecords(transaction, row.id, into);
    },
  },
});
