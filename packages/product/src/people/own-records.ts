import { anyScope, departmentScope, handles, own, submitted } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Grants, readerActions, registrantActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';

/** Person whom a record is about, and the department whose people decide on it. */
export const personFields = {
  userId: f
    .ref(['人员', 'Person'], user)
    .required()
    .initial((writer) => writer.id),
  fkDeptId: f
    .ref(['所属部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
};

/**
 * Access to the records of a person: for their writer; once submitted, of whom it is about, of the department and
 * of whoever decides.
 */
export const personAccess = {
  read: anyScope(
    own(),
    submitted(anyScope(own('userId'), departmentScope('fkDeptId'), handles('any'))),
  ),
  write: own(),
  copies: 'all' as const,
  verifiable: 'all' as const,
};

/** Everybody registers what is their own; the department's secretary and the research office decide. */
export const personGrants: Grants = {
  rd_admin: 'all',
  rd_achieve: readerActions,
  dept_secretary: [...registrantActions, 'audit', 'back', 'zip'],
  dept_leader: registrantActions,
  teacher: registrantActions,
};

/** The page on which people register such records, and on which these are decided. */
export const personPage = (given: {
  readonly label: Label;
  readonly code: string;
  readonly path: string;
  readonly order: number;
  readonly icon: string;
}) => {
  const { label, code, path, order, icon } = given;
  return {
    all: {
      label,
      code,
      path,
      icon,
      scope: personAccess.read,
      menu: ['person', order],
      grants: personGrants,
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'audit',
        'back',
        'backDraft',
        'abolish',
        'copy',
        'import',
        'export',
        'zip',
        'history',
      ],
    },
  } as const satisfies Record<string, View<never>>;
};
