import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Statement } from '../connection/database.ts';

/** Builder of SQL statements; never connects. */
const builder = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Parameter whose value is set when the statement runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Fragment of SQL. Identifiers go through `sql.ref`/`sql.id`, values through `slot`: never as text. */
export type Sql = RawBuilder<unknown>;

/** Returns a named parameter of a statement that is compiled once and run many times. */
export const slot = (name: string): Sql => sql`${new Slot(name)}`;

/** Returns the parameter name for the departments in one of the actor's lists. */
export const unitsSlot = (list: number): string => `units${list}`;

/** Compiled statement with named parameters. */
export interface Template {
  readonly sql: string;
  /**
   * Returns the statement with its values.
   * @throws Error if a value is missing: a bug.
   */
  bind(values: RowLike): Statement;
}

/** Compiles a fragment of SQL once; the result is bound for every run. */
export const compileTemplate = (piece: Sql): Template => {
  const { sql: text, parameters } = piece.compile(builder);
  return {
    sql: text,
    bind: (values) => ({
      sql: text,
      parameters: parameters.map((parameter) => {
        if (!(parameter instanceof Slot)) return parameter;
        const value = values[parameter.name];
        if (value === undefined) throw new Error(`no value for ${parameter.name} in ${text}`);
        return value;
      }),
    }),
  };
};

/**
 * Creates a cache of values by key; the oldest entry is dropped when it is full, so that unusual filters cannot fill
 * the memory (ruling 33).
 */
const remembered = <Value extends object>(limit: number) => {
  const values = new Map<string, Value>();
  return (shape: string, make: () => Value): Value => {
    const known = values.get(shape);
    if (known) return known;
    const value = make();
    if (values.size >= limit) {
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    }
    values.set(shape, value);
    return value;
  };
};

/** Creates a cache of compiled statements by key. */
export const cacheSql = (limit = 2000) => {
  const templates = remembered<Template>(limit);
  return (shape: string, build: () => Sql): Template =>
    templates(shape, () => compileTemplate(build()));
};

/** Creates a cache of results by shape. */
export const cacheByShape = <Given>(
  shapeOf: (given: Given) => string,
  judge: (given: Given) => boolean,
): ((given: Given) => boolean) => {
  const answers = remembered<{ readonly is: boolean }>(2000);
  return (given) => answers(shapeOf(given), () => ({ is: judge(given) })).is;
};

/** Joins conditions with `and`; none means true. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;

/** Joins conditions with `or`; none means false. */
export const or = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`;

/** Concatenates fragments; none gives an empty one. */
export const concat = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`` : sql.join([...parts], sql``);

/** Joins selects with `union all`. */
export const unionAll = (selects: readonly Sql[]): Sql =>
  sql.join(
    selects.map((one) => sql`(${one})`),
    sql` union all `,
  );
