import { present } from '@keyan/console/presentation/present.ts';
import { secretConsent } from '../../shared/mechanisms/secrecy.web.ts';
import { programApproval } from './program-approval.ts';

export const programApprovalPresentation = present(programApproval, {
  consent: secretConsent(programApproval),
});
