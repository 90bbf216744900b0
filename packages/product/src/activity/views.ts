import { anyScope, handles, own, submitted, withStatus } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Grants, readerActions, registrantActions } from '../shared/grants.ts';
import { recordsOfDepartments } from '../shared/references/of-departments.ts';

interface ActivityViewOptions<Name extends string> {
  readonly label: Label;
  /**
   * Permission code of the register page; the codes of the audit and library pages add `Audit` and
   * `Lib`.
   */
  readonly code: string;
  readonly path: string;
  /**
   * Field with the person who is responsible for the activity or attended; that person reads the
   * record like its writer.
   */
  readonly person: string;
  /** Roles that approve the activity, besides the research office. */
  readonly approvers: Grants;
  /** Roles that read in the library the activities that they decided on. */
  readonly deciders?: Grants;
  readonly audit: readonly Name[];
  /** Actions that the writer has once the activity is approved. */
  readonly after?: readonly string[];
}

/** Code of the menu group with the pages of one kind of activity. */
export const activityGroup = (code: string): string => `${code}g`;

/**
 * Access to an activity: its writer reads a draft; after submission also the person concerned, the
 * department and the approvers.
 */
export const activityAccess = (code: string, person: string) => ({
  read: anyScope(
    own(),
    submitted(
      anyScope(own(person), recordsOfDepartments('fkDeptId', `${code}Audit`), handles('any')),
    ),
  ),
  write: own(),
  copies: 'all' as const,
  verifiable: 'all' as const,
});

/**
 * Pages of a kind of activity: register (own activities), audit (activities that await the reader’s
 * review) and library (approved activities).
 */
export const activityViews = <Name extends string>(given: ActivityViewOptions<Name>) => {
  const { label, code, path, person, approvers, deciders, audit, after = [] } = given;
  const [zh, en] = label;
  const everywhere = ['view', 'export', 'zip', 'history'];
  return {
    register: {
      label: [`${zh}登记`, `${en} registration`],
      code,
      path,
      scope: anyScope(own(), submitted(own(person))),
      actions: [
        'add',
        'edit',
        'delete',
        'submit',
        'recall',
        'backDraft',
        'copy',
        'import',
        ...after,
        ...everywhere,
      ],
      menu: [activityGroup(code), 1],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        dept_secretary: [...registrantActions, ...after, 'zip'],
        dept_leader: [...registrantActions, ...after],
        teacher: [...registrantActions, ...after],
      },
    },
    audit: {
      label: [`${zh}审核`, `${en} review`],
      code: `${code}Audit`,
      path: `${path}Audit`,
      scope: handles('todo'),
      done: handles('done'),
      columns: audit,
      actions: ['audit', 'back', 'backDraft', ...everywhere],
      menu: [activityGroup(code), 2],
      grants: { rd_admin: 'all', rd_achieve: 'all', ...approvers },
    },
    lib: {
      label: [`${zh}库`, `${en} library`],
      code: `${code}Lib`,
      path: `${path}Lib`,
      scope: withStatus(statuses.approved),
      actions: ['backDraft', 'abolish', ...everywhere],
      menu: [activityGroup(code), 3],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        rd_leader: readerActions,
        dept_secretary: [...readerActions, 'zip'],
        dept_leader: readerActions,
        teacher: readerActions,
        school_leader: ['view', 'export'],
        ...deciders,
      },
    },
  } as const satisfies Record<string, View<Name>>;
};
