import type { AttachedFile, AttachmentCategory } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Session, Tx } from '../store/database.ts';

/** The categories that a definition proposes, of its one attachments field (ruling 29). */
export const proposed = (resource: Resource): readonly AttachmentCategory[] =>
  Object.values(resource.fields).find((field) => field.spec.kind === 'files')?.spec.categories ??
  [];

/** The name of a resource's attachments field, if it has one. */
export const filesField = (resource: Resource): string | undefined =>
  Object.entries(resource.fields).find(([, field]) => field.spec.kind === 'files')?.[0];

/** What is wrong where one category holds more files than it may. */
export const overfull = (
  categories: readonly AttachmentCategory[],
  files: readonly Pick<AttachedFile, 'catalog'>[],
): Label | undefined => {
  const full = categories.find(
    ({ code, limit }) => files.filter(({ catalog }) => catalog === code).length > limit,
  );
  return (
    full &&
    fill(['【{category}】最多上传 {limit} 个文件', '{category} takes at most {limit} files'], {
      category: full.label,
      limit: full.limit,
    })
  );
};

interface Stored {
  readonly code: string;
  readonly zh: string;
  readonly en: string;
  readonly required: boolean;
  readonly most: number;
}

/** How long an answer may be reused: an administrator's change is felt within this time. */
const freshFor = 10_000;

/**
 * The categories in force: rows of the tenant, seeded from the definition and editable by
 * administrators; the definition's own where the tenant has none.
 */
export const createAttachmentCategories = (clock: () => Date) => {
  const known = new Map<
    string,
    { readonly until: number; readonly list: readonly AttachmentCategory[] }
  >();
  return {
    async of(session: Session, resource: Resource): Promise<readonly AttachmentCategory[]> {
      const key = `${session.tenantId}/${resource.key}`;
      const now = clock().getTime();
      const hit = known.get(key);
      if (hit && hit.until > now) return hit.list;
      const rows = await session.query<Stored>(
        `select code, zh, en, required, most from attachment_catalogue
          where tenant_id = $1 and resource = $2 order by sort_order, code`,
        [session.tenantId, resource.key],
      );
      const list: readonly AttachmentCategory[] =
        rows.length === 0
          ? proposed(resource)
          : rows.map((row) => ({
              code: row.code,
              label: [row.zh, row.en] as const,
              required: row.required,
              limit: row.most,
            }));
      known.set(key, { until: now + freshFor, list });
      return list;
    },

    /** Writes a definition's categories as rows, leaving what administrators changed. */
    async seed(tx: Tx, resource: Resource): Promise<void> {
      const list = proposed(resource);
      await tx.query(
        `insert into attachment_catalogue (tenant_id, resource, code, zh, en, required, most, sort_order)
         select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[], $8::int[])
         on conflict (tenant_id, resource, code) do nothing`,
        [
          tx.tenantId,
          resource.key,
          list.map((item) => item.code),
          list.map((item) => item.label[0]),
          list.map((item) => item.label[1]),
          list.map((item) => item.required),
          list.map((item) => item.limit),
          list.map((_, index) => index),
        ],
      );
    },
  };
};

export type AttachmentCategories = ReturnType<typeof createAttachmentCategories>;
