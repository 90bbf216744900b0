import type { Fallbacks } from '@keyan/engine/workflow/people.ts';

/**
 * Who acts where a step's own people cannot: when the applicant alone could approve, the department's
 * leader, then the research office's (decisions 23); when nobody holds the role, its administrator.
 */
export const fallbacks: Fallbacks = {
  substitutes: ['leader@applicantDept', 'role:rd_leader', 'role:rd_admin'],
  administrators: 'role:rd_admin',
};
