import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import type { Session } from '../store/connection/database.ts';

/** True if the actor may enter any department: the department scope is all departments, or the actor is the system. */
export const mayEnterAnyDepartment = (actor: Actor | SystemActor): actor is SystemActor =>
  isSystem(actor) || actor.departmentScope === 'all';

/** Returns the main and part-time departments of these people. */
export const departmentsOf = async (
  session: Session,
  people: readonly string[],
): Promise<readonly string[]> => {
  if (people.length === 0) return [];
  const rows = await session.query<{ id: string }>(
    `select dept_id::text as id from users
      where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and dept_id is not null
     union
     select ud.dept_id::text from user_dept ud
       join users u on u.tenant_id = ud.tenant_id and u.id = ud.user_id and u.is_deleted = 0
      where ud.tenant_id = $1 and ud.user_id = any($2::bigint[])`,
    [session.tenantId, people],
  );
  return rows.map(({ id }) => id);
};

/**
 * Returns faults of a department that the record may not have. The department decides who acts in the process (ruling
 * 22), so it cannot be chosen freely: it must be a department of the writer, the department that the writer had when
 * the record was created, or that of an employee whom the record names (ruling 45).
 * @param handsIn true if the record is validated as a submission: then the stored department is accepted too
 */
export const foreignDepartmentFaults = async (
  { tx, actor }: TransactionContext,
  resource: Resource,
  row: RowLike,
  before: StoredRow | null,
  handsIn: boolean,
): Promise<readonly FieldFault[]> => {
  const { department: name } = resource;
  if (name === undefined || mayEnterAnyDepartment(actor)) return [];
  // A copied department is validated through its reference.
  if (resource.fields[name]?.spec.copyOf) return [];
  const value = row[name];
  const kept = value === (before as RowLike | null)?.[name];
  if (typeof value !== 'string' || (kept && !(handsIn && hasProcess(resource)))) return [];
  if (actor.departments.includes(value) || before?.createDept === value) return [];
  const people = [String(row.createUser), ...concernedBy(resource, row)];
  if ((await departmentsOf(tx, people)).includes(value)) return [];
  const { label = name } = resource.fields[name]?.spec ?? {};
  return [
    {
      path: name,
      message: fill(
        [
          '【{label}】只能选择您所在的部门，或记录中所列本校人员所在的部门',
          '{label}: choose one of your departments, or that of one of our people named in the record',
        ],
        { label },
      ),
    },
  ];
};
