import {
  anyScope,
  departmentScope,
  handles,
  member,
  own,
  permission,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { filingGrants } from '../project/common/access.ts';
import { type Grants, readerActions } from '../shared/grants.ts';

/** The page on which contracts are filed. */
export const contractPage = 'h_record';

/** Whoever registers contracts with the authority, and notes it here. */
export const registeringRoles = permission(`${contractPage}_register`);

/** A contract: its writer's; once submitted its team's, its department's, and whoever decides on it. */
export const contractAccess = {
  read: anyScope(
    own(),
    submitted(
      anyScope(
        own('programLeader'),
        member('members', 'userId'),
        departmentScope('departmentId'),
        handles('any'),
      ),
    ),
  ),
  write: own(),
  copies: 'all' as const,
  verifiable: 'all' as const,
};

/** Roles that file contracts and roles that handle them; the project section, finance and lawyers read them. */
export const contractGrants: Grants = {
  ...filingGrants('horizontal'),
  rd_project: readerActions,
  finance: readerActions,
  school_leader: ['view', 'export'],
  // By the scope of the page, contracts on which they decide or decided.
  legal: readerActions,
};

/** Roles that watch the outstanding items of contracts. */
export const watchGrants: Grants = {
  rd_admin: readerActions,
  rd_fund: readerActions,
  rd_leader: readerActions,
  dept_secretary: readerActions,
  dept_leader: readerActions,
  teacher: readerActions,
  finance: readerActions,
};
