import { isSystem } from '@keyan/kernel/access/actor.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { completeBalance } from '@keyan/kernel/definition/ledger/measures.ts';
import {
  type Fact,
  type FactOrigin,
  type FactOrigins,
  idsAtPaths,
  type KnownFacts,
} from '@keyan/kernel/definition/life/fact.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { ValidationContext } from '@keyan/kernel/records/validate.ts';
import { dictionariesInForm } from '@keyan/kernel/values/dictionary.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { Session } from '../store/connection/database.ts';
import { type FactColumn, factSlot, ownerSlot } from '../store/statements/facts.ts';
import type { ActorScope } from '../store/statements/scope.ts';
import { scopeOfReference } from './choosable.ts';
import { type ActorContext, scopeValues } from './rights.ts';

/** Row for which facts are read, and the stored row before the change, if any. */
interface Rows {
  readonly resource: Resource;
  readonly row: RowLike;
  readonly before: RowLike | null;
}

const referenceOf = ({ origin }: Fact): string | undefined => {
  if (origin.from === 'record') return origin.reference;
  return origin.from === 'balances' ? origin.owner : undefined;
};

/**
 * Returns the scope within which the record of a fact, or the owner of balances, is read: a newly chosen record is read
 * as the actor may choose it; a record that the stored row already names or copied is read without limit.
 */
const scopeOf = (
  context: ActorContext,
  { resource, row, before }: Rows,
  fact: Fact,
): ActorScope => {
  const reference = referenceOf(fact);
  const spec = resource.fields[reference ?? '']?.spec;
  const target = context.engine.store.catalog.target(spec?.target?.key ?? '');
  if (!reference || !spec || !target) return true;
  const isKept = row[reference] === before?.[reference];
  return isKept || spec.readonly === true || scopeOfReference(context, target, spec);
};

/** Conversions of a column to the value of its fact. */
const meanings: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K], column: unknown) => unknown;
} = {
  record: ({ face }, column) =>
    Object.fromEntries(
      Object.keys(face.fields).map((name) => [name, (column as RowLike | null)?.[name] ?? null]),
    ),
  branch: (_origin, column) => column,
  parameter: ({ parameter }, column) => parameterValue(parameter, column as string | null),
  // The system has no account: its id belongs to no person.
  writer: (_origin, column) => column ?? { id: '', departments: [], roles: [] },
  records: (_origin, column) => column ?? [],
  catalogue: (_origin, column) => column ?? [],
  balances: ({ ledger }, column) =>
    Object.fromEntries(
      Object.entries(
        (column ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>,
      ).map(([subaccount, stored]) => [subaccount, completeBalance(ledger, stored)]),
    ),
};

/** Subaccount id that stands for the sum over all subaccounts of an owner. */
const ownersSum = '';

const idOrNull = (id: unknown): string | null => (isId(id) ? id : null);

/** Parameters of the statement of a fact. */
const slots: {
  readonly [K in keyof FactOrigins]: (
    origin: FactOrigins[K],
    name: string,
    row: RowLike,
  ) => RowLike;
} = {
  record: ({ reference }, name, row) => ({ [factSlot(name)]: idOrNull(row[reference]) }),
  branch: ({ reference }, name, row) => ({ [factSlot(name)]: idOrNull(row[reference]) }),
  parameter: () => ({}),
  writer: () => ({}),
  records: ({ paths }, name, row) => ({ [factSlot(name)]: idsAtPaths(row, paths) }),
  catalogue: () => ({}),
  balances: ({ owner, paths }, name, row) => ({
    [ownerSlot(name)]: idOrNull(row[owner]),
    [factSlot(name)]: [ownersSum, ...idsAtPaths(row, paths)],
  }),
};

const slotsOf = ({ name, fact: { origin } }: FactColumn, row: RowLike): RowLike =>
  (slots[origin.from] as (origin: FactOrigin, name: string, row: RowLike) => RowLike)(
    origin,
    name,
    row,
  );

const readNow = async (
  context: ActorContext,
  session: Session,
  rows: Rows,
  facts: readonly FactColumn[],
): Promise<RowLike> => {
  const template = context.engine.store.reader.facts(rows.resource, facts);
  const [found] = await session.query<RowLike>(
    template.bind({
      ...scopeValues(context),
      writer: rows.before?.createUser ?? actorId(context.actor),
      ...Object.assign({}, ...facts.map((one) => slotsOf(one, rows.row))),
    }),
  );
  return found ?? {};
};

/** Returns the current facts of a row: one statement, or none for a resource without facts. */
export const currentFacts = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<KnownFacts> => {
  const declared = Object.entries(resource.facts ?? {});
  if (declared.length === 0) return {};
  const rows: Rows = { resource, row, before };
  const facts = declared.map(
    ([name, fact]): FactColumn => ({ name, fact, scope: scopeOf(context, rows, fact) }),
  );
  const found = await readNow(context, session, rows, facts);
  return Object.fromEntries(
    declared.map(([name, { origin }]) => [
      name,
      (meanings[origin.from] as (origin: FactOrigin, column: unknown) => unknown)(
        origin,
        found[name] ?? null,
      ),
    ]),
  );
};

/** Returns the context in which a row is validated now: time, terms of the university, and facts. */
export const currentValidationContext = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<ValidationContext> => {
  const { engine, actor } = context;
  const now = engine.clock();
  const dictionaries = await engine.dictionaries.of(actor.tenantId, session);
  return {
    today: dayText(now),
    now: timeText(now),
    // The system may store dictionary codes that forms do not offer.
    dictionaries: isSystem(actor) ? dictionaries : dictionariesInForm(dictionaries, resource.key),
    facts: await currentFacts(context, session, resource, row, before),
  };
};
