import { present } from '@keyan/console/presentation/present.ts';
import { consentOf } from '../../shared/mechanisms/secrecy.web.ts';
import { membersAt } from '../members.web.tsx';
import { programApproval } from './program-approval.ts';

export const programApprovalPresentation = present(programApproval, {
  fields: membersAt('members'),
  consent: consentOf(programApproval),
});
