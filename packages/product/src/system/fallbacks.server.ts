import type { Fallbacks } from '@keyan/engine/workflow/people.ts';
import { superRole } from './grant.server.ts';

/**
 * Who acts where a step's own people cannot: when the applicant alone could approve, the department's
 * leader, then the research office's (decisions 23); when nobody holds the role, its administrator.
 */
export const fallbacks: Fallbacks = {
  substitutes: ['leader@applicantDept', 'role:rd_leader', 'role:rd_admin'],
  administrators: 'role:rd_admin',
  platform: { tenantId: '000000', role: superRole },
};
