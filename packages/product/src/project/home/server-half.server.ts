import type { ServerHalf } from '../../shared/halves.server.ts';
import { projectHomeEndpoints } from './project-home.server.ts';

export const serverHalf: ServerHalf = { endpoints: projectHomeEndpoints };
