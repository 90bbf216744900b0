import type { ServerHalf } from '../shared/halves.server.ts';
import { statisticsEndpoints } from './statistics.endpoints.server.ts';

export const serverHalf: ServerHalf = { endpoints: statisticsEndpoints };
