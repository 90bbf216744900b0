import type { Fallbacks } from '@keyan/engine/workflow/people.ts';
import { superRole } from '../system/accounts/grant.server.ts';

/**
 * Who acts where a step's own people cannot: when the applicant alone could approve, the department's
 * leader, then the research office's (decisions 23); when nobody holds the role, its administrator.
 * What lay with somebody who left goes to the department's secretary (domain 3.4.10).
 */
export const fallbacks: Fallbacks = {
  substitutes: ['leader@applicantDept', 'role:rd_leader', 'role:rd_admin'],
  deputies: ['role:dept_secretary@applicantDept^'],
  administrators: 'role:rd_admin',
  platform: { tenantId: '000000', role: superRole },
};
