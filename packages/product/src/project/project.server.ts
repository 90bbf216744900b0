import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';

import { project } from './project.ts';

const resource = untypedResource(project);

type StoredProject = RowOf<typeof project.fields>;

/** Fields about people, time and funds that approved changes write (decision 0461). */
const binding = [
  'programLeader',
  'departmentId',
  'startDate',
  'endDate',
  'funds',
  'members',
  'budget',
] as const;

/** All fields that approved changes write. */
const byChange = [...binding, 'programName', 'resultForms', 'content', 'units'] as const;

/**
 * True for a project that was approved here or created by a contract; false for an entered or
 * imported one.
 */
const isApproved = async (tx: Tx, id: string): Promise<boolean> => {
  const found = await tx.query(
    `select 1 from program_approval where tenant_id = $1 and program_info_id = $2 and is_deleted = 0
     union all
     select 1 from horizontal_record where tenant_id = $1 and program_info_id = $2 and is_deleted = 0 limit 1`,
    [tx.tenantId, id],
  );
  return found.length > 0;
};

const changedByApprovalText: Label = [
  '【{field}】由立项审批或合同确定，请办理项目变更',
  '{field} comes from the approval or the contract: file a project change',
];

const reasonMissingText: Label = [
  '修改【{fields}】请填写更正原因（与上次不同）',
  'Changes to {fields} need a reason for correction, different from the last one',
];

const labelOf = (name: string): Label => resource.fields[name]?.spec.label ?? [name, name];

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Given fields that an edit changes, except empty fields that it fills in. */
const changedOf = (
  fields: typeof byChange | typeof binding,
  before: StoredProject,
  row: Partial<StoredProject>,
): readonly string[] =>
  fields.filter(
    (name) => !isEmpty(before[name]) && !sameValue(resource, name, before[name], row[name]),
  );

/**
 * Behaviour of manual edits: fields written by approved changes are locked for projects approved
 * here; for entered projects, the office may correct them with a reason.
 */
export const projectBehaviour = defineBehaviour(project, {
  complete: async (row, { before, tx, actor }) => {
    if (!before || isSystem(actor)) return {};
    const changed = changedOf(byChange, before, row);
    if (changed.length === 0) return {};
    if (await isApproved(tx, before.id)) {
      throw new Invalid(
        changed.map((path) => ({
          path,
          message: fill(changedByApprovalText, { field: labelOf(path) }),
        })),
      );
    }
    const labels = changedOf(binding, before, row).map(labelOf);
    if (labels.length === 0) return {};
    if (row.correction && row.correction !== before.correction) return {};
    const fields = [0, 1].map((at) => labels.map((label) => label[at as 0 | 1]));
    throw new Invalid([
      {
        path: 'correction',
        message: fill(reasonMissingText, {
          fields: [(fields[0] ?? []).join('、'), (fields[1] ?? []).join(', ')],
        }),
      },
    ]);
  },
});
