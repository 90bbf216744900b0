import { type Actor, isSystem, nobody, type SystemActor } from '@keyan/kernel/access/actor.ts';

/**
 * Returns the user id that is stored for the actor in columns such as `create_user`; for the system, the id that no
 * user has.
 */
export const actorId = (actor: Actor | SystemActor): string =>
  isSystem(actor) ? nobody : actor.id;

/** Returns the name that the history stores for the actor; for the system, the reason of the work. */
export const actorName = (actor: Actor | SystemActor): string =>
  isSystem(actor) ? actor.system : actor.name;
