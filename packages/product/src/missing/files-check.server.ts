import { filesField, proposedCategories } from '@keyan/engine/files/categories.ts';
import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import { opensPage } from '@keyan/engine/records/rights.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import {
  type AttachedFile,
  categoriesFor,
  emptyCategories,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { universityCategories } from '../system/storage/attachment-category.server.ts';
import {
  type FindGaps,
  gapOf,
  type MissingReader,
  maxCheckedRecords,
  rowsOf,
} from './looking.server.ts';

/** Fields that may decide whether an attachment category is required: all stored fields. */
const ownFields = (kind: Resource): readonly string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.spec.type !== 'rows');

/** Approved records without a file in one of the categories, newest first. */
const candidates = (
  { engine, actor }: MissingReader,
  kind: Resource,
  catalogs: readonly string[],
): Promise<readonly { readonly id: string }[]> => {
  const readable = readableRows({ engine, actor }, kind, 'r.id', 4);
  return engine.database.heavy<{ id: string }>(actor.tenantId, actor.id, {
    sql: `select r.id::text from ${shapeOf(kind).table} r
       where r.tenant_id = $1 and r.is_deleted = 0 and r.audit_status = $2 and ${readable.sql}
         and exists (select from unnest($3::text[]) c(code)
           where not exists (select from attachment a where a.tenant_id = $1 and a.resource = $4
             and a.business_id = r.id and a.catalog = c.code and a.task_id is null and a.is_deleted = 0))
       order by r.id desc limit ${maxCheckedRecords + 1}`,
    parameters: [actor.tenantId, statuses.approved, catalogs, kind.key, ...readable.parameters],
  });
};

/** Check 缺附件: approved records without a required attachment. */
export const findMissingFiles: FindGaps = async (reader) => {
  const { engine, actor, language } = reader;
  const kinds = [...engine.resources.values()].filter(
    (kind) => hasProcess(kind) && filesField(kind) && opensPage(kind, actor),
  );
  const inForce = await engine.database.read(actor.tenantId, async (session) => {
    const found = new Map<Resource, Awaited<ReturnType<typeof universityCategories.of>>>();
    for (const kind of kinds) found.set(kind, await universityCategories.of(session, kind));
    return found;
  });
  const perKind = await Promise.all(
    kinds.map(async (kind) => {
      const categories = inForce.get(kind) ?? [];
      const required = categories.filter((one) => one.required).map(({ code }) => code);
      const ids = required.length === 0 ? [] : await candidates(reader, kind, required);
      const examined = ids.slice(0, maxCheckedRecords).map(({ id }) => id);
      const field = filesField(kind) ?? '';
      const rows = await rowsOf(reader, kind, examined, ownFields(kind));
      const gaps = rows
        .filter((row) => kind.attachable?.(row) ?? true)
        .flatMap((row) => {
          const held = (row[field] as readonly AttachedFile[] | null) ?? [];
          const own = categoriesFor(categories, proposedCategories(kind), row);
          const files = emptyCategories(own, held).map(({ code, label }) => ({
            code,
            label: say(label, language),
          }));
          return gapOf(reader, kind, row, { files }) ?? [];
        });
      return { gaps, isCut: ids.length > maxCheckedRecords };
    }),
  );
  return {
    gaps: perKind.flatMap(({ gaps }) => gaps),
    isCut: perKind.some(({ isCut }) => isCut),
  };
};
