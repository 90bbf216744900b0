import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { actorId } from '../base/actors.ts';
import { assertPage, scopeValues } from '../records/rights.ts';
import { searchShapeOf } from '../search/entry.ts';
import { enough, type FoundRecords, type HitLimits } from '../search/find.ts';
import type { FoundRow } from '../search/judge.ts';
import { type KindQuestion, kindQuestionOf, questionParameters } from '../search/question.ts';
import { kindRankOf, presentedRecord, rankedRows } from '../search/rank.ts';
import { loadReadings } from '../search/readings.ts';
import type { Statement } from '../store/connection/database.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';

/** Search results of one resource, best first; never empty. */
export interface FoundOfKind {
  readonly resource: Resource;
  readonly records: readonly FoundRecord[];
}

/** Returns the search questions of each kind. */
const questionsOf = async (
  { engine, actor }: CommandContext,
  resources: readonly Resource[],
  typed: string,
  departments: readonly string[],
): Promise<readonly KindQuestion[]> => {
  const stretches = await engine.searchStretches.of(actor.tenantId);
  return resources.flatMap((resource) => {
    assertPage(resource, actor);
    const scope = readableBy(engine.store.catalog, resource, actor);
    if (scope === false || searchShapeOf(resource).fields.length === 0) return [];
    return kindQuestionOf(typed, {
      tenant: actor.tenantId,
      actorId: actorId(actor),
      departments,
      resource,
      scope,
      stretches: stretches.get(resource.key) ?? [],
    });
  });
};

/** Search results of a kind before the rights of the actor are checked. */
interface Candidates {
  readonly question: KindQuestion;
  readonly ids: readonly string[];
}

/** Searches all kinds in one statement, or in one statement per sort of reach. */
const find = async (
  { engine, actor }: CommandContext,
  questions: readonly KindQuestion[],
  departments: readonly string[],
  amount: HitLimits,
  values: RowLike,
): Promise<readonly Candidates[]> => {
  const found = await Promise.all(
    [...Map.groupBy(questions, ({ reach }) => JSON.stringify(reach)).values()].map((asked) => {
      const template = engine.finder(asked[0]?.reach ?? null, amount);
      const statement = template.bind({ ...values, ...questionParameters(asked, departments) });
      return engine.database.heavy<FoundRecords>(actor.tenantId, actorId(actor), {
        ...statement,
        planned: 'once',
      });
    }),
  );
  const idsOf = new Map(found.flat().map(({ resource, ids }) => [resource, ids.split(',')]));
  return questions.flatMap((question) => {
    const ids = idsOf.get(question.resource.key);
    return ids ? [{ question, ids }] : [];
  });
};

/** Returns the results of a kind that the actor may read, newest first. */
const judge = (
  { engine, actor }: CommandContext,
  { question: { resource, scope }, ids }: Candidates,
  amount: HitLimits,
  values: RowLike,
): Promise<readonly FoundRow[]> => {
  const bound = engine.judge(resource, scope).bind({ ...values, ids: `{${ids.join(',')}}` });
  const statement: Statement = { ...bound, planned: 'once' };
  // At most eighty records are read by id: the statements of all kinds are sent together.
  return amount === 'usual'
    ? engine.database.short(actor.tenantId, statement)
    : engine.database.heavy(actor.tenantId, actorId(actor), statement);
};

/** Implements `Commands.search`. */
export const searchRecords = async (
  context: CommandContext,
  resources: readonly Resource[],
  typed: string,
  size: number,
): Promise<readonly FoundOfKind[]> => {
  const values = scopeValues(context);
  const departments = values.actorDepartments as readonly string[];
  const questions = await questionsOf(context, resources, typed, departments);
  if (questions.length === 0) return [];
  const rowsOf = new Map<KindQuestion, readonly FoundRow[]>();
  const look = async (asked: readonly KindQuestion[], amount: HitLimits) => {
    const candidates = await find(context, asked, departments, amount, values);
    const judged = candidates.map(async (one) => {
      rowsOf.set(one.question, await judge(context, one, amount, values));
    });
    await Promise.all(judged);
    return candidates;
  };
  const usual = await look(questions, 'usual');
  // If the actor may read hardly any of the newest results, such as a hundred drafts of somebody else, older ones are
  // searched.
  const hidden = usual.flatMap(({ question, ids }) => {
    const shown = rowsOf.get(question)?.length ?? 0;
    return shown < Math.min(size, enough) && ids.length >= enough ? [question] : [];
  });
  if (hidden.length > 0) await look(hidden, 'wide');
  const readings = await loadReadings();
  const kinds = questions.flatMap((question) => {
    const { resource } = question;
    const best = rankedRows(resource, rowsOf.get(question) ?? [], typed).slice(0, size);
    const records = best.map((row) => presentedRecord(resource, row, typed, readings));
    return best[0]
      ? [{ place: kindRankOf(resource, best[0], typed), found: { resource, records } }]
      : [];
  });
  return kinds.toSorted((a, b) => a.place - b.place).map(({ found }) => found);
};
