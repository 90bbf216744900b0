import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { visibleRow } from '../records/rights.ts';
import { anyVersion } from '../records/versions.ts';
import type { Tx } from '../store/connection/database.ts';
import { Unavailable } from '../store/connection/failures.ts';
import type { ReservedNumber } from '../store/schema/numbers.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { behaviourTransaction, type CommandContext } from './context.ts';
import { withDrawnForms } from './drawn-forms.ts';
import { judgeSave } from './judge-save.ts';
import { readAll } from './read.ts';
import { reserveNumber } from './record-number.ts';
import { dropHiddenFields, type SaveMode, saveIn } from './save.ts';

/**
 * Makes the external calls of the behaviour before a save (`ahead.save`), for the row that the save would store: no
 * database connection is held meanwhile.
 * @returns the input, bound to the record for which the calls were made
 * @throws the errors of the save and of the behaviour
 */
const askAhead = async (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
  mode: SaveMode,
): Promise<RowLike> => {
  const { engine, actor } = context;
  const ahead = engine.behaviours.get(resource.key)?.ahead?.save;
  if (!ahead) return input;
  const { before, after, fault } = await judgeSave(context, resource, input, mode);
  if (fault) throw fault;
  await ahead(after, { tenantId: actor.tenantId, before });
  return before && input.version === anyVersion ? { ...input, version: before.version } : input;
};

/** Save with the results of everything that runs before its transaction. */
interface Prepared {
  readonly input: RowLike;
  /** Set for a record that has no number yet. */
  readonly number: ReservedNumber | null;
}

const prepared = async (
  context: CommandContext,
  resource: Resource,
  given: RowLike,
  mode: SaveMode,
): Promise<Prepared> => {
  const { engine, actor } = context;
  const known = dropHiddenFields(context, resource, given);
  const cleaned = await cleanInput(engine.workers, actor, resource.fields, known);
  const asked = await askAhead(context, resource, cleaned, mode);
  const input = await withDrawnForms(context, resource, asked, mode);
  return { input, number: await reserveNumber(context, resource, input, mode) };
};

/** Returns the fields whose values are balances, and the sub-tables that contain such fields. */
const balanceFields = (resource: Resource): readonly string[] => {
  const { balances, lines } = shapeOf(resource);
  const tables = lines.filter((table) => table.balances.length > 0);
  return [...balances.map(({ field }) => field), ...tables.map(({ field }) => field)];
};

/** Returns the saved rows with current balances: the ledgers were written after the rows. */
const withBalances = async (
  context: CommandContext,
  resource: Resource,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> => {
  const names = balanceFields(resource);
  if (names.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const now = await readAll(context, resource, ids, ['id', ...names]).catch((error: unknown) => {
    // The records are saved: a database that is unavailable from here on does not make the save fail.
    if (error instanceof Unavailable) return [];
    throw error;
  });
  const read = new Map(now.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...read.get(row.id) }));
};

/** Writes other data in the transaction of these records; if it throws, the saves are rolled back. */
export type WriteAlongside = (tx: Tx, ids: readonly string[]) => Promise<void>;

/** Saves records in one transaction, and marks their reserved numbers as used. */
const storeRecords = async (
  context: CommandContext,
  resource: Resource,
  given: readonly RowLike[],
  mode: SaveMode,
  alongside?: WriteAlongside,
): Promise<readonly StoredRow[]> => {
  const { engine, actor } = context;
  const saves: Prepared[] = [];
  const used = new Set<ReservedNumber | null>();
  try {
    for (const one of given) saves.push(await prepared(context, resource, one, mode));
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      used.clear();
      const transaction = behaviourTransaction(context, tx);
      const rows: StoredRow[] = [];
      for (const save of saves) {
        const saving = { resource, mode, ...save };
        const { stored, numbered } = await saveIn(transaction, saving);
        if (numbered) used.add(save.number);
        rows.push(visibleRow(resource, actor, stored));
      }
      await alongside?.(
        tx,
        rows.map(({ id }) => id),
      );
      return rows;
    });
  } catch (error) {
    // If the connection broke, the commit may have happened: the numbers count as used.
    if (!(error instanceof Unavailable)) used.clear();
    throw error;
  } finally {
    for (const { number } of saves) if (!used.has(number)) number?.release();
  }
};

/**
 * Saves records in one transaction, one after the other, all or none. The header of `records/commit.ts` lists the
 * phases of a save in order.
 * @throws the error of the first record that fails
 */
export const saveRecords = async (
  ...saving: Parameters<typeof storeRecords>
): Promise<readonly StoredRow[]> => {
  const [context, resource] = saving;
  return withBalances(context, resource, await storeRecords(...saving));
};

/** @throws Error if a save of one record returned no record */
const onlyOne = <T>(resource: Resource, [one]: readonly T[]): T => {
  if (one === undefined) throw new Error(`${resource.key}: a save without a record`);
  return one;
};

/** Saves the input of a person, as a draft or as a submission, in one transaction. */
export const saveRecord = async (
  context: CommandContext,
  resource: Resource,
  given: RowLike,
  mode: SaveMode,
  alongside?: (tx: Tx, id: string) => Promise<void>,
): Promise<StoredRow> => {
  const rows = await saveRecords(context, resource, [given], mode, async (tx, ids) =>
    alongside?.(tx, onlyOne(resource, ids)),
  );
  return onlyOne(resource, rows);
};
