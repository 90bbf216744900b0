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

/** Builds and prints statements; never connects. */
const builder = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A parameter whose value is known only when the statement runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A piece of SQL. Identifiers go through `sql.ref`/`sql.id`, values through `slot`: never text. */
export type Sql = RawBuilder<unknown>;

/** The place of a value in a statement that is compiled once and run many times. */
export const slot = (name: string): Sql => sql`${new Slot(name)}`;

/** The name of the slot with the departments of one of the actor's lists. */
export const unitsSlot = (list: number): string => `units${list}`;

/** A statement of one shape. */
export interface Template {
  readonly sql: string;
  /** The statement with its values. @throws Error when a value was forgotten: a bug. */
  bind(values: RowLike): Statement;
}

/** Prints a piece of SQL once; what it gives is bound for every run. */
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
 * Remembers what follows from a shape; the oldest goes when it is full, so that odd filters cannot fill the memory
 * (ruling 33).
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

/** Keeps the statements of the shapes that come again. */
export const cacheSql = (limit = 2000) => {
  const templates = remembered<Template>(limit);
  return (shape: string, build: () => Sql): Template =>
    templates(shape, () => compileTemplate(build()));
};

/** Keeps the answers to a question by the shapes that it is asked of. */
export const cacheByShape = <Given>(
  shapeOf: (given: Given) => string,
  judge: (given: Given) => boolean,
): ((given: Given) => boolean) => {
  const answers = remembered<{ readonly is: boolean }>(2000);
  return (given) => answers(shapeOf(given), () => ({ is: judge(given) })).is;
};

/** Joins conditions; none means true. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;

/** Joins conditions; none means false. */
export const or = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`;

/** The parts one after the other; none is nothing. */
export const concat = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`` : sql.join([...parts], sql``);

/** Selects as one that gives the rows of each. */
export const unionAll = (selects: readonly Sql[]): Sql =>
  sql.join(
    selects.map((one) => sql`(${one})`),
    sql` union all `,
  );
