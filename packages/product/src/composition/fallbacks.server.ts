import type { FallbackPeople } from '@keyan/engine/workflow/people/people.ts';
import { platformTenant, superRole } from '../shared/references/platform.ts';
import { outsideExpertType } from '../system/accounts/dictionaries.ts';

/**
 * Substitute assignees if nobody of a step can act: for an applicant who alone could approve, the
 * leader of the department, then of the research office (ruling 23); for a role without holders,
 * its administrator. Open tasks of a disabled account go to the department’s secretary. External
 * experts judge by link and get no tasks.
 */
export const shippedFallbacks: FallbackPeople = {
  substitutes: ['leader@applicantDept', 'role:rd_leader', 'role:rd_admin'],
  deputies: ['role:dept_secretary@applicantDept^'],
  escalation: ['rd_admin'],
  administrators: 'role:rd_admin',
  outside: [outsideExpertType],
  platform: { tenantId: platformTenant, role: superRole },
};
