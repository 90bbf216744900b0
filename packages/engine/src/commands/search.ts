import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { actorId } from '../base/actors.ts';
import { demandPage, scopeValues } from '../records/rights.ts';
import { searchShapeOf } from '../search/entry.ts';
import { type FoundRow, findValues } from '../search/find.ts';
import { presented, ranked } from '../search/rank.ts';
import { loadReadings } from '../search/readings.ts';
import { readableBy } from '../store/scope.ts';
import type { CommandContext } from './context.ts';

/** See `Commands.search`. */
export const search = async (
  context: CommandContext,
  resource: Resource,
  typed: string,
  size: number,
): Promise<readonly FoundRecord[]> => {
  const { engine, actor } = context;
  demandPage(resource, actor);
  const scope = readableBy(engine.store.catalog, resource, actor);
  if (scope === false || searchShapeOf(resource).fields.length === 0) return [];
  const values = scopeValues(context);
  const asked = findValues(typed, {
    tenant: actor.tenantId,
    resource,
    scope,
    actorId: actorId(actor),
    departments: values.actorDepartments as readonly string[],
  });
  if (asked === null) return [];
  const statement = engine.finder
    .find(resource, scope, asked.whole)
    .bind({ ...values, ...asked.values });
  const rows = await engine.database.heavy<FoundRow>(actor.tenantId, actorId(actor), statement);
  const best = ranked(resource, rows, typed).slice(0, size);
  if (best.length === 0) return [];
  const readings = await loadReadings();
  return best.map((row) => presented(resource, row, typed, readings));
};
