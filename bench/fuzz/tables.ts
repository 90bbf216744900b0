import type pg from 'pg';

/** What stands in a table: how many rows, and a sum over all of their values. */
export interface Content {
  readonly rows: number;
  readonly sum: string;
}

/** Counts and sums up every table, as the owner sees it: across tenants, deleted rows too. */
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
 * What everybody may write by what the calls are for: own records and what hangs on them, own
 * settings, applications, and the traces that requests leave.
 */
const ownWork: ReadonlySet<string> = new Set([
  'attachment',
  'blob',
  'captcha',
  'error_log',
  'form_draft',
  'history',
  'id_worker',
  'import_batch',
  'import_mark',
  'message',
  'notice_read',
  'number_sequence',
  'paper',
  'paper_authors',
  'paper_index_records',
  'paper_projects',
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

/** Rows that everybody has and may change, and nobody may add or remove: the own account. */
const ownAccount: ReadonlySet<string> = new Set(['users', 'user_secret']);

const isAllowed = (table: string, before: Content, after: Content): boolean =>
  ownWork.has(table) ||
  table.startsWith('wf_') ||
  (ownAccount.has(table) && before.rows === after.rows);

export interface Change {
  readonly table: string;
  readonly before: Content;
  readonly after: Content;
  readonly allowed: boolean;
}

const none: Content = { rows: 0, sum: '0' };

/**
 * What differs. Administrators may change what they administer, so of their turn only losses are
 * looked at: a table that had rows and has none.
 */
export const changesBetween = (
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
  byAdministrators: boolean,
): readonly Change[] =>
  [...after].flatMap(([table, now]) => {
    const then = before.get(table) ?? none;
    if (then.rows === now.rows && then.sum === now.sum) return [];
    const emptied = then.rows > 0 && now.rows === 0;
    return [
      {
        table,
        before: then,
        after: now,
        allowed: isAllowed(table, then, now) || (byAdministrators && !emptied),
      },
    ];
  });
