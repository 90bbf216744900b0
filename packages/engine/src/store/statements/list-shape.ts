import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Condition, Operator, Query } from '@keyan/kernel/records/query.ts';
import { shapeOf } from '../schema/shape.ts';
import type { IdAmount } from './alternatives-sql.ts';
import type { Sql } from './compile.ts';
import type { ActorScope } from './scope.ts';
import { type CursorShape, seekColumn, seekSql } from './seek.ts';
import { neededColumns } from './value.ts';

/** A query of a list for one actor: their scope, and without fields that are secret for them. */
export interface ListShape {
  readonly resource: Resource;
  readonly scope: ActorScope;
  readonly where: readonly Condition[];
  readonly sort: Query['sort'];
  /**
   * The words in the search box, in the slots `s0`, `s1`, …: whether each may also be the pinyin or
   * the initials of what is searched, as the slots `p0`, `p1`, … say it.
   */
  readonly words: readonly boolean[];
  /**
   * Places in `where` of texts that are too short for the index of letters: the table of searches finds who may
   * hold them, as the slots `q0`, `q1`, … say it.
   */
  readonly short?: readonly number[];
  readonly hidden: ReadonlySet<string>;
  /** The only fields that the rows have, sorted, none of them hidden; null for all of a list. */
  readonly fields: readonly string[] | null;
  /** A page behind a cursor instead of a page by its number. */
  readonly after: CursorShape | null;
  /** True if the total is exact however large it is. */
  readonly exact: boolean;
  /** Only what was handed in again, or only what was not; null for both. */
  readonly again: boolean | null;
  /** Only what one import of the actor brought. */
  readonly imported: boolean;
  /** How many ids each list of `elsewhere` has; null where that was not asked. */
  readonly amounts: readonly IdAmount[] | null;
  /** How the slots of the conditions begin, where it is not `w`: parts of one statement share no names. */
  readonly slots?: string;
}

/** Columns that the order of a list needs. */
export const sortColumns = (resource: Resource, sort: Query['sort']): readonly string[] =>
  sort.flatMap(({ field }) => {
    const column = shapeOf(resource).column(field);
    return column ? neededColumns(column) : [];
  });

/** Bounds of a page that begins behind a cursor; none for a page that is asked for by its number. */
export const cursorRangesOf = ({ resource, sort, after }: ListShape): readonly Sql[] => {
  const column = seekColumn(resource, sort);
  const [first] = sort;
  return after && column && first ? seekSql(column, first, after) : [];
};

const textual: ReadonlySet<Operator> = new Set(['contains', 'startsWith', 'endsWith']);

/** Is there a condition that an index of texts answers, whatever the scope? */
export const isText = ({ words, where }: ListShape): boolean =>
  words.length > 0 || where.some(({ operator }) => textual.has(operator));

/** Cache key of a statement of this shape. */
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
