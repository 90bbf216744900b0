import type { ServerHalf } from '../shared/halves.server.ts';
import { missingEndpoints } from './missing.endpoints.server.ts';

export const serverHalf: ServerHalf = { endpoints: missingEndpoints };
