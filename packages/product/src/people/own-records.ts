import { anyScope, departmentScope, handles, own, submitted } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Grants, readerActions, registrantActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';

/** Fields with the person concerned, and the department whose people approve. */
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
 * Access to records about a person: drafts by the writer; after submission also by the person, the
 * department and the approvers.
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

/**
 * Everyone registers records about themselves; the department’s secretary and the research office
 * approve.
 */
export const personGrants: Grants = {
  rd_admin: 'all',
  rd_achieve: readerActions,
  dept_secretary: [...registrantActions, 'audit', 'back', 'zip'],
  dept_leader: registrantActions,
  teacher: registrantActions,
};

/** View for registering records about a person, and for approving them. */
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
