import type { Fact, FactOrigin, FactOrigins, KnownFacts } from '@keyan/kernel/definition/fact.ts';
import { parameterValue } from '@keyan/kernel/definition/parameter.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Judged } from '@keyan/kernel/records/validate.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { Session } from '../store/database.ts';
import { type AskedFact, factSlot } from '../store/facts.ts';
import type { Settled } from '../store/scope.ts';
import { scopeOfReference } from './choosable.ts';
import { type ActorContext, scopeValues } from './rights.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** A row whose facts are wanted, and the row before the change, where there was one. */
interface Rows {
  readonly resource: Resource;
  readonly row: RowLike;
  readonly before: RowLike | null;
}

const referenceOf = ({ origin }: Fact): string | undefined =>
  origin.from === 'record' ? origin.reference : undefined;

/**
 * Within which scope the record of a fact may be read: what the actor chooses anew is read as they
 * may choose it. What the row names already, or copied itself, tells what it is whoever asks.
 */
const scopeOf = (context: ActorContext, { resource, row, before }: Rows, fact: Fact): Settled => {
  const reference = referenceOf(fact);
  const spec = resource.fields[reference ?? '']?.spec;
  const target = context.engine.store.catalog.target(spec?.target?.key ?? '');
  if (!reference || !spec || !target) return true;
  const isKept = row[reference] === before?.[reference];
  return isKept || spec.readonly === true || scopeOfReference(context, target, spec);
};

/** What a column means as the value of its fact. */
const meanings: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K], column: unknown) => unknown;
} = {
  record: ({ face }, column) =>
    Object.fromEntries(
      Object.keys(face.fields).map((name) => [name, (column as RowLike | null)?.[name] ?? null]),
    ),
  parameter: ({ parameter }, column) => parameterValue(parameter, column as string | null),
  writer: (_origin, column) => column,
  supplied: (_origin, column) => column,
};

/** What the server half of the resource supplies, by the names of the facts. */
const suppliedNow = async (
  { engine, actor }: ActorContext,
  session: Session,
  { resource, row }: Rows,
): Promise<RowLike> => {
  const supply = engine.behaviours.get(resource.key)?.supply ?? {};
  const wanted = Object.entries(resource.facts ?? {}).filter(
    ([, { origin }]) => origin.from === 'supplied',
  );
  const found: Record<string, unknown> = {};
  for (const [name] of wanted) {
    const find = supply[name];
    if (!find) throw new Error(`${resource.key}: nothing supplies the fact ${name}`);
    found[name] = (await find(row as never, { engine, actor, session })) ?? null;
  }
  return found;
};

const readNow = async (
  context: ActorContext,
  session: Session,
  rows: Rows,
  facts: readonly AskedFact[],
): Promise<RowLike> => {
  if (facts.length === 0) return {};
  const template = context.engine.store.reader.facts(rows.resource, facts);
  const ids = facts.map(({ name, fact }) => {
    const id = rows.row[referenceOf(fact) ?? ''];
    return [factSlot(name), isId(id) ? id : null];
  });
  const [found] = await session.query<RowLike>(
    template.bind({
      ...scopeValues(context),
      writer: rows.before?.createUser ?? actorId(context.actor),
      ...Object.fromEntries(ids),
    }),
  );
  return found ?? {};
};

/**
 * The facts of a row as they are now: one statement, or none for a resource without facts, beside
 * what the server half supplies.
 */
export const factsNow = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<KnownFacts> => {
  const declared = Object.entries(resource.facts ?? {});
  if (declared.length === 0) return {};
  const rows: Rows = { resource, row, before };
  const facts = declared.flatMap(([name, fact]): readonly AskedFact[] =>
    fact.origin.from === 'supplied' ? [] : [{ name, fact, scope: scopeOf(context, rows, fact) }],
  );
  const found = {
    ...(await readNow(context, session, rows, facts)),
    ...(await suppliedNow(context, session, rows)),
  };
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

/** What a row is judged with now: the time, the school's words, the facts. */
export const judgedNow = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<Judged> => {
  const { engine, actor } = context;
  const now = engine.clock();
  return {
    today: dayText(now),
    now: timeText(now),
    dictionaries: await engine.dictionaries.of(actor.tenantId, session),
    facts: await factsNow(context, session, resource, row, before),
  };
};
