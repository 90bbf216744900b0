import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** Returns the person in whose queue a task waits; undefined for work of the system. */
export const taskOwnerOf = (actor: Actor | SystemActor): string | undefined =>
  isSystem(actor) ? undefined : `${actor.tenantId}:${actor.id}`;
