import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** Id of the tenant whose administrator runs the platform (ruling 7). */
export const platformTenant = '000000';

/** Role of the platform administrator; only holders may grant or revoke it. */
export const superRole = 'administrator';

/**
 * Administrator roles; external sign-in services may not match their holders by staff number or
 * account.
 */
export const administratorRoles: readonly string[] = [superRole, 'admin'];

/** True if the actor administers the platform. */
export const runsPlatform = (actor: Actor | SystemActor): boolean =>
  actor.tenantId === platformTenant && (isSystem(actor) || actor.roles.includes(superRole));
