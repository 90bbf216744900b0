import type { ServerHalf } from '../shared/halves.server.ts';
import { projectBehaviour } from './project.server.ts';

export const serverHalf: ServerHalf = { behaviours: [projectBehaviour] };
