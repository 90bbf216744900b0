import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Engine } from '../engine.ts';
import type { Tx } from '../store/connection/database.ts';

/** Error that rolls back a transaction in which records were only checked. */
class Undone<Answer> extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('nothing is stored');
    this.answer = answer;
  }
}

/** Runs work in a transaction that is rolled back, and returns its result. */
export const inRolledBackTransaction = async <Answer>(
  engine: Engine,
  actor: Actor,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
};
