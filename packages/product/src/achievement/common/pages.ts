import {
  anyScope,
  handles,
  member,
  own,
  submitted,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { readerActions, registrantActions, secretRecordsRight } from '../../shared/grants.ts';
import type { RoleAlias } from '../../shared/roles.ts';

/** Returns the menu group of an achievement's pages. @param stem code of its first page, unless overridden */
export const achievementGroup = (stem: string): string => `${stem}g`;

/** Names of a resource with authors, for its pages. */
export interface PagedKind {
  readonly label: Label;
  /** English plural in capitals: `Papers`. */
  readonly plural: string;
  /** Permission code of the first page: `paper`. */
  readonly code: string;
  /** Path prefix of the pages; those of review and library end in `Audit` and `Lib`: `/achievement/papers`. */
  readonly path: string;
  /** Path of the first page, if it differs from `path`. */
  readonly register?: string;
  /** Menu group, if `{code}g` is a family's name. */
  readonly group?: string;
  /** Position of the first page in the group, if another resource precedes it. */
  readonly place?: number;
  /**
   * Roles that decide in the approval in addition to department secretary and section; the library shows them their
   * decisions.
   */
  readonly deciders?: readonly RoleAlias[];
}

/** Returns the permission code to read secret records: for section, its administrator and finance. */
export const secretRight = ({ code }: Pick<PagedKind, 'code'>) =>
  secretRecordsRight(code, 'rd_achieve');

/** Columns of a view; omitted columns are those of the list. */
export interface ViewColumns<Name extends string> {
  readonly audit?: readonly Name[];
  readonly lib?: readonly Name[];
}

/**
 * Returns the three pages of an achievement: own records, records to review, and the library of approved ones. Codes:
 * `{code}`, `{code}Audit`, `{code}Lib`; paths end alike.
 */
export const achievementViews = <Name extends string = never>(
  { label, plural, code, path, register = path, group = code, place = 1, deciders = [] }: PagedKind,
  columns: ViewColumns<Name>,
) => {
  const [zh, en] = label;
  return {
    register: {
      label: [`${zh}登记`, `${en} registration`],
      code,
      path: register,
      note: [`我登记的与我参与的${zh}`, `${plural} that I registered or contributed to`],
      scope: anyScope(own(), submitted(member('authors', 'userId'))),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'backDraft',
        'copy',
        'import',
        'export',
        'zip',
        'history',
      ],
      menu: [achievementGroup(group), place],
      rights: [secretRight({ code })],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        dept_secretary: [...registrantActions, 'zip'],
        dept_leader: registrantActions,
        teacher: registrantActions,
      },
    },
    audit: {
      label: [`${zh}审核`, `${en} review`],
      code: `${code}Audit`,
      path: `${path}Audit`,
      note: [`待我审核与我审核过的${zh}`, `${plural} awaiting my review or reviewed by me`],
      scope: handles('todo'),
      done: handles('done'),
      ...(columns.audit ? { columns: columns.audit } : {}),
      actions: ['view', 'audit', 'back', 'backDraft', 'export', 'zip', 'history'],
      menu: [achievementGroup(group), place + 1],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        dept_secretary: [...readerActions, 'audit', 'back', 'zip'],
        ...Object.fromEntries(deciders.map((role) => [role, [...readerActions, 'audit', 'back']])),
      },
    },
    lib: {
      label: [`${zh}库`, `${en} library`],
      code: `${code}Lib`,
      path: `${path}Lib`,
      note: [`已通过审核的${zh}`, `${plural} that passed review`],
      scope: withStatus(statuses.approved),
      ...(columns.lib ? { columns: columns.lib } : {}),
      actions: ['view', 'backDraft', 'abolish', 'export', 'zip', 'history'],
      menu: [achievementGroup(group), place + 2],
      grants: {
        ...Object.fromEntries(deciders.map((role) => [role, readerActions])),
        rd_admin: 'all',
        rd_achieve: 'all',
        rd_leader: readerActions,
        dept_secretary: [...readerActions, 'zip'],
        dept_leader: readerActions,
        teacher: readerActions,
        school_leader: ['view', 'export'],
      },
    },
  } as const satisfies Record<string, View<Name>>;
};
