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

/** Codes of projects that are under way: 在研, 延期在研, 逾期. */
export const underWayCodes = ['20', '21', '22'] as const;

/** Codes of projects that are over: 已结题, 已终止, 已撤项. */
export const endedCodes = ['40', '60', '61'] as const;

/**
 * The projects for which one may file something: one's own, and for a department's people and the
 * offices those that they look after.
 */
export const projectsToFileFor = (...statuses: readonly string[]) =>
  everyScope(
    anyScope(own('programLeader'), departmentScope('departmentId')),
    withCode('status', ...statuses),
  );

/** A record with a project team, once it is submitted: the team's, its department's, and whoever decides on it. */
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
 * The kinds of project: the first letter of their page codes, the section that looks after them, how names
 * of approvals begin, and the number of the first of these in the dictionary `flow`.
 */
export const sections = {
  vertical: { letter: 'v', section: 'rd_project', name: ['纵向', 'Government-funded'], flow: 26 },
  horizontal: { letter: 'h', section: 'rd_fund', name: ['横向', 'Contract-funded'], flow: 50 },
  school: { letter: 's', section: 'rd_project', name: ['校级', 'University'], flow: 34 },
  cultural: { letter: 'c', section: 'rd_project', name: ['文化基地', 'Cultural-base'], flow: 42 },
} as const;

/**
 * The nature of a surplus account, which keeps the surplus of a project: it is no project under way, and stands in no count of
 * projects (rulings 64, 77).
 */
export const surplusAccount = 'surplus';

export type ProgramKind = keyof typeof sections;

/** The natures of all records of the register: projects, and surplus accounts. */
export type RegisteredKind = ProgramKind | typeof surplusAccount;

/** The kinds that people declare under a plan; horizontal projects come by contract. */
export const declaredKinds = ['vertical', 'school', 'cultural'] as const satisfies ProgramKind[];

/** Grants of roles that file and handle records about a project of this kind. */
export const filingGrants = (kind: ProgramKind): Grants => ({
  rd_admin: 'all',
  [sections[kind].section]: 'all',
  rd_leader: [...readerActions, 'audit'],
  dept_secretary: [...registrantActions, 'audit', 'back', 'zip'],
  dept_leader: [...registrantActions, 'audit'],
  teacher: registrantActions,
});

/** Grants of roles that see and maintain the projects of this kind. */
export const ledgerGrants = (kind: ProgramKind): Grants => ({
  rd_admin: 'all',
  [sections[kind].section]: 'all',
  rd_leader: readerActions,
  dept_secretary: readerActions,
  dept_leader: readerActions,
  teacher: readerActions,
  school_leader: ['view', 'export'],
  // Both judge the money of a project by its ledger, whatever its kind.
  ...(sections[kind].section === 'rd_fund' ? {} : { rd_fund: readerActions }),
  finance: readerActions,
});
