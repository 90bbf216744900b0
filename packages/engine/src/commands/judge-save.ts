import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { withKeptCredentials } from '../records/credentials.ts';
import { withoutUnchangedMasks } from '../records/masks.ts';
import { behaviourTransaction, type CommandContext } from './context.ts';
import {
  assertMayChange,
  assertMayCreate,
  assertTransition,
  checkAgainstDatabase,
  dropHiddenFields,
  dropKeptFields,
  lockReadable,
  prepareSave,
  type SaveMode,
  validateInput,
} from './save.ts';

/** Result of a trial save: the row that would be stored, or the fault that prevents the save. */
export type JudgedSave = {
  /** Stored record before the save; null for a new record. */
  readonly before: StoredRow | null;
} & (
  | { readonly after: StoredRow; readonly fault: null }
  | { readonly after: null; readonly fault: Fault }
);

/** Error that rolls back the transaction of a trial save. */
class OnlyJudged extends Error {
  readonly judged: JudgedSave;
  constructor(judged: JudgedSave) {
    super('nothing is stored');
    this.judged = judged;
  }
}

/**
 * Runs phases 1 to 3 of a save and stores nothing. Records that an import would create by name are not created.
 * @throws Missing for a record that does not exist for the actor; Denied if the actor may not create one.
 */
export const judgeSave = async (
  context: CommandContext,
  resource: Resource,
  given: RowLike,
  mode: SaveMode,
): Promise<JudgedSave> => {
  const { engine, actor } = context;
  const known = dropHiddenFields(context, resource, given);
  const input = await cleanInput(engine.workers, actor, resource.fields, known);
  try {
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = behaviourTransaction(context, tx);
      const sent = prepareSave(transaction, resource, input, mode);
      const isNew = isEmpty(input.id);
      const before = isNew ? null : await lockReadable(transaction, resource, input.id);
      if (!before) assertMayCreate(sent);
      const taken = dropKeptFields(sent, before);
      const save = { ...sent, input: withoutUnchangedMasks(resource, before, taken) };
      try {
        if (before) await assertMayChange(save, before);
        assertTransition(save, before);
        const checked = await validateInput(save, before);
        const row = await checkAgainstDatabase(save, before, checked);
        const after = withKeptCredentials(transaction, resource, row, before);
        throw new OnlyJudged({ before, after, fault: null });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw new OnlyJudged({ before, after: null, fault: error });
      }
    });
  } catch (error) {
    if (error instanceof OnlyJudged) return error.judged;
    throw error;
  }
};
