import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { Tx } from '../store/connection/database.ts';
import { quotedName } from '../store/schema/schema.ts';
import type { StoredRow } from './behaviour.ts';

/** Key of the advisory lock for moves in a tree: two concurrent moves could create a cycle. */
const moves = 7205;

/**
 * Returns a fault if a record of a tree (`list.tree`) would be below itself.
 * @param before null for a new record, which has nothing below it
 */
export const treeFaults = async (
  tx: Tx,
  resource: Resource,
  row: StoredRow,
  before: StoredRow | null,
): Promise<readonly FieldFault[]> => {
  const { tree } = resource.list;
  const parent = tree && row[tree];
  if (!tree || typeof parent !== 'string' || !before || before[tree] === parent) return [];
  if (parent === row.id) {
    return [
      {
        path: tree,
        message: ['父节点不可选择自身!', 'A record cannot be its own parent'],
      },
    ];
  }
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [
    moves,
    `${tx.tenantId} ${resource.table}`,
  ]);
  const [table, column] = [quotedName(resource.table), quotedName(snakeCase(tree))];
  const circle = await tx.query(
    `with recursive above as (
       select id, ${column} as parent from ${table} where tenant_id = $1 and id = $2
       union
       select t.id, t.${column} from ${table} t join above on t.id = above.parent
        where t.tenant_id = $1)
     select 1 from above where id = $3`,
    [tx.tenantId, parent, row.id],
  );
  return circle.length === 0
    ? []
    : [
        {
          path: tree,
          message: ['上级不能是自己的下级', 'A record cannot be placed below its own subordinate'],
        },
      ];
};
