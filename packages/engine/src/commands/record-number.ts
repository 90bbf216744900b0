import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { numberRule } from '@keyan/kernel/definition/field/number-rule.ts';
import { numberPlaceholders } from '@keyan/kernel/definition/field/numbering.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ReservedNumber } from '../store/schema/numbers.ts';
import { parameterNow } from '../store/statements/parameters.ts';
import type { CommandContext } from './context.ts';
import { rowAsSent } from './facts.ts';

/** Returns the fault of a record whose number cannot be assigned yet. */
export const missingNumberFault = (path: string): Invalid =>
  new Invalid([
    { path, message: ['编号所需的信息不完整', 'Information needed for the number is missing'] },
  ]);

/** Properties of a save that decide if a number is needed. */
type Mode = { readonly kind: 'draft' | 'submit' };

/** True if this save assigns a number to a record that has none. */
const isNumbered = (resource: Resource, input: RowLike, mode: Mode): boolean =>
  resource.number?.at !== 'approved' &&
  (mode.kind === 'submit' ||
    !hasProcess(resource) ||
    (resource.number?.at === 'add' && isEmpty(input.id)));

/** Returns the pattern of numbers that the university has set. */
const numberPattern = async (
  { engine: { database }, actor }: CommandContext,
  resource: Resource,
): Promise<string> => {
  const rule = numberRule(resource);
  return rule ? parameterNow(database, actor.tenantId, rule) : '';
};

/**
 * Reserves a number for a record that may have none yet; null if a field named in the pattern is empty, which a rule of
 * the resource reports. The number is taken before the transaction, on a separate connection, and released if the
 * record already has a number or is not stored.
 */
export const reserveNumber = async (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
  mode: Mode,
): Promise<ReservedNumber | null> => {
  const { engine, actor } = context;
  const { number } = resource;
  if (!number || !isNumbered(resource, input, mode)) return null;
  const [sent, pattern] = await Promise.all([
    number.places ? rowAsSent(context, resource, input) : null,
    numberPattern(context, resource),
  ]);
  const places = sent ? numberPlaceholders({ ...number, pattern }, sent.row, sent.facts) : {};
  return places && engine.numbers.reserve(actor.tenantId, pattern, engine.clock(), places);
};
