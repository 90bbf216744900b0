import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';
import type { ActorCall } from '../endpoint.ts';
import { askedBy, parseQuery } from '../query.ts';
import { groupCountToWire } from '../rows.ts';

/** Returns row counts by the fields in `by`; with `withZero` also codes of a single field without rows. */
export const groupCountCall = async (
  resource: Resource,
  given: RowLike,
  call: ActorCall,
): Promise<readonly GroupCountRow[]> => {
  const by = String(given.by)
    .split(',')
    .map((field) => field.trim());
  const commands = call.engine.as(call.actor);
  const query = parseQuery(resource, given, askedBy(call, resource));
  const found = await commands.groupCounts(resource, query, by, given.withSums === '1');
  const [field = '', ...more] = by;
  const asksZeros = given.withZero === '1' && more.length === 0;
  const possible = asksZeros ? commands.possibleCodes(resource, query, field) : [];
  const empty = possible
    .filter((code) => !found.some(({ keys }) => keys[0] === code))
    .map((code) => ({ keys: [code], names: [null], total: 0 }));
  return [...found, ...empty].map((one) => groupCountToWire(resource, by, one, call));
};

/** Returns row counts by status, with zero for each status that the reader's list could contain. */
export const statusCounts = async (
  resource: Resource,
  given: RowLike,
  call: ActorCall,
): Promise<Readonly<Record<string, number>>> => {
  const commands = call.engine.as(call.actor);
  const query = parseQuery(resource, given, askedBy(call, resource));
  const possible = commands.possibleCodes(resource, query, 'auditStatus');
  const none = Object.fromEntries(possible.map((code) => [code, 0]));
  return { ...none, ...(await commands.counts(resource, query)) };
};
