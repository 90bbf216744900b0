import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import { Type } from 'typebox';
import type { Engine } from '../../engine.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Records of one kind that a search found. */
interface Found {
  readonly resource: string;
  readonly label: readonly [zh: string, en: string];
  /** The path of the first page on which the reader may open them. */
  readonly page: string;
  readonly records: readonly OptionRow[];
}

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
  search: string,
): Promise<readonly Found[]> => {
  const page = pageFor(resource, actor);
  if (page === undefined) return [];
  const records = await engine.as(actor).lookup(resource, { search, size: perKind });
  return records.length === 0
    ? []
    : [{ resource: resource.key, label: resource.label, page, records }];
};

/**
 * Records of every kind by their title and other searchable fields, within what the reader may
 * read: each kind is asked through the same command as its pickers. Kinds without a page for the
 * reader are left out, since nothing could be opened.
 */
export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/search',
    auth: 'user',
    summary: ['全局搜索', 'Search all records'],
    input: Type.Object({ q: Type.Optional(Type.String({ maxLength: longest })) }),
    run: async ({ q = '' }, { engine, actor }) => {
      const search = q.trim();
      if (search === '') return [];
      const searchable = [...engine.resources.values()].filter(({ fields }) =>
        Object.values(fields).some(({ spec }) => spec.searchable),
      );
      return (
        await Promise.all(searchable.map((each) => searchIn(engine, actor, each, search)))
      ).flat();
    },
  }),
];
