import {
  anyScope,
  departmentScope,
  everyScope,
  handles,
  member,
  own,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { type Grants, readerActions, registrantActions } from '../../shared/grants.ts';

/** Status codes of running projects: 在研, 延期在研, 逾期. */
export const underWayCodes = ['20', '21', '22'] as const;

/** Status codes of ended projects: 已结题, 已终止, 已撤项. */
export const endedCodes = ['40', '60', '61'] as const;

/**
 * Scope of projects for which the actor may file records: own projects, and projects in the data
 * scope of departments and offices.
 */
export const projectsToFileFor = (...statuses: readonly string[]) =>
  everyScope(
    anyScope(own('programLeader'), departmentScope('departmentId')),
    withCode('status', ...statuses),
  );

/**
 * Scope of submitted records with a project team: readable for the team, the department and the
 * approvers.
 */
export const teamRecordScope = submitted(
  anyScope(
    own('programLeader'),
    member('members', 'userId'),
    departmentScope('departmentId'),
    handles('any'),
  ),
);

/** Read and write access to records with a project team. */
export const teamAccess = { read: anyScope(own(), teamRecordScope), write: own() };

/**
 * Kinds of project, with the first letter of their page codes, the responsible section, the prefix
 * of approval names, and the first number in the dictionary `flow`.
 */
export const sections = {
  vertical: { letter: 'v', section: 'rd_project', name: ['纵向', 'Government-funded'], flow: 26 },
  horizontal: { letter: 'h', section: 'rd_fund', name: ['横向', 'Contract-funded'], flow: 50 },
  school: { letter: 's', section: 'rd_project', name: ['校级', 'University'], flow: 34 },
  cultural: { letter: 'c', section: 'rd_project', name: ['文化基地', 'Cultural-base'], flow: 42 },
} as const;

/**
 * Kind of a surplus account, which holds the surplus of a project; excluded from counts of projects
 * (rulings 64, 77).
 */
export const surplusAccount = 'surplus';

export type ProgramKind = keyof typeof sections;

/** Kinds of all records in the register: projects and surplus accounts. */
export type RegisteredKind = ProgramKind | typeof surplusAccount;

/** Kinds that are declared under a call for proposals; horizontal projects come from contracts. */
export const declaredKinds = ['vertical', 'school', 'cultural'] as const satisfies ProgramKind[];

/** Grants of roles that file and process records about a kind of project. */
export const filingGrants = (kind: ProgramKind): Grants => ({
  rd_admin: 'all',
  [sections[kind].section]: 'all',
  rd_leader: [...readerActions, 'audit'],
  dept_secretary: [...registrantActions, 'audit', 'back', 'zip'],
  dept_leader: [...registrantActions, 'audit'],
  teacher: registrantActions,
});

/** Grants of roles that read and maintain projects of a kind. */
export const ledgerGrants = (kind: ProgramKind): Grants => ({
  rd_admin: 'all',
  [sections[kind].section]: 'all',
  rd_leader: readerActions,
  dept_secretary: readerActions,
  dept_leader: readerActions,
  teacher: readerActions,
  school_leader: ['view', 'export'],
  // Finance and the project section both read the project ledger of every kind.
  ...(sections[kind].section === 'rd_fund' ? {} : { rd_fund: readerActions }),
  finance: readerActions,
});
