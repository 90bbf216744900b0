import { behave } from '@keyan/engine/records/behaviour.ts';
import { namedMembers } from '../members.server.ts';
import { processChange } from './process-change.ts';

/** Database behaviour of a change: its new members have the names of their accounts. */
export const processChangeBehaviour = behave(processChange, {
  complete: async ({ newMembers, oldMembers }, { before, tx }) => ({
    newMembers: await namedMembers(tx, newMembers, before?.newMembers ?? oldMembers),
  }),
});
