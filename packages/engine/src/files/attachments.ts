import { isSystem } from '@keyan/kernel/access/actor.ts';
import {
  type AttachedFile,
  categoriesFor,
  emptyCategories,
} from '@keyan/kernel/definition/field/categories.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { sql } from 'kysely';
import { actorId } from '../base/actors.ts';
import {
  type AttachmentCategories,
  filesField,
  overfullFaults,
  oversizedFaults,
  proposedCategories,
} from './categories.ts';
import type { Files } from './port.ts';
import type { ExportRights } from './rights.ts';
import { isPreviewable } from './types.ts';

/** File as the table stores it. */
export interface AttachmentRow {
  readonly id: string;
  readonly resource: string | null;
  readonly business_id: string | null;
  readonly catalog: string;
  readonly name: string;
  readonly suffix: string;
  readonly size: string;
  readonly create_user: string;
  readonly blob_key: string;
  /** Id of the store that contains the content; null for the store of the installation. */
  readonly store_id: string | null;
  readonly sha256: Buffer;
  readonly made_with: ExportRights | null;
  /** Id of the task or remark that the file was sent with; null for an attachment of the record. */
  readonly task_id: string | null;
}

const gone: Label = [
  '附件不存在或已被移除，请重新上传',
  'An attachment no longer exists; upload it again',
];

/** Returns the address of a download, from the id and name of the file. */
export type FileLink = (id: string, name: string) => string;

/** Converts a row to the file that records and calls contain. */
export type ToFile = (
  row: Pick<AttachmentRow, 'id' | 'name' | 'catalog' | 'suffix' | 'size'>,
) => AttachedFile;

export const fileLinker =
  (linkTo: FileLink): ToFile =>
  (row) => ({
    id: row.id,
    name: row.name,
    fileName: row.name,
    catalog: row.catalog,
    suffix: row.suffix,
    size: Number(row.size),
    preview: isPreviewable(row.suffix),
    link: linkTo(row.id, row.name),
  });

/** SQL that selects every file that is not deleted; `$1` is the tenant. */
export const selectFilesSql = `select a.id::text, a.resource, a.business_id::text, a.catalog, a.name, a.suffix,
  a.size::text, a.create_user::text, a.made_with, a.task_id::text, b.blob_key, b.store_id::text, b.sha256
  from attachment a join blob b on b.tenant_id = a.tenant_id and b.sha256 = a.sha256
  where a.tenant_id = $1 and a.is_deleted = 0`;

/**
 * Creates the store of attachments of records and opinions: rows that point to content, never the content. Long because
 * it is one object with a statement per method.
 */
