import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { columnArrays } from '../shared/mechanisms/bulk.server.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import type { OtherEntry } from './answers.ts';
import { handed } from './dictionaries.ts';
import type { HandedCell, HandedContent, HandedPart } from './difference.ts';
import { handedOut } from './handed-out.ts';

// SQL access to submissions: cells, records behind sums, and reasons of differences. Rows are only
// inserted.

export const handedKind: Resource = untypedResource(handedOut);

/** Stores the content of a submission. */
export const keepContent = async (tx: Tx, id: string, content: HandedContent): Promise<void> => {
  const cells = content.cells.map(({ record, ...cell }, sort) => ({
    ...cell,
    sort,
    resource: record?.resource ?? null,
    record: record?.id ?? null,
    version: record?.version ?? null,
  }));
  await tx.query(
    `insert into handed_cell (tenant_id, handed_id, sort, row_key, row_label, column_key, column_label, value,
       definition, resource, record_id, record_version)
     select $1, $2, s, r, rl, c, cl, v, d, k, i::bigint, n
       from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
         $11::text[], $12::int[]) as x(s, r, rl, c, cl, v, d, k, i, n)`,
    [
      tx.tenantId,
      id,
      ...columnArrays(cells, [
        'sort',
        'row',
        'rowLabel',
        'column',
        'columnLabel',
        'value',
        'definition',
        'resource',
        'record',
        'version',
      ]),
    ],
  );
  await tx.query(
    `insert into handed_part (tenant_id, handed_id, row_key, column_key, resource, record_id, record_version, value)
     select $1, $2, r, c, k, i::bigint, n, v
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[]) as x(r, c, k, i, n, v)`,
    [
      tx.tenantId,
      id,
      ...columnArrays(content.parts, ['row', 'column', 'resource', 'id', 'version', 'value']),
    ],
  );
};

interface StoredCell extends Omit<HandedCell, 'record'> {
  readonly resource: string | null;
  readonly id: string | null;
  readonly version: number | null;
}

export const contentOf = async (session: Session, id: string): Promise<HandedContent> => {
  const parameters = [session.tenantId, id];
  const [cells, parts] = await Promise.all([
    session.query<StoredCell>(
      `select row_key as row, row_label as "rowLabel", column_key as column, column_label as "columnLabel", value,
              definition, resource, record_id::text as id, record_version as version
         from handed_cell where tenant_id = $1 and handed_id = $2 order by sort`,
      parameters,
    ),
    session.query<HandedPart>(
      `select row_key as row, column_key as column, resource, record_id::text as id, record_version as version, value
         from handed_part where tenant_id = $1 and handed_id = $2`,
      parameters,
    ),
  ]);
  return {
    cells: cells.map(({ resource, id: record, version, ...cell }) => ({
      ...cell,
      record: resource && record ? { resource, id: record, version: version ?? 0 } : null,
    })),
    parts,
  };
};

/** Content of a submission with its source. */
export interface Declared extends HandedContent {
  readonly source: string;
  /** Key of the source; a later submission with the same key is compared with the last. */
  readonly sourceKey: string;
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly title: string;
  readonly year: number | null;
}

/** Officer’s description of the submission. */
export interface HandingOut {
  readonly recipientKind: string;
  readonly recipient: string;
  readonly occasion: string;
  readonly handedOn: string;
  readonly remark: string;
}

/**
 * Registers a submission, in the transaction that closes its source.
 * @returns id of the submission
 */
export const declareHanded = async (
  transaction: TransactionContext,
  act: HandingOut,
  { cells, parts, ...declared }: Declared,
  file: AttachedFile | null,
): Promise<string> => {
  const row = await createRow(transaction, handedKind, {
    ...act,
    occasion: act.occasion || null,
    remark: act.remark || null,
    ...declared,
    figures: [],
    cellCount: cells.length,
    status: handed.draft,
  });
  await keepContent(transaction.tx, row.id, { cells, parts });
  if (file) {
    await transaction.engine.files.bind(transaction, handedKind, row.id, [
      { id: file.id, catalog: file.catalog },
    ]);
  }
  await changeRow(transaction, handedKind, row, 'register', { status: handed.out });
  return row.id;
};

/** Current versions of records, by `resource/id`. */
export const versionsOf = async (
  session: Session,
  resource: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await session.query<{ id: string; version: number }>(
    `select id::text as id, version from ${resource.table} where tenant_id = $1 and id = any($2::bigint[])`,
    [session.tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, version }) => [`${resource.key}/${id}`, version]));
};

/** Submissions available for comparison: of the same source first, then the newest. */
export const othersOf = (
  session: Session,
  row: RowLike,
  reader: { readonly id: string; readonly isAll: boolean },
): Promise<readonly OtherEntry[]> =>
  session.query<OtherEntry>(
    `select id::text as id, title, recipient, to_char(handed_on, 'YYYY-MM-DD') as "handedOn",
            source_key = $3 as "isSame"
       from handed_out
      where tenant_id = $1 and is_deleted = 0 and status = '${handed.out}' and id <> $2
        and ($5 or create_user = $4)
      order by source_key = $3 desc, (handed_on, id) < ($6::date, $2::bigint) desc, handed_on desc, id desc limit 100`,
    [
      session.tenantId,
      row.id,
      String(row.sourceKey ?? ''),
      reader.id,
      reader.isAll,
      row.handedOn ?? null,
    ],
  );

interface StoredReason {
  readonly row: string;
  readonly text: string;
  readonly by: string;
  readonly time: Date;
  readonly basis: string;
}

/** Reasons given for rows between two sources, the latest of each row. */
export const reasonsOf = (
  session: Session,
  from: string,
  to: string,
): Promise<readonly StoredReason[]> =>
  session.query<StoredReason>(
    `select distinct on (e.row_key) e.row_key as row, e.text, coalesce(u.real_name, '') as by, e.time, e.basis
       from handed_reason e left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.from_key = $2 and e.to_key = $3
      order by e.row_key, e.id desc`,
    [session.tenantId, from, to],
  );

/** Adds a reason; earlier reasons are kept. */
export const addReason = (
  tx: Tx,
  reason: {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly row: string;
    readonly text: string;
    /** Values of the row that the reason explains. */
    readonly basis: string;
    readonly user: string;
    readonly time: Date;
  },
): Promise<unknown> =>
  tx.query(
    `insert into handed_reason (tenant_id, id, from_key, to_key, row_key, text, basis, user_id, time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.tenantId,
      reason.id,
      reason.from,
      reason.to,
      reason.row,
      reason.text,
      reason.basis,
      reason.user,
      reason.time,
    ],
  );
