import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { actorId } from '../base/actors.ts';
import { demandPage, scopeValues } from '../records/rights.ts';
import { searchShapeOf } from '../search/entry.ts';
import { type Asked, askedOf, enough, type FoundRow, judged } from '../search/find.ts';
import { type Holding, holdingStatement } from '../search/holding.ts';
import { presented, ranked } from '../search/rank.ts';
import { loadReadings } from '../search/readings.ts';
import type { Stretches } from '../search/stretches.ts';
import { readableBy } from '../store/scope.ts';
import type { CommandContext } from './context.ts';

/** What was found of one resource, the best first; never empty. */
export interface FoundOfKind {
  readonly resource: Resource;
  readonly records: readonly FoundRecord[];
}

const asked = (
  { engine, actor }: CommandContext,
  resource: Resource,
  typed: string,
  departments: readonly string[],
  stretches: Stretches,
): readonly Asked[] => {
  demandPage(resource, actor);
  const scope = readableBy(engine.store.catalog, resource, actor);
  if (scope === false || searchShapeOf(resource).fields.length === 0) return [];
  return askedOf(typed, {
    tenant: actor.tenantId,
    resource,
    scope,
    actorId: actorId(actor),
    departments,
    stretches,
  });
};

/** See `Commands.search`. */
export const search = async (
  context: CommandContext,
  resources: readonly Resource[],
  typed: string,
  size: number,
): Promise<readonly FoundOfKind[]> => {
  const { engine, actor } = context;
  const { tenantId } = actor;
  const values = scopeValues(context);
  const departments = values.actorDepartments as readonly string[];
  const stretches = await engine.searchStretches.of(tenantId);
  const questions = resources.flatMap((resource) =>
    asked(context, resource, typed, departments, stretches.get(resource.key) ?? []),
  );
  if (questions.length === 0) return [];
  const run = <R>(statement: Parameters<typeof engine.database.heavy>[2]) =>
    engine.database.heavy<R>(tenantId, actorId(actor), { ...statement, planned: 'once' });
  // Most kinds have nothing that fits, or little: one statement says so of all, where each alone would look in four ways.
  const holding = new Map(
    (await run<Holding>(holdingStatement(tenantId, questions))).map(({ resource, ids }) => [
      resource,
      ids,
    ]),
  );
  const readings = await loadReadings();
  const judge = ({ resource, scope }: Asked, ids: readonly string[]) =>
    ids.length === 0
      ? []
      : run<FoundRow>(engine.finder.judge(resource, scope).bind({ ...values, ids }));
  const find = async ({ resource, scope, shape, values: ofQuestion }: Asked) => {
    const statement = engine.finder.find(resource, scope, shape);
    const rows = await run<{ id: string }>(statement.bind({ ...values, ...ofQuestion }));
    return rows.map(({ id }) => id);
  };
  const rowsOf = async (question: Asked, ids: Holding['ids']): Promise<readonly FoundRow[]> => {
    if (ids !== null && ids.length <= judged) return judge(question, ids);
    const newest = await find(question);
    const shown = await judge(question, newest);
    if (shown.length >= Math.min(size, enough) || newest.length < enough) return shown;
    // Hardly any of the newest may be read, such as somebody's hundred drafts: then older ones are looked for.
    const shape = { ...question.shape, amount: 'wide' } as const;
    return judge(question, await find({ ...question, shape }));
  };
  const found = await Promise.all(
    questions.flatMap((question) => {
      const { resource } = question;
      const ids = holding.get(resource.key);
      if (ids === undefined) return [];
      return rowsOf(question, ids).then((rows): FoundOfKind => {
        const best = ranked(resource, rows, typed).slice(0, size);
        return { resource, records: best.map((row) => presented(resource, row, typed, readings)) };
      });
    }),
  );
  return found.filter(({ records }) => records.length > 0);
};
