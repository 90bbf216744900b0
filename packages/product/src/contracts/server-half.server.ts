import type { ServerHalf } from '../shared/halves.server.ts';
import { contractBehaviour } from './contract.server.ts';
import { partnerBehaviour } from './cooperation.server.ts';

export const serverHalf: ServerHalf = { behaviours: [contractBehaviour, partnerBehaviour] };
