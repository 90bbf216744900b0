import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** Person whose turn a task takes; none for work that no person asked for. */
export const taskOwnerOf = (actor: Actor | SystemActor): string | undefined =>
  isSystem(actor) ? undefined : `${actor.tenantId}:${actor.id}`;
