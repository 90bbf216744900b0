import type { FallbackPeople } from '@keyan/engine/workflow/people/people.ts';
import { platformTenant, superRole } from '../shared/references/platform.ts';
import { outsideExpertType } from '../system/accounts/dictionaries.ts';

/**
 * Substitutes where a step's own people cannot act: when the applicant alone could approve, the department's leader,
 * then the research office's (ruling 23); when nobody holds the role, its administrator. Open tasks of a stopped
 * account go to the department's secretary. Experts from outside judge by link and take no tasks.
 */
export const shippedFallbacks: FallbackPeople = {
  substitutes: ['leader@applicantDept', 'role:rd_leader', 'role:rd_admin'],
  deputies: ['role:dept_secretary@applicantDept^'],
  escalation: ['rd_admin'],
  administrators: 'role:rd_admin',
  outside: [outsideExpertType],
  platform: { tenantId: platformTenant, role: superRole },
};
