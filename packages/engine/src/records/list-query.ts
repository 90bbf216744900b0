import { isSystem } from '@keyan/kernel/access/actor.ts';
import { everyScope } from '@keyan/kernel/access/scope.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import { hasProcess, listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import type { Condition, Operator, Query, RowCursor, Sort } from '@keyan/kernel/records/query.ts';
import { searchShapeOf, termPrefixOf } from '../search/entry.ts';
import { shortQuery, typedQuery } from '../search/typed.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { boundValue, likeLiteral, parseSort } from '../store/statements/conditions.ts';
import type { ListShape } from '../store/statements/list-shape.ts';
import {
  type ActorScope,
  readableWithinShares,
  resolvedScopeOf,
} from '../store/statements/scope.ts';
import { cursorShape } from '../store/statements/seek.ts';
import {
  type ActorContext,
  assertPage,
  fieldsHiddenFrom,
  scopeValues,
  unsearchableFields,
  unsortableFields,
} from './rights.ts';

/** Returns the statuses that the filters allow; null if no filter names a status. */
const statusesOf = (where: readonly Condition[]): readonly Status[] | null => {
  const named = where.find(
    (one) => one.field === 'auditStatus' && (one.operator === 'anyOf' || one.operator === 'equals'),
  );
  return named ? ([named.value].flat() as Status[]) : null;
};

/**
 * Returns the scope of a question: rows that the actor may read, within the named page.
 * @throws Denied without the permission code of the page; Invalid for an unknown page.
 */
export const queryScope = (context: ActorContext, resource: Resource, query: Query): ActorScope => {
  const { actor, engine } = context;
  const { catalog } = engine.store;
  const statuses = statusesOf(query.where);
  if (query.view === undefined) {
    assertPage(resource, actor);
    return resolvedScopeOf(
      catalog,
      resource,
      readableWithinShares(resource, actor),
      actor,
      statuses,
    );
  }
  const view = Object.hasOwn(resource.views, query.view) ? resource.views[query.view] : undefined;
  if (!view) {
    throw new Invalid([
      { path: 'view', message: ['请求参数格式错误: view', 'Malformed parameter: view'] },
    ]);
  }
  if (!isSystem(actor) && !actor.permissions.has(view.code)) throw new Denied();
  const within = query.done ? view.done : view.scope;
  return within
    ? resolvedScopeOf(
        catalog,
        resource,
        everyScope(within, readableWithinShares(resource, actor)),
        actor,
        statuses,
      )
    : false;
};

const maxSearchWords = 5;

/** True if the cursor belongs to this order. */
const isCursorOf = ({ field, descending }: RowCursor, [sort, ...more]: readonly Sort[]): boolean =>
  more.length === 0 && sort?.field === field && sort.descending === descending;

/** Columns of a record in approval that lists show but that cannot be filtered. */
const processColumns: ReadonlySet<string> = new Set(['processInstanceId', 'steps']);

/** Returns those of the fields that exist for the actor, sorted and without duplicates. */
const visibleFields = (
  resource: Resource,
  asked: readonly string[],
  hidden: ReadonlySet<string>,
): readonly string[] => {
  const fields = listFields(resource);
  return [...new Set(asked)]
    .filter(
      (name) =>
        (Object.hasOwn(fields, name) && !hidden.has(name)) ||
        (hasProcess(resource) && processColumns.has(name)),
    )
    .sort();
};

/** Pattern of letters that may be pinyin or its initials; an apostrophe separates syllables. */
const pinyin = /^[a-zü]['’a-zü]{1,39}$/i;

/** Returns the condition on the search table for a word that may be pinyin; null for any other word. */
const readQuery = ({ actor }: ActorContext, resource: Resource, word: string): string | null => {
  if (!pinyin.test(word) || searchShapeOf(resource).fields.length === 0) return null;
  return typedQuery(word, termPrefixOf(actor.tenantId, resource))?.all ?? null;
};

const containing: ReadonlySet<Operator> = new Set(['contains', 'startsWith', 'endsWith']);

/**
 * Returns conditions on search entries for filters whose text is too short for the trigram index, keyed by filter
 * index.
 */
const shortTexts = (
  { actor }: ActorContext,
  resource: Resource,
  where: readonly Condition[],
): ReadonlyMap<number, string> => {
  const searched = new Set(searchShapeOf(resource).fields.map(({ name }) => name));
  return new Map(
    where.flatMap(({ field, operator, value }, place) => {
      if (!containing.has(operator) || !searched.has(field)) return [];
      const query = shortQuery(String(value), termPrefixOf(actor.tenantId, resource));
      return query === null ? [] : [[place, query] as const];
    }),
  );
};

/** Creates the question of a list with the scope of the actor applied, and its parameter values. */
export const createListQuery = (
  context: ActorContext,
  resource: Resource,
  query: Query,
  scope: ActorScope,
): { readonly shape: ListShape; readonly values: Record<string, unknown> } => {
  const hidden = fieldsHiddenFrom(resource, context.actor);
  const closed = unsortableFields(resource, context.actor);
  const unfound = unsearchableFields(resource, context.actor);
  const where = query.where.filter((one) => !unfound.has(one.field));
  const asked = query.sort.filter((one) => !closed.has(one.field));
  const sort = asked.length > 0 ? asked : [parseSort(resource.list.sort)];
  const after = query.after && isCursorOf(query.after, sort) ? query.after : undefined;
  const words =
    shapeOf(resource).searchable.length === 0
      ? []
      : (query.search ?? '').split(/\s+/).filter(Boolean).slice(0, maxSearchWords);
  const short = shortTexts(context, resource, where);
  const read = words.map((word) => readQuery(context, resource, word));
  return {
    shape: {
      resource,
      scope,
      where,
      sort,
      words: read.map((query) => query !== null),
      short: [...short.keys()],
      hidden,
      after: after ? cursorShape(after) : null,
      fields: query.fields ? visibleFields(resource, query.fields, hidden) : null,
      exact: query.exact === true,
      again: query.again ?? null,
      imported: query.imported !== undefined,
      amounts: null,
    },
    values: {
      ...scopeValues(context),
      ...Object.fromEntries(where.map((one, index) => [`w${index}`, boundValue(one)])),
      ...Object.fromEntries(words.map((word, index) => [`s${index}`, `%${likeLiteral(word)}%`])),
      ...Object.fromEntries(read.map((query, index) => [`p${index}`, query])),
      ...Object.fromEntries([...short].map(([place, query]) => [`q${place}`, query])),
      imported: query.imported ?? null,
      limit: query.size,
      offset: (query.page - 1) * query.size,
      afterValue: after?.value ?? null,
      afterId: after?.id ?? null,
    },
  };
};
