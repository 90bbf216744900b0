import type { ServerHalf } from '../../shared/halves.server.ts';
import { officeEndpoints } from './office.endpoints.server.ts';

export const serverHalf: ServerHalf = { endpoints: officeEndpoints };
