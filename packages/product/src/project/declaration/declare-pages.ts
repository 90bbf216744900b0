import {
  anyScope,
  everyone,
  handles,
  member,
  own,
  type Scope,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { type Grants, readerActions, registrantActions } from '../../shared/grants.ts';
import { declaredKinds, type ProgramKind, sections, teamRecordScope } from '../common/access.ts';
import { scopeOfAskedMember } from './declare-members.ts';

const memberMoves = ['agreeMember', 'declineMember'] as const;

const applicant = [...registrantActions, ...memberMoves];

type Page = Omit<View<never>, 'scope' | 'variant' | 'columns'> & {
  readonly scope: Scope;
  readonly columns?: typeof libraryColumns;
};

/** Actions of the office on plans; reporting is reserved for departments. */
const officeMoves = [
  'add',
  'edit',
  'view',
  'delete',
  'publish',
  'withdraw',
  'extend',
  'publicise',
  'giveBack',
  'import',
  'export',
  'history',
] as const;

const planGrants: Grants = {
  rd_admin: officeMoves,
  rd_project: officeMoves,
  rd_leader: readerActions,
  dept_secretary: [...readerActions, 'report'],
};

/** Code of the page with plans of a kind. */
export const planCode = (kind: ProgramKind): string => `${sections[kind].letter}_plan`;

/** Pages with plans, by kind. */
export const planPages = (): Readonly<Record<string, Omit<Page, 'columns'>>> =>
  Object.fromEntries(
    declaredKinds.map((kind): [string, Omit<Page, 'columns'>] => [
      kind,
      {
        label: ['申报计划', 'Calls for proposals'],
        code: planCode(kind),
        path: `/program/${kind}/declarePlan`,
        scope: withCode('programKind', kind),
        menu: [kind, 1],
        grants: planGrants,
        actions: [...officeMoves, 'report'],
      },
    ]),
  );

/** Columns of the office’s list; the review score is hidden from applicants. */
const libraryColumns = [
  'programName',
  'declareStatus',
  'programLeader',
  'applyFunds',
  'departmentId',
  'reviewScore',
  'planId',
  'declareNum',
  'projectType',
] as const;

/** Columns of all other lists of declarations. */
export const declareColumns = libraryColumns.filter((name) => name !== 'reviewScore');

/** Read and write access to a declaration; asked members may read the draft. */
export const declareAccess = {
  read: anyScope(own(), scopeOfAskedMember, teamRecordScope),
  write: own(),
  drafts: scopeOfAskedMember,
  copies: 'all' as const,
  verifiable: 'all' as const,
};

/**
 * Pages of declarations of a kind: register, audit, and library (申报项目库). Long because it lists
 * what each page offers and to whom.
 */
export const declarePages = (kind: ProgramKind): Readonly<Record<string, Page>> => {
  const { letter, section } = sections[kind];
  return {
    [kind]: {
      label: ['项目申报', 'Applications'],
      code: `${letter}_declare`,
      path: `/program/${kind}/declareInfo`,
      note: ['我申报的与我参与的项目', 'Projects that I applied for or joined'],
      scope: anyScope(
        own(),
        scopeOfAskedMember,
        submitted(anyScope(own('programLeader'), member('members', 'userId'))),
      ),
      menu: [kind, 2],
      grants: {
        rd_admin: 'all',
        [section]: 'all',
        dept_secretary: [...applicant, 'zip'],
        dept_leader: applicant,
        teacher: applicant,
      },
      actions: [
        ...memberMoves,
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
    },
    [`${kind}Audit`]: {
      label: ['申报审核', 'Application review'],
      code: `${letter}_declareAudit`,
      path: `/program/${kind}/declareAudit`,
      note: ['待我审核与我审核过的申报', 'Applications awaiting my review or reviewed by me'],
      scope: handles('todo'),
      done: handles('done'),
      menu: [kind, 3],
      grants: {
        rd_admin: 'all',
        [section]: 'all',
        rd_leader: [...readerActions, 'audit', 'back'],
        dept_secretary: [...readerActions, 'audit', 'back', 'zip'],
        dept_leader: [...readerActions, 'audit', 'back'],
      },
      actions: ['view', 'audit', 'back', 'backDraft', 'export', 'zip', 'history'],
    },
    [`${kind}Lib`]: {
      label: ['申报项目库', 'Application library'],
      code: `${letter}_program`,
      path: `/program/${kind}/declareProgram`,
      note: ['已提交的全部申报', 'All submitted applications'],
      scope: submitted(everyone()),
      columns: libraryColumns,
      menu: [kind, 4],
      grants: {
        rd_admin: 'all',
        [section]: 'all',
        rd_leader: readerActions,
        dept_secretary: [...readerActions, 'zip'],
        dept_leader: readerActions,
      },
      actions: [
        'view',
        // Vertical approvals come from a sponsor’s list or one by one.
        ...(kind === 'vertical'
          ? (['approveListed', 'decline', 'reconsider'] as const)
          : (['approveAll'] as const)),
        'convert',
        'unconvert',
        'backDraft',
        'abolish',
        'export',
        'zip',
        'history',
      ],
    },
  };
};
