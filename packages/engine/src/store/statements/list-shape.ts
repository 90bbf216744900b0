import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Condition, Operator, Query } from '@keyan/kernel/records/query.ts';
import { shapeOf } from '../schema/shape.ts';
import type { IdAmount } from './alternatives-sql.ts';
import type { Sql } from './compile.ts';
import type { ActorScope } from './scope.ts';
import { type CursorShape, seekColumn, seekSql } from './seek.ts';
import { neededColumns } from './value.ts';

/** Shape of a list query for one actor: with their scope, and without fields that are secret for them. */
export interface ListShape {
  readonly resource: Resource;
  readonly scope: ActorScope;
  readonly where: readonly Condition[];
  readonly sort: Query['sort'];
  /**
   * Words in the search box, in the parameters `s0`, `s1`, …: true for a word that may also be pinyin or initials,
   * whose conditions are the parameters `p0`, `p1`, ….
   */
  readonly words: readonly boolean[];
  /**
   * Indexes in `where` of texts too short for the trigram index: the search table finds candidates, by the parameters
   * `q0`, `q1`, ….
   */
  readonly short?: readonly number[];
  readonly hidden: ReadonlySet<string>;
  /** Sorted fields of the rows, none of them hidden; null for all fields of a list. */
  readonly fields: readonly string[] | null;
  /** Set for a page after a cursor; null for a page by its number. */
  readonly after: CursorShape | null;
  /** True if the total must be exact however large it is. */
  readonly exact: boolean;
  /** True for records that were submitted again, false for those that were not; null for both. */
  readonly again: boolean | null;
  /** True for records of one import of the actor. */
  readonly imported: boolean;
  /** Amount of ids in each list of `elsewhere`; null if unknown. */
  readonly amounts: readonly IdAmount[] | null;
  /** Prefix of the parameter names of conditions, by default `w`: parts of one statement share no names. */
  readonly slots?: string;
}

/** Returns the columns that the order of a list needs. */
export const sortColumns = (resource: Resource, sort: Query['sort']): readonly string[] =>
  sort.flatMap(({ field }) => {
    const column = shapeOf(resource).column(field);
    return column ? neededColumns(column) : [];
  });

/** Returns the ranges of a page after a cursor; empty for a page by its number. */
export const cursorRangesOf = ({ resource, sort, after }: ListShape): readonly Sql[] => {
  const column = seekColumn(resource, sort);
  const [first] = sort;
  return after && column && first ? seekSql(column, first, after) : [];
};

const textual: ReadonlySet<Operator> = new Set(['contains', 'startsWith', 'endsWith']);

/** True if a condition uses a text index, whatever the scope. */
export const isText = ({ words, where }: ListShape): boolean =>
  words.length > 0 || where.some(({ operator }) => textual.has(operator));

/** Returns the cache key of a statement of this shape. */
export const shapeKey = (what: string, shape: ListShape): string =>
  JSON.stringify([
    what,
    shape.resource.key,
    shape.scope,
    shape.where.map((one) => [one.field, one.operator]),
    shape.sort.map((one) => [one.field, one.descending]),
    shape.words,
    shape.short ?? [],
    [...shape.hidden],
    shape.fields,
    shape.after,
    shape.exact,
    shape.again,
    shape.imported,
    shape.amounts,
    shape.slots ?? 'w',
  ]);
