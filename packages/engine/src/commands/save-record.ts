import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { visible } from '../records/rights.ts';
import { anyVersion } from '../records/versions.ts';
import { Unavailable } from '../store/database.ts';
import { type CommandContext, transactionOf } from './context.ts';
import { explainDuplicate } from './duplicates.ts';
import { judgeSave } from './judge-save.ts';
import type { Input } from './port.ts';
import { reserveNumber } from './record-number.ts';
import { dropHiddenFields, type SaveMode, saveIn } from './save.ts';

/**
 * Asks outside what the behaviour asks before a save of this kind (`ahead.save`), for the row that the save
 * would store: no connection of the database waits for the answer.
 * @returns the input, bound to the record that was asked for
 * @throws what the save itself would refuse, and what the behaviour does.
 */
const askAhead = async (
  context: CommandContext,
  resource: Resource,
  input: Input,
  mode: SaveMode,
): Promise<Input> => {
  const { engine, actor } = context;
  const ahead = engine.behaviours.get(resource.key)?.ahead?.save;
  if (!ahead) return input;
  const { before, after, fault } = await judgeSave(context, resource, input, mode);
  if (fault) throw fault;
  await ahead(after, { tenantId: actor.tenantId, before });
  return before && input.version === anyVersion ? { ...input, version: before.version } : input;
};

/**
 * Saves what a person entered, as a draft or as a submission. Everything happens in one transaction
 * or not at all; the header of `records/commit.ts` lists all parts in their order.
 */
export const saveRecord = async (
  context: CommandContext,
  resource: Resource,
  given: Input,
  mode: SaveMode,
): Promise<StoredRow> => {
  const { engine, actor } = context;
  const known = dropHiddenFields(context, resource, given);
  const cleaned = await cleanInput(engine.workers, actor, resource.fields, known);
  const input = await askAhead(context, resource, cleaned, mode);
  const number = await reserveNumber(context, resource, input, mode);
  let numbered = false;
  let attempted: Readonly<Record<string, unknown>> | null = null;
  const attempting = (row: Readonly<Record<string, unknown>>): void => {
    attempted = row;
  };
  try {
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      const saving = { resource, input, mode, number, attempting };
      const saved = await saveIn(transactionOf(context, tx), saving);
      numbered = saved.numbered;
      return visible(resource, actor, saved.stored);
    });
  } catch (error) {
    // If the connection broke, the commit may have happened: the number counts as used.
    numbered &&= error instanceof Unavailable;
    return await explainDuplicate(context, resource, attempted, error);
  } finally {
    if (!numbered) number?.release();
  }
};
