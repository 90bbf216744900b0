import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** The tenant whose administrator runs the whole platform (ruling 7). */
export const platformTenant = '000000';

/** The platform's administrator: given and taken by its own kind alone. */
export const superRole = 'administrator';

/** Roles that administer: a sign-in service outside names none of their holders by a staff number or an account. */
export const administratorRoles: readonly string[] = [superRole, 'admin'];

/** Does the actor run the platform, not just a university on it? */
export const runsPlatform = (actor: Actor | SystemActor): boolean =>
  actor.tenantId === platformTenant && (isSystem(actor) || actor.roles.includes(superRole));
