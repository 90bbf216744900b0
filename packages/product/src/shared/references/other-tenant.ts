import type { Actor } from '@keyan/kernel/access/actor.ts';

/**
 * Clients of the family let administrators choose a tenant. Nobody looks into another one: a list
 * that asks for it is empty, instead of showing one's own as if it were theirs.
 */
export const namesOtherTenant = (actor: Actor, tenantId: string | undefined): boolean =>
  tenantId !== undefined && tenantId !== actor.tenantId;
