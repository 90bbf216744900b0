import type { ServerHalf } from '../shared/halves.server.ts';
import { processChangeBehaviour } from './changes/process-change.server.ts';
import { memberPeopleEndpoint } from './members.server.ts';
import { programApprovalBehaviour } from './program/program-approval.server.ts';
import { projectBehaviour } from './project.server.ts';

export const serverHalf: ServerHalf = {
  endpoints: [memberPeopleEndpoint],
  behaviours: [projectBehaviour, programApprovalBehaviour, processChangeBehaviour],
};
