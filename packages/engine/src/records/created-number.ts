import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { numberRule } from '@keyan/kernel/definition/field/number-rule.ts';
import { numberPlaceholders } from '@keyan/kernel/definition/field/numbering.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Tx } from '../store/connection/database.ts';
import { numberKey, numberText } from '../store/schema/numbers.ts';
import { readParameter } from '../store/statements/parameters.ts';
import type { TransactionContext } from './behaviour.ts';
import { currentFacts } from './facts.ts';

const take = async (tx: Tx, key: string): Promise<string> => {
  const [row] = await tx.query<{ taken: string }>(
    `insert into number_sequence (tenant_id, key, next) values ($1, $2, 2)
     on conflict (tenant_id, key) do update set next = number_sequence.next + 1
     returning next - 1 as taken`,
    [tx.tenantId, key],
  );
  return numberText(key, Number(row?.taken));
};

const isTaken = async (tx: Tx, resource: Resource, field: string, text: string) =>
  (
    await tx.query(
      `select 1 from ${resource.table} where tenant_id = $1 and ${snakeCase(field)} = $2 limit 1`,
      [tx.tenantId, text],
    )
  ).length > 0;

/**
 * Draws the number of a record that an effect creates, if its values contain none; the number is released if the
 * transaction is rolled back. Typed numbers are skipped. Returns nothing if a field of the number pattern is empty,
 * which the rules of the resource report.
 */
export const createdNumber = async (
  transaction: TransactionContext,
  resource: Resource,
  row: RowLike,
): Promise<RowLike> => {
  const { number } = resource;
  const rule = numberRule(resource);
  // A number that is assigned at submission or at the last approval is not drawn here.
  const comesLater = hasProcess(resource) && number?.at !== 'add';
  if (!number || !rule || comesLater || !isEmpty(row[number.field])) return {};
  const { tx, now } = transaction;
  const pattern = await readParameter(tx, rule);
  const facts = number.places ? await currentFacts(transaction, tx, resource, row, null) : {};
  const places = numberPlaceholders({ ...number, pattern }, row, facts);
  if (!places) return {};
  const key = numberKey(pattern, now, places);
  let text = await take(tx, key);
  while (await isTaken(tx, resource, number.field, text)) text = await take(tx, key);
  return { [number.field]: text };
};
