import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecords } from '@keyan/kernel/wire/search.ts';
import { Type } from 'typebox';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Number of records per kind: a palette shows the best, a list shows all. */
const perKind = 5;
const maxQueryLength = 100;

/** Returns the first page of the resource that the actor may open. */
const pageFor = (resource: Resource, actor: Actor): string | undefined =>
  Object.values(resource.views).find(({ code }) => actor.permissions.has(code))?.path;

/**
 * Calls for searching records of every kind by title, number, people and other searched fields, within what the reader
 * may read. Kinds without a page for the reader are left out, since their records could not be opened.
 */
export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/search',
    auth: 'user',
    summary: ['全局搜索', 'Search all records'],
    input: Type.Object({ q: Type.Optional(Type.String({ maxLength: maxQueryLength })) }),
    run: async ({ q = '' }, { engine, actor }): Promise<readonly FoundRecords[]> => {
      const pages = new Map<Resource, string>();
      for (const resource of engine.resources.values()) {
        const page = pageFor(resource, actor);
        if (page !== undefined) pages.set(resource, page);
      }
      const found = await engine.as(actor).search([...pages.keys()], q, perKind);
      return found.map(({ resource, records }) => ({
        resource: resource.key,
        label: resource.label,
        page: pages.get(resource) ?? '',
        records,
      }));
    },
  }),
];
