import type { Actor } from '@keyan/kernel/access/actor.ts';

/**
 * True if a BladeX client asks for another tenant’s data; callers then return an empty list instead
 * of the actor’s own data.
 */
export const namesOtherTenant = (actor: Actor, tenantId: string | undefined): boolean =>
  tenantId !== undefined && tenantId !== actor.tenantId;
