import type { Engine } from '@keyan/engine/engine.ts';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

const known = new WeakMap<Engine, Map<string, Actor>>();

/**
 * Somebody with the rights that their roles give them; null when the account is closed. The story changes nobody's
 * roles, and asks for hundreds of people by turns: their rights are read once.
 */
export const personOf = async (engine: Engine, id: string): Promise<Actor | null> => {
  const people = known.get(engine) ?? new Map<string, Actor>();
  known.set(engine, people);
  const person = people.get(id) ?? (await asOfNow(engine, { id, tenantId, roles: [] }));
  if (person) people.set(id, person);
  return person;
};
