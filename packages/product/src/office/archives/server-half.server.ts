import type { ServerHalf } from '../../shared/halves.server.ts';
import { packEndpoints } from './pack.server.ts';

export const serverHalf: ServerHalf = { endpoints: packEndpoints };
