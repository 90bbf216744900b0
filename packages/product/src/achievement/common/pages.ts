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

/**
 * The group of the menu that has the pages of a kind of achievement.
 * @param stem the code of its first page, unless the kind says otherwise
 */
export const achievementGroup = (stem: string): string => `${stem}g`;

/** A kind of record with authors, as its pages call it. */
export interface PagedKind {
  readonly label: Label;
  /** English, in capitals as a label: `Papers` */
  readonly plural: string;
  /** The permission code of its first page: `paper` */
  readonly code: string;
  /** The address of its pages, which end in `Audit` and `Lib`: `/achievement/papers` */
  readonly path: string;
  /** The address of its first page, where that is not `path`. */
  readonly register?: string;
  /** Name of its group in the menu, where a family has the name `{code}g`. */
  readonly group?: string;
  /** The place of its first page in that group, where another kind stands before it. */
  readonly place?: number;
  /** Roles that its route asks beside the department's secretary and the section; its library shows them what they decided on. */
  readonly deciders?: readonly RoleAlias[];
}

/** The right to read secret records of a kind: the section's, its administrator's and finance's. */
export const secretRight = ({ code }: Pick<PagedKind, 'code'>) =>
  secretRecordsRight(code, 'rd_achieve');

/** Columns of a view; one that is left out has those of the list. */
export interface ViewColumns<Name extends string> {
  readonly audit?: readonly Name[];
  readonly lib?: readonly Name[];
}

/**
 * The three pages of a kind of achievement: what one registered or took part in, what waits for
 * one's review, and the library of what was approved. Their codes are `{code}`, `{code}Audit` and
 * `{code}Lib`; their addresses end alike.
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
