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

/** Permission code of the page that registers contracts. */
export const contractPage = 'h_record';

/** Permission to record the registration of a contract with the authority. */
export const registeringRoles = permission(`${contractPage}_register`);

/**
 * Access to a contract: drafts by the writer; after submission also by the team, the department and
 * the approvers.
 */
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

/**
 * Roles that write contracts and roles that process contracts; the project section, finance and
 * lawyers read them.
 */
export const contractGrants: Grants = {
  ...filingGrants('horizontal'),
  rd_project: readerActions,
  finance: readerActions,
  school_leader: ['view', 'export'],
  // Legal advisers read only contracts on which they decide or decided, by the scope of the page.
  legal: readerActions,
};

/** Roles that monitor pending items of contracts. */
export const watchGrants: Grants = {
  rd_admin: readerActions,
  rd_fund: readerActions,
  rd_leader: readerActions,
  dept_secretary: readerActions,
  dept_leader: readerActions,
  teacher: readerActions,
  finance: readerActions,
};
