import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { withoutMasks } from '../records/masks.ts';
import { type CommandContext, transactionOf } from './context.ts';
import type { Input } from './port.ts';
import {
  checkAgainstDatabase,
  demandChange,
  demandTransition,
  dropHiddenFields,
  dropKeptFields,
  lockReadable,
  type SaveMode,
  saveOf,
  validateInput,
} from './save.ts';

/** What a save would come to; `after` is the row as it stands where a fault holds it up. */
export interface JudgedSave {
  readonly before: StoredRow;
  readonly after: StoredRow;
  readonly fault: Fault | null;
}

/** Undoes the transaction in which a save was judged. */
class OnlyJudged extends Error {
  readonly judged: JudgedSave;
  constructor(judged: JudgedSave) {
    super('nothing is stored');
    this.judged = judged;
  }
}

/**
 * Judges a save of a record that stands, phases 1 to 3, and stores nothing.
 * @throws Missing where there is no such record for the actor.
 */
export const judgeSave = async (
  context: CommandContext,
  resource: Resource,
  given: Input,
  mode: SaveMode,
): Promise<JudgedSave> => {
  const { engine, actor } = context;
  const known = dropHiddenFields(context, resource, given);
  const input = await cleanInput(engine.workers, actor, resource.fields, known);
  try {
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = transactionOf(context, tx);
      const before = await lockReadable(transaction, resource, input.id);
      const sent = saveOf(transaction, resource, input, mode);
      const taken = dropKeptFields(sent, before);
      const save = { ...sent, input: withoutMasks(resource, before, taken) };
      try {
        await demandChange(save, before);
        demandTransition(save, before);
        const checked = await validateInput(save, before);
        const after = await checkAgainstDatabase(save, before, checked);
        throw new OnlyJudged({ before, after, fault: null });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw new OnlyJudged({ before, after: before, fault: error });
      }
    });
  } catch (error) {
    if (error instanceof OnlyJudged) return error.judged;
    throw error;
  }
};
