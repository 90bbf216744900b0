import type { ServerHalf } from '../../shared/halves.server.ts';
import { declareBehaviour } from './batch-approval.server.ts';
import { reportEndpoints } from './declare-report.server.ts';
import { openCallEndpoints } from './open-calls.server.ts';
import { proposalObjectionBehaviour } from './publicity/proposal-objection.server.ts';
import { proposedEndpoints } from './publicity/proposed.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [declareBehaviour, proposalObjectionBehaviour],
  endpoints: [...reportEndpoints, ...openCallEndpoints, ...proposedEndpoints],
};
