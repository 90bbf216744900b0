import type { Engine } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

const known = new WeakMap<Engine, Map<string, Actor>>();

/**
 * Returns an actor with the rights at the first call; null if the account is closed. For the demo only, which changes
 * no roles and needs hundreds of actors repeatedly.
 */
export const cachedActor = async (engine: Engine, id: string): Promise<Actor | null> => {
  const people = known.get(engine) ?? new Map<string, Actor>();
  known.set(engine, people);
  const person = people.get(id) ?? (await currentActorOf(engine, { id, tenantId, roles: [] }));
  if (person) people.set(id, person);
  return person;
};
