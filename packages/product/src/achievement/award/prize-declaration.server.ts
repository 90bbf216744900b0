import { behave } from '@keyan/engine/records/behaviour.ts';
import { collegeOf } from '../../shared/college.server.ts';
import { prizeDeclaration } from './prize-declaration.ts';

/** What declarations do beside what all records with authors do: they use the quota of a college. */
export const prizeDeclarationBehaviour = behave<typeof prizeDeclaration.fields>(prizeDeclaration, {
  complete: async ({ fkDeptId }, { tx }) => ({
    collegeId: fkDeptId ? await collegeOf(tx, fkDeptId) : null,
  }),
});
