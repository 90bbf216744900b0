import { behave } from '@keyan/engine/records/behaviour.ts';
import { namedMembers } from '../members.server.ts';
import { programApproval } from './program-approval.ts';

/** Database behaviour of an approval: its members have the names of their accounts. */
export const programApprovalBehaviour = behave(programApproval, {
  complete: async ({ members }, { before, tx }) => ({
    members: await namedMembers(tx, members, before?.members),
  }),
});
