import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type pg from 'pg';

/** Content of a table: number of rows, and a checksum of all values. */
export interface Content {
  readonly rows: number;
  readonly sum: string;
}

/**
 * Counts and checksums every table as the schema's owner: across tenants, deleted rows included.
 */
export const contents = async (admin: pg.Client): Promise<ReadonlyMap<string, Content>> => {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  );
  const found = new Map<string, Content>();
  for (const { name } of tables) {
    const { rows } = await admin.query<Content>(
      `select count(*)::int as rows, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t`,
    );
    if (rows[0]) found.set(name, rows[0]);
  }
  return found;
};

/**
 * Tables that everybody may write through calls: files, settings, applications, and traces of
 * requests.
 */
const ownWork: ReadonlySet<string> = new Set([
  'attachment',
  'blob',
  'calendar_feed',
  'call_rate',
  'captcha',
  'error_log',
  'form_draft',
  'history',
  'id_worker',
  'import_batch',
  'import_row',
  'message',
  'message_habit',
  'notice_read',
  'number_sequence',
  'preference',
  'register_guest',
  'register_guest_secret',
  'saved_view',
  'saved_view_choice',
  'security_event',
  'session',
  'sign_in_attempt',
  'upload',
]);

/** Tables that the server writes by itself: derived data and logs of its work. */
const kept: ReadonlySet<string> = new Set([
  'api_log',
  'job_run',
  'kept_change',
  'kept_count',
  'kept_total',
  'process_lease',
  // Time of the last comparison of records with published data.
  'publishing',
  'quality_finding',
  'quality_progress',
  'quality_record',
  'quality_term',
  'search_entry',
  'usual_log',
]);

/**
 * Tables whose rows everybody may change but not add or delete: their account, readers of a notice.
 */
const changedInPlace: ReadonlySet<string> = new Set(['users', 'user_secret', 'notice']);

/** Returns the tables of resources that a person may change, with their sub-tables. */
export const writableTables = (
  resources: readonly Resource[],
  permissions: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    resources
      .filter((one) =>
        (['add', 'edit', 'delete'] as const).some((verb) => grantsAction(one, permissions, verb)),
      )
      .flatMap(({ table, fields }) => [
        table,
        ...Object.entries(fields)
          .filter(([, { spec }]) => spec.type === 'rows')
          .map(([name]) => `${table}_${snakeCase(name)}`),
      ]),
  );

export interface Change {
  readonly table: string;
  readonly before: Content;
  readonly after: Content;
  readonly allowed: boolean;
}

const none: Content = { rows: 0, sum: '0' };

/**
 * Returns the unexpected differences.
 * @param writable tables that the actors' permissions open to them; null for administrators: then
 * only a table that
 *   lost all rows is unexpected.
 */
export const changesBetween = (
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
  writable: ReadonlySet<string> | null,
): readonly Change[] =>
  [...after].flatMap(([table, now]) => {
    const then = before.get(table) ?? none;
    if (then.rows === now.rows && then.sum === now.sum) return [];
    const allowed =
      ownWork.has(table) ||
      kept.has(table) ||
      table.startsWith('wf_') ||
      (changedInPlace.has(table) && then.rows === now.rows) ||
      (writable ? writable.has(table) : now.rows > 0);
    return [
      {
        table,
        before: then,
        after: now,
        allowed,
      },
    ];
  });
