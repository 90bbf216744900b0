import type { Engine } from '@keyan/engine/engine.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { exactMomentSql, openRecordsSql } from '../register.server.ts';
import { type AuthenticatedClient, OAuthFault } from './access.server.ts';
import { type OpenResource, openResourceOf, openValue } from './open-resources.ts';

/** Maximum number of records per page, and default (`openRecordsByDefault`). */
export const maxOpenRecords = 200;
export const openRecordsByDefault = 100;

/**
 * Seconds after which a change is listed. A transaction that began earlier may commit later; a
 * caller past its time would miss the change.
 */
const settles = 10;

interface Place {
  readonly since: string;
  readonly id: string;
}

const writeCursor = (place: Place): string =>
  Buffer.from(JSON.stringify([place.since, place.id])).toString('base64url');

/**
 * Parses a cursor.
 * @throws OAuthFault if malformed
 */
const readCursor = (text: string): Place => {
  try {
    const [since, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (
      typeof since === 'string' &&
      !Number.isNaN(Date.parse(since)) &&
      /^\d{1,19}$/.test(String(id))
    ) {
      return { since, id: String(id) };
    }
  } catch {
    // Malformed JSON is reported by the throw below.
  }
  throw new OAuthFault(400, 'invalid_request', 'The cursor is none of ours');
};

interface ChangedLine {
  readonly id: string;
  readonly changed: string;
  readonly isOpen: boolean;
}

/**
 * Readable fields of a client for a resource.
 * @throws OAuthFault without a scope
 */
const scopeOf = (
  caller: AuthenticatedClient,
  key: string,
): { readonly open: OpenResource; readonly fields: readonly string[] } => {
  const open = openResourceOf(key);
  const fields = caller.scopes.get(key);
  if (!open) throw new OAuthFault(404, 'not_found', `There is no resource ${key}`);
  if (!fields) throw new OAuthFault(403, 'insufficient_scope', `No scope for ${key}`);
  return { open, fields };
};

const outletLike = ({ resource, unlessSecret }: OpenResource) => ({
  resource,
  ...(unlessSecret && { unlessSecret }),
});

/** Values of records, limited to the fields of the scope. */
const valuesOf = async (
  engine: Engine,
  tenantId: string,
  { resource }: OpenResource,
  fields: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowLike>> => {
  const rows = await engine.asSystem('open interface', tenantId).readAll(resource, ids, fields);
  return new Map(
    rows.map((row) => [
      row.id,
      Object.fromEntries(
        fields.flatMap((name) => {
          const spec = resource.fields[name]?.spec;
          return spec ? [[name, openValue(spec, (row as RowLike)[name])]] : [];
        }),
      ),
    ]),
  );
};

const settledSql = `t.update_time < now() - interval '${settles} seconds'`;

interface LinesStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * SQL of a page of records: from the beginning the publishable ones, or after a position all
 * changes including withdrawn ones. Two statements, because each uses the index of `readByChange`
 * from its position; a common one with a nullable position would scan from the oldest record.
 */
export const linesSql = (
  open: OpenResource,
  tenantId: string,
  behind: Place | null,
  most: number,
): LinesStatement => {
  const line = (moment: string) => `id::text as id, ${exactMomentSql(moment)} as changed`;
  if (behind === null) {
    const { from, where, values } = openRecordsSql(outletLike(open), 2);
    return {
      sql: `select t.${line('t.update_time')}, true as "isOpen" from ${from}
             where ${where} and ${settledSql} order by t.update_time, t.id limit $2`,
      parameters: [tenantId, most, ...values],
    };
  }
  const { from, where, values } = openRecordsSql(outletLike(open), 4);
  // Withdrawn records only: records that were never approved are not listed.
  const was = hasProcess(open.resource) ? 't.finish_time is not null' : 't.is_deleted = 1';
  return {
    // Sorts by the numeric column: the returned id is a text, but the cursor compares numbers.
    sql: `select x.${line('x.update_time')}, x."isOpen" from (
            select t.id, t.update_time, (${where}) as "isOpen", (${was}) as was from ${from}
             where t.tenant_id = $1 and ${settledSql}
               and (t.update_time, t.id) > ($3::timestamptz, $4::bigint)
          ) x where x."isOpen" or x.was order by x.update_time, x.id limit $2`,
    parameters: [tenantId, most, behind.since, behind.id, ...values],
  };
};

export interface OpenPageQuery {
  readonly changedSince?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/**
 * Page of records in order of change. With a time or cursor, records that are no longer publishable
 * are listed as deleted.
 * @throws OAuthFault
 */
export const readPage = async (
  engine: Engine,
  caller: AuthenticatedClient,
  key: string,
  { changedSince = '', cursor = '', limit = openRecordsByDefault }: OpenPageQuery,
) => {
  const { open, fields } = scopeOf(caller, key);
  if (changedSince !== '' && Number.isNaN(Date.parse(changedSince))) {
    throw new OAuthFault(400, 'invalid_request', 'changedSince is no moment');
  }
  const place = cursor ? readCursor(cursor) : null;
  const from = changedSince ? { since: new Date(changedSince).toISOString(), id: '0' } : null;
  const { sql, parameters } = linesSql(open, caller.tenantId, place ?? from, limit + 1);
  const lines = await engine.database.read(caller.tenantId, (session) =>
    session.query<ChangedLine>(sql, parameters),
  );
  const page = lines.slice(0, limit);
  const records = await valuesOf(
    engine,
    caller.tenantId,
    open,
    fields,
    page.filter(({ isOpen }) => isOpen).map(({ id }) => id),
  );
  const last = page.at(-1);
  return {
    data: page.map(({ id, changed, isOpen }) => {
      const record = isOpen ? records.get(id) : undefined;
      return record
        ? { id, changedAt: changed, deleted: false, ...record }
        : { id, changedAt: changed, deleted: true };
    }),
    // The caller stores the cursor and continues from it later.
    cursor: last ? writeCursor({ since: last.changed, id: last.id }) : cursor || null,
    hasMore: lines.length > limit,
  };
};

/**
 * Reads one record.
 * @throws OAuthFault if it is not readable
 */
export const readOpenRecord = async (
  engine: Engine,
  caller: AuthenticatedClient,
  key: string,
  id: string,
) => {
  const { open, fields } = scopeOf(caller, key);
  const { from, where, values } = openRecordsSql(outletLike(open), 2);
  const [line] = await engine.database.read(caller.tenantId, (session) =>
    session.query<{ changed: string }>(
      `select ${exactMomentSql('t.update_time')} as changed from ${from} where ${where} and t.id = $2`,
      [caller.tenantId, id, ...values],
    ),
  );
  const record = line && (await valuesOf(engine, caller.tenantId, open, fields, [id])).get(id);
  if (!record) throw new OAuthFault(404, 'not_found', 'There is no such record');
  return { id, changedAt: line.changed, deleted: false, ...record };
};
