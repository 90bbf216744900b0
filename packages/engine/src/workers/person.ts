import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** Whose turn a task takes; nobody's in particular for work that no person asked for. */
export const personOf = (actor: Actor | SystemActor): string | undefined =>
  isSystem(actor) ? undefined : `${actor.tenantId}:${actor.id}`;
