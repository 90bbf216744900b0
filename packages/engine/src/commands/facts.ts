import { isSystem } from '@keyan/kernel/access/actor.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { ValidatorContext } from '@keyan/kernel/definition/field/validator.ts';
import { type Facts, factsForRules, type KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { formFacts } from '@keyan/kernel/definition/life/form-facts.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { computedValuesOf, isEmpty, parseInput } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorId, actorName } from '../base/actors.ts';
import { currentCopies } from '../records/copies.ts';
import { currentFacts, currentValidationContext } from '../records/facts.ts';
import { assertPage, unsortableFields } from '../records/rights.ts';
import type { CommandContext } from './context.ts';
import { readRecord } from './read.ts';

/** Removes from a fact the fields of its record that the actor may not see. */
const visibleFact = (hidden: ReadonlySet<string>, value: unknown): unknown =>
  hidden.size === 0 || typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.has(name)));

/** Returns the sent row merged over the stored and copied values, with the current values of these facts. */
export const rowAsSent = async (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
  asked: Facts = resource.facts ?? {},
): Promise<{ readonly row: RowLike; readonly facts: KnownFacts }> => {
  const { engine, actor } = context;
  const writer = {
    id: actorId(actor),
    name: actorName(actor),
    departments: isSystem(actor) ? [] : actor.departments,
  };
  const before = isEmpty(input.id)
    ? null
    : (await readRecord(context, resource, String(input.id))).row;
  const held = before ?? initialRow(resource.fields, writer);
  const typed = { ...held, ...parseInput(resource, input).row };
  return engine.database.read(actor.tenantId, async (session) => {
    const row = { ...typed, ...(await currentCopies(context, session, resource, typed, before)) };
    const facts = await currentFacts(context, session, { ...resource, facts: asked }, row, before);
    return { row: { ...row, ...computedValuesOf(resource, row, before ?? {}, facts) }, facts };
  });
};

/**
 * Returns the context for validating values before a record exists: the time, the terms of the university, and facts
 * that stay on the server.
 */
export const validationContextForTrial = async (
  { engine, actor }: CommandContext,
  resource: Resource,
  row: RowLike,
): Promise<ValidatorContext> => {
  const judged = await engine.database.read(actor.tenantId, (session) =>
    currentValidationContext({ engine, actor }, session, resource, row, null),
  );
  return {
    ...judged,
    now: judged.now ?? `${judged.today} 00:00:00`,
    facts: factsForRules(resource, judged.facts),
  };
};

/** Implements `Commands.facts`. */
export const rowFacts = async (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
): Promise<KnownFacts> => {
  const { engine, actor } = context;
  assertPage(resource, actor);
  const told = formFacts(resource);
  const { facts: found } = await rowAsSent(context, resource, input, told);
  return Object.fromEntries(
    Object.entries(told).map(([name, { origin }]) => {
      const target = 'face' in origin ? engine.resources.get(origin.face.key) : undefined;
      const hidden = target ? unsortableFields(target, actor) : new Set<string>();
      return [name, visibleFact(hidden, found[name])];
    }),
  );
};