export const createAttachments = (categories: AttachmentCategories, toFile: ToFile): Files => ({
  async of(session, resource, ids) {
    const found = new Map<string, AttachedFile[]>(ids.map((id) => [id, []]));
    if (ids.length === 0 || !filesField(resource)) return found;
    const rows = await session.query<AttachmentRow>(
      `${selectFilesSql} and a.resource = $2 and a.business_id = any($3::bigint[]) and a.task_id is null
        order by a.sort_order, a.create_time, a.id`,
      [session.tenantId, resource.key, ids],
    );
    for (const row of rows) found.get(row.business_id ?? '')?.push(toFile(row));
    return found;
  },

  column: (resource, businessId) =>
    sql`(select coalesce(json_agg(a), '[]') from (select a.id::text, a.name, a.catalog, a.suffix, a.size from attachment a where a.tenant_id = current_setting('app.tenant', true) and a.resource = ${sql.lit(resource.key)} and a.business_id = ${businessId} and a.task_id is null and a.is_deleted = 0 order by a.sort_order, a.create_time, a.id) a)`,

  fromColumn: (value) => (value as AttachmentRow[]).map(toFile),

  async bind(transaction, resource, id, given) {
    const { tx, actor } = transaction;
    const path = filesField(resource) ?? 'attachments';
    const wanted = given.map((item) =>
      typeof item === 'string' ? { id: item } : (item as { id: string; catalog?: string }),
    );
    const [inForce, rows] = await Promise.all([
      categories.of(tx, resource),
      tx.query<AttachmentRow>(
        `${selectFilesSql} and (a.resource = $2 and a.business_id = $3 or a.id = any($4::bigint[]))
            and a.task_id is null
          for update of a`,
        [tx.tenantId, resource.key, id, wanted.map((item) => item.id)],
      ),
    ]);
    const codes = new Set(inForce.map((item) => item.code));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const mine = (row: AttachmentRow): boolean =>
      (row.resource === resource.key && row.business_id === id) ||
      (row.business_id === null &&
        row.made_with === null &&
        (isSystem(actor) || row.create_user === actorId(actor)));
    const bound = wanted.map((item) => {
      const row = byId.get(item.id);
      if (!row || !mine(row)) throw new Invalid([{ path, message: gone }]);
      const catalog = item.catalog && codes.has(item.catalog) ? item.catalog : row.catalog;
      return { ...row, catalog };
    });
    const tooMany = overfullFaults(inForce, bound);
    if (tooMany) throw new Invalid([{ path, message: tooMany }]);
    // Files that the record already has remain, even if administrators have changed the settings since.
    const added = bound
      .filter((row) => row.business_id === null)
      .map((row) => ({ ...row, size: Number(row.size) }));
    const tooLarge = oversizedFaults(inForce, added);
    if (tooLarge) throw new Invalid([{ path, message: tooLarge }]);
    const kept = new Set(bound.map((row) => row.id));
    const dropped = rows.filter((row) => row.business_id === id && !kept.has(row.id));
    if (dropped.length > 0) {
      tx.send({
        sql: `update attachment set is_deleted = 1
               where tenant_id = $1 and id = any($2::bigint[])`,
        parameters: [tx.tenantId, dropped.map((row) => row.id)],
      });
    }
    if (bound.length > 0) {
      tx.send({
        sql: `update attachment a set resource = $2, business_id = $3, catalog = v.catalog,
                sort_order = v.place
              from unnest($4::bigint[], $5::text[], $6::int[]) as v(id, catalog, place)
             where a.tenant_id = $1 and a.id = v.id`,
        parameters: [
          tx.tenantId,
          resource.key,
          id,
          bound.map((row) => row.id),
          bound.map((row) => row.catalog),
          bound.map((_, index) => index),
        ],
      });
    }
    return bound.map(toFile);
  },

  async share({ tx, ids }, from, to, catalogs) {
    const rows = await tx.query<AttachmentRow>(
      `${selectFilesSql} and a.resource = $2 and a.business_id = $3 and a.catalog = any($4)
          and a.task_id is null
        order by a.sort_order, a.create_time, a.id`,
      [tx.tenantId, from.resource.key, from.id, [...catalogs.keys()]],
    );
    const shared = rows.map((row) => ({
      ...row,
      id: ids.next(),
      catalog: catalogs.get(row.catalog) ?? row.catalog,
    }));
    if (shared.length > 0) {
      tx.send({
        sql: `insert into attachment (tenant_id, id, resource, business_id, catalog, name, suffix,
                size, sha256, sort_order, create_user, create_time)
              select a.tenant_id, v.id, $2, $3, v.catalog, a.name, a.suffix, a.size, a.sha256,
                v.place, a.create_user, a.create_time
                from unnest($4::bigint[], $5::bigint[], $6::text[])
                  with ordinality as v(id, source, catalog, place)
                join attachment a on a.tenant_id = $1 and a.id = v.source`,
        parameters: [
          tx.tenantId,
          to.resource.key,
          to.id,
          shared.map(({ id }) => id),
          rows.map(({ id }) => id),
          shared.map(({ catalog }) => catalog),
        ],
      });
    }
    return shared.map(toFile);
  },

  async printed(session, ids) {
    const rows = await session.query<{ readonly id: string }>(
      `select id::text from attachment
        where tenant_id = $1 and id = any($2::bigint[]) and printed and is_deleted = 0`,
      [session.tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  },

  async meantFor({ tx, actor }, id) {
    const rows = await tx.query<AttachmentRow>(
      `${selectFilesSql} and a.meant_for = $2 and a.business_id is null and a.create_user = $3
        order by a.create_time, a.id`,
      [tx.tenantId, id, actorId(actor)],
    );
    return rows.map(toFile);
  },

  forgetMeant({ tx, actor }, id) {
    tx.send({
      sql: `update attachment set meant_for = null
             where tenant_id = $1 and meant_for = $2 and business_id is null and is_deleted = 0
               and create_user = $3`,
      parameters: [tx.tenantId, id, actorId(actor)],
    });
  },

  async give({ tx, actor }, task, given) {
    const ids = [...new Set(given)];
    const rows = await tx.query(
      `update attachment set resource = $2, business_id = $3, task_id = $4
        where tenant_id = $1 and id = any($5::bigint[]) and create_user = $6
          and business_id is null and made_with is null and is_deleted = 0 returning id`,
      [tx.tenantId, task.resource, task.businessId, task.id, ids, actorId(actor)],
    );
    if (rows.length < ids.length) throw new Invalid([{ path: 'attachments', message: gone }]);
  },

  async withdraw(tx, task) {
    await tx.query(
      `update attachment set is_deleted = 1
        where tenant_id = $1 and task_id = $2 and is_deleted = 0`,
      [tx.tenantId, task],
    );
  },

  async givenWith(session, tasks) {
    if (tasks.length === 0) return new Map();
    const rows = await session.query<AttachmentRow>(
      `${selectFilesSql} and a.task_id = any($2::bigint[]) order by a.create_time, a.id`,
      [session.tenantId, tasks],
    );
    const byTask = Map.groupBy(rows, (row) => row.task_id ?? '');
    return new Map([...byTask].map(([task, files]) => [task, files.map(toFile)]));
  },

  async missing(session, resource, row, files) {
    if (!filesField(resource)) return [];
    const inForce = await categories.of(session, resource);
    return emptyCategories(categoriesFor(inForce, proposedCategories(resource), row), files);
  },
});
