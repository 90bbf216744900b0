import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { requestTaskOffering } from '@keyan/engine/workflow/people/offering.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { changeAccount } from '../accounts/user-rows.server.ts';
import { department, departmentStaysMessage } from './department.ts';
import { freeDepartmentCode } from './dept-free-code.server.ts';

const resource = untypedResource(department);

/** Reads the id of the root department. */
const rootOf = async (session: Session): Promise<string | null> => {
  const [root] = await session.query<{ id: string }>(
    `select id::text from dept
      where tenant_id = $1 and is_deleted = 0 and parent_id is null order by sort, id limit 1`,
    [session.tenantId],
  );
  return root?.id ?? null;
};

/**
 * Rules for departments: a department with people or sub-departments is merged instead of removed. An imported new
 * department is placed at the top.
 */
export const departmentBehaviour: Behaviour = defineBehaviour(department, {
  named: async (_values, { tx }) => {
    const parentId = await rootOf(tx);
    return { parentId, deptCode: await freeDepartmentCode(tx, parentId) };
  },
  saved: async (row, { action, before, engine, tx }) => {
    // Tasks of the former leader go to the new one.
    if (before !== null && before.leaderId !== row.leaderId) requestTaskOffering({ engine, tx });
    if (action !== 'remove') return;
    // The main department of an account is a reference, which blocks the deletion; this checks the further departments.
    const used = await tx.query(
      'select 1 from user_dept where tenant_id = $1 and dept_id = $2 limit 1',
      [tx.tenantId, row.id],
    );
    if (used.length > 0) {
      const name = row.deptName ?? '';
      throw new Refused(fill(departmentStaysMessage, { name: [name, row.deptNameEn || name] }));
    }
  },
});

/** Moves the direct children of a department to another. */
const moveUnits = async (
  transaction: TransactionContext,
  from: string,
  into: string,
): Promise<void> => {
  const { tx } = transaction;
  const units = await tx.query<{ id: string }>(
    `select id::text from dept where tenant_id = $1 and parent_id = $2 and is_deleted = 0 order by id`,
    [tx.tenantId, from],
  );
  for (const { id } of units) {
    const before = await lockRow(transaction, resource, id);
    const after = { ...before, parentId: into };
    await commitChange(transaction, {
      resource,
      before,
      after,
      action: 'update',
    });
  }
};

/** Moves the people whose main or additional department is the merged one. */
const movePeople = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> => {
  const people = await tx.query<{ id: string }>(
    `select id::text from users where tenant_id = $1 and dept_id = $2 and is_deleted = 0 order by id`,
    [tx.tenantId, from],
  );
  for (const { id } of people) {
    await changeAccount(tx, engine, actor, id, { fields: { deptId: into } });
  }
  await tx.query(
    `insert into user_dept (tenant_id, user_id, dept_id)
     select tenant_id, user_id, $3::bigint from user_dept where tenant_id = $1 and dept_id = $2
     on conflict do nothing`,
    [tx.tenantId, from, into],
  );
  await tx.query('delete from user_dept where tenant_id = $1 and dept_id = $2', [
    tx.tenantId,
    from,
  ]);
};

/**
 * Merges a department into another in one transaction, with a history entry for every move: people and sub-departments
 * go to the target; the merged department remains below the target, closed, with its records.
 * @throws Missing; Invalid if the target is the department itself or a descendant, or either is closed
 */
export const mergeDepartment = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  { id, into }: { readonly id: string; readonly into: string },
): Promise<void> => {
  const transaction = behaviourTransaction({ engine, actor }, tx);
  const scope = readableBy(engine.store.catalog, resource, actor);
  const values = scopeValues(transaction);
  const before = await lockRow(transaction, resource, id, scope, values);
  const target = await lockRow(transaction, resource, into, scope, values);
  const below = await tx.query(
    `with recursive above as (
       select id, parent_id from dept where tenant_id = $1 and id = $2
       union
       select d.id, d.parent_id from dept d join above on d.id = above.parent_id
        where d.tenant_id = $1)
     select 1 from above where id = $3`,
    [tx.tenantId, into, id],
  );
  if (below.length > 0) {
    throw new Invalid([
      {
        path: 'into',
        message: ['不能并入自己或自己的下级', 'It cannot be merged into itself or a unit below it'],
      },
    ]);
  }
  if (before.status !== '1' || target.status !== '1') {
    throw new Invalid([
      { path: 'into', message: ['机构已停用', 'The department is already closed'] },
    ]);
  }
  await moveUnits(transaction, id, into);
  await movePeople(tx, engine, actor, { from: id, into });
  await commitChange(transaction, {
    resource,
    before,
    after: { ...before, parentId: into, mergedInto: into, status: '0' },
    action: 'update',
  });
};
