import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { actorId } from '../base/actors.ts';
import { demandPage, scopeValues } from '../records/rights.ts';
import { searchShapeOf } from '../search/entry.ts';
import {
  type Asked,
  askedOf,
  type FoundRow,
  type Holding,
  holdingStatement,
  judged,
} from '../search/find.ts';
import { presented, ranked } from '../search/rank.ts';
import { loadReadings } from '../search/readings.ts';
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
  const questions = resources.flatMap((resource) => asked(context, resource, typed, departments));
  if (questions.length === 0) return [];
  const run = <R>(statement: Parameters<typeof engine.database.heavy>[2]) =>
    engine.database.heavy<R>(tenantId, actorId(actor), statement);
  // Most kinds have nothing that fits, or little: one statement says so of all, where each alone would look in four ways.
  const holding = new Map(
    (await run<Holding>(holdingStatement(tenantId, questions))).map(({ resource, ids }) => [
      resource,
      ids,
    ]),
  );
  const readings = await loadReadings();
  const rowsOf = ({ resource, scope, shape, values: ofQuestion }: Asked, ids: Holding['ids']) =>
    run<FoundRow>(
      ids === null || ids.length > judged
        ? engine.finder.find(resource, scope, shape).bind({ ...values, ...ofQuestion })
        : engine.finder.judge(resource, scope).bind({ ...values, ids }),
    );
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
