import {
  anyScope,
  departmentScope,
  everyScope,
  handles,
  own,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { type Grants, readerActions, registrantActions } from '../shared/grants.ts';

/**
 * Scope of projects that may receive funds; includes concluded projects until their account is
 * settled.
 */
export const projectsReceivingMoney = everyScope(
  withCode('status', '20', '21', '22', '30', '40'),
  withCode('isClosed', '0'),
);

/**
 * Access to records about a project’s funds: drafts by the writer; after submission also by the
 * project leader and the offices.
 */
export const fundsAccess = {
  read: anyScope(
    own(),
    submitted(anyScope(own('programLeader'), departmentScope('departmentId'), handles('any'))),
  ),
  write: own(),
  copies: 'all' as const,
  verifiable: 'all' as const,
};

/** Roles that write records about a project’s funds, and roles that approve them. */
export const fundsFilingGrants: Grants = {
  rd_admin: 'all',
  rd_fund: [...registrantActions, 'audit', 'back', 'backDraft', 'abolish', 'zip'],
  rd_leader: [...readerActions, 'audit'],
  dept_secretary: [...registrantActions, 'audit', 'back'],
  dept_leader: [...registrantActions, 'audit'],
  teacher: registrantActions,
  finance: [...readerActions, 'audit', 'back', 'zip'],
  school_leader: ['view', 'export'],
};

export const fundsFilingActions = [
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
] as const;
