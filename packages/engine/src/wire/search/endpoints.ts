import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecords } from '@keyan/kernel/wire/search.ts';
import { Type } from 'typebox';
import type { Engine } from '../../engine.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Records per kind: a palette shows the nearest, a list shows them all. */
const perKind = 5;
const longest = 100;

/** The first page of the resource that the actor may open. */
const pageFor = (resource: Resource, actor: Actor): string | undefined =>
  Object.values(resource.views).find(({ code }) => actor.permissions.has(code))?.path;

const searchIn = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  typed: string,
): Promise<readonly FoundRecords[]> => {
  const page = pageFor(resource, actor);
  if (page === undefined) return [];
  const records = await engine.as(actor).search(resource, typed, perKind);
  return records.length === 0
    ? []
    : [{ resource: resource.key, label: resource.label, page, records }];
};

/**
 * Records of every kind by title, number, people and other searched fields, within what the reader
 * may read. Kinds without a page for the reader are left out, since nothing could be opened.
 */
export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/search',
    auth: 'user',
    summary: ['全局搜索', 'Search all records'],
    input: Type.Object({ q: Type.Optional(Type.String({ maxLength: longest })) }),
    run: async ({ q = '' }, { engine, actor }) =>
      (
        await Promise.all(
          [...engine.resources.values()].map((each) => searchIn(engine, actor, each, q)),
        )
      ).flat(),
  }),
];
