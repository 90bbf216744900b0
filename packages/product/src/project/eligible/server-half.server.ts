import type { ServerHalf } from '../../shared/halves.server.ts';
import { eligibleEndpoints } from './eligible.endpoints.server.ts';

export const serverHalf: ServerHalf = { endpoints: eligibleEndpoints };
