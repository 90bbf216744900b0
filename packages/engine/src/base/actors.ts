import { type Actor, isSystem, nobody, type SystemActor } from '@keyan/kernel/access/actor.ts';

/** The id that columns such as `create_user` keep for the actor; the system has the id of nobody. */
export const actorId = (actor: Actor | SystemActor): string =>
  isSystem(actor) ? nobody : actor.id;

/** The name that the history keeps for the actor; of the system it is the reason of its work. */
export const actorName = (actor: Actor | SystemActor): string =>
  isSystem(actor) ? actor.system : actor.name;
