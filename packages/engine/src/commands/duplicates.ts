import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { uniqueKey } from '@keyan/kernel/definition/unique.ts';
import { Fault, Invalid } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { sql } from 'kysely';
import { compile, slot } from '../store/compile.ts';
import { type Column, shapeOf } from '../store/shape.ts';
import type { CommandContext } from './context.ts';
import { read } from './read.ts';

/** Name of the unique index of a column; the migration's generator uses it too. */
export const uniqueIndex = (table: string, column: Column): string =>
  `${table}_${column.column}_unique`;

const constraintOf = (error: unknown): string | null => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint ? constraint : null;
};

/**
 * The column that a hand-written unique index is about: `… USING btree (tenant_id, lower(account)) WHERE …`.
 * The error itself does not name it, since rows are kept apart by policies.
 */
const columnIn = async (
  context: CommandContext,
  resource: Resource,
  error: unknown,
): Promise<Column | undefined> => {
  const index = constraintOf(error);
  if (index === null || (error as { table?: string }).table !== resource.table) return undefined;
  const [found] = await context.engine.database.read(context.actor.tenantId, (session) =>
    session.query<{ text: string | null }>('select pg_get_indexdef(to_regclass($1)) as text', [
      index,
    ]),
  );
  const [, over = ''] = found?.text?.split(/ USING | WHERE /) ?? [];
  const names = new Set(over.match(/\w+/g));
  return shapeOf(resource).own.find((one) => names.has(one.column));
};

const mayRead = (context: CommandContext, resource: Resource, id: string): Promise<boolean> =>
  read(context, resource, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Fault) return false;
      throw error;
    },
  );

const existsAlready = (column: Column) =>
  fill(['【{label}】已存在', '{label} exists already'], { label: column.spec.label });

/**
 * Turns the database's refusal of a value that another record has into a fault at its field,
 * with that record for a link where the actor may read it (ruling 28: only records in approval
 * or approved count, so a draft of another person is never revealed). Any other error is thrown on.
 */
export const explainDuplicate = async (
  context: CommandContext,
  resource: Resource,
  row: Readonly<Record<string, unknown>> | null,
  error: unknown,
): Promise<never> => {
  const constraint = constraintOf(error);
  const column = shapeOf(resource).unique.find(
    (one) => uniqueIndex(resource.table, one) === constraint,
  );
  if (!column) {
    const other = await columnIn(context, resource, error);
    if (!other) throw error;
    throw new Invalid([{ path: other.field, message: existsAlready(other) }]);
  }
  const key = uniqueKey(column.spec, column.field, row ?? {});
  const holder = compile(
    sql`select t.id, ${sql.ref(`t.${shapeOf(resource).column(resource.title)?.column ?? 'id'}`)}::text as text from ${sql.table(resource.table)} t where t.tenant_id = ${slot('tenant')} and ${sql.ref(`t.${column.column}_key`)} = ${slot('key')} and t.is_deleted = 0 ${shapeOf(resource).process ? sql`and t.audit_status in ('1', '2')` : sql``} limit 1`,
  );
  const { tenantId } = context.actor;
  const [other] = await context.engine.database.read(tenantId, (session) =>
    session.query<{ id: string; text: string | null }>(
      holder.bind({ tenant: tenantId, key: key ?? '' }),
    ),
  );
  throw new Invalid([
    {
      path: column.field,
      message: existsAlready(column),
      ...(other && (await mayRead(context, resource, other.id))
        ? { link: { resource: resource.key, id: other.id, text: other.text ?? other.id } }
        : {}),
    },
  ]);
};
