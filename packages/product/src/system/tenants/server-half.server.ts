import type { ServerHalf } from '../../shared/halves.server.ts';
import { tenantBehaviour, tenantPackageBehaviour } from './tenant.server.ts';

export const serverHalf: ServerHalf = { behaviours: [tenantBehaviour, tenantPackageBehaviour] };
