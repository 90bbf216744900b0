import type { ServerHalf } from '../../shared/halves.server.ts';
import { checkQuality } from './check.server.ts';
import { qualityEndpoints } from './endpoints.server.ts';

export const serverHalf: ServerHalf = { jobs: [checkQuality], endpoints: qualityEndpoints };
