import {
  type AttachmentCategories,
  filesField,
  proposedCategories,
} from '@keyan/engine/files/categories.ts';
import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Ids } from '@keyan/engine/store/schema/ids.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { attachmentCategory } from './attachment-category.ts';

interface Stored {
  readonly code: string;
  readonly zh: string;
  readonly en: string | null;
  readonly required: boolean;
  readonly most: number;
  readonly megabytes: number | null;
}

const readKept = async (
  session: Session,
  resource: Resource,
): Promise<readonly AttachmentCategory[]> => {
  const rows = await session.query<Stored>(
    `select catalog as code, name as zh, name_en as en, is_required = '1' as required, most, megabytes
       from attachment_category
      where tenant_id = $1 and resource = $2 and is_deleted = 0 order by sort, catalog`,
    [session.tenantId, resource.key],
  );
  if (rows.length === 0) return proposedCategories(resource);
  return rows.map(
    ({ code, zh, en, required, most, megabytes }): AttachmentCategory => ({
      code,
      label: [zh, en || zh],
      required,
      limit: most,
      ...(megabytes !== null && { megabytes }),
    }),
  );
};

type Read = Map<Resource, Promise<readonly AttachmentCategory[]>>;

const readBy = new WeakMap<Session, Read>();

/**
 * Reads the university's attachment categories; without rows those of the definition. Read once per transaction, so
 * that changes apply at commit.
 */
export const universityCategories: AttachmentCategories = {
  of(session: Session, resource: Resource) {
    const read: Read = readBy.get(session) ?? new Map();
    readBy.set(session, read);
    const known = read.get(resource) ?? readKept(session, resource);
    read.set(resource, known);
    return known;
  },
};

const seedText = `
  insert into attachment_category (tenant_id, id, resource, resource_key, kind_name, catalog, name, name_en,
    is_required, most, sort, create_user, create_time, update_user, update_time)
  select $1::varchar, s.id, s.resource, s.resource || ' ' || s.catalog, s.kind, s.catalog, s.name, s.english, s.required, s.most, s.sort,
    0, $2::timestamptz, 0, $2::timestamptz
    from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::int[], $11::int[]) as s(id, resource, kind, catalog, name, english, required, most, sort)
   where not exists (select 1 from attachment_category c
     where c.tenant_id = $1 and c.resource = s.resource and c.catalog = s.catalog)`;

/** Adds rows for the categories of the definitions; rows that administrators changed or removed remain so. */
export const addAttachmentCategories = async (
  tx: Tx,
  ids: Ids,
  resources: readonly Resource[],
  now: Date,
): Promise<void> => {
  const rows = resources.flatMap((resource) =>
    proposedCategories(resource).map(({ code, label, required, limit }, index) => ({
      id: ids.next(),
      resource: resource.key,
      kind: resource.label[0],
      catalog: code,
      name: label[0],
      english: label[1],
      required: required ? '1' : '0',
      most: limit,
      sort: index + 1,
    })),
  );
  await tx.query(seedText, [
    tx.tenantId,
    now,
    ...columnArrays(rows, [
      'id',
      'resource',
      'kind',
      'catalog',
      'name',
      'english',
      'required',
      'most',
      'sort',
    ]),
  ]);
};

const moved: Label = ['业务种类和目录不能修改', 'Kind and category cannot be changed'];
const held: Label = [
  '该目录下已有附件，不能删除；可以改为选传',
  'This category contains attachments and cannot be deleted; it can be made optional',
];

/** Rules for categories: the resource is fixed, and a category with files cannot be removed. */
export const attachmentCategoryBehaviour: Behaviour = defineBehaviour(attachmentCategory, {
  complete: async ({ resource, catalog }, { before, engine }) => {
    if (before && (before.resource !== resource || before.catalog !== catalog)) {
      throw new Invalid([{ path: 'resource', message: moved }]);
    }
    return { kindName: engine.resources.get(resource ?? '')?.label[0] ?? resource };
  },
  saved: async ({ resource, catalog }, { action, tx }) => {
    if (action !== 'remove') return;
    const files = await tx.query(
      `select 1 from attachment where tenant_id = $1 and resource = $2 and catalog = $3
          and is_deleted = 0 limit 1`,
      [tx.tenantId, resource, catalog],
    );
    if (files.length > 0) throw new Refused(held);
  },
});

/** Call that returns the resources with attachments. */
export const attachmentCategoryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/attachment/kinds',
    auth: 'user',
    permissions: [attachmentCategory.key],
    summary: ['有附件的业务种类', 'Kinds of record that have attachments'],
    input: Type.Object({}),
    run: async (_input, { engine, language }) =>
      [...engine.resources.values()]
        .filter(filesField)
        .map(({ key, label }) => ({ resource: key, name: say(label, language) })),
  }),
];
