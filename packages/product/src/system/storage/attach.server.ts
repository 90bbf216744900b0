import type { Engine } from '@keyan/engine/engine.ts';
import { isPreviewable } from '@keyan/engine/files/types.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { fileLink } from '@keyan/engine/wire/files/endpoints.ts';
import {
  dateParam,
  endOfDay,
  idParam,
  recordsParameter,
  startOfDay,
} from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { containingPattern } from '../error-log/error-log-columns.server.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import { storageQuota } from '../parameters/quota.server.ts';
import {
  type AttachRow,
  type AttachState,
  attachCode,
  type KindSize,
  removeAttachCode,
  renameAttachCode,
  type StorageSizes,
} from './attach.ts';

/** Maximum count that a list computes (ruling 52). */
const maxCountedFiles = 100_000;

interface Stored {
  readonly id: string;
  readonly name: string | null;
  readonly suffix: string;
  readonly size: string;
  readonly state: AttachState;
  readonly resource: string | null;
  readonly businessId: string | null;
  readonly catalog: string;
  readonly createTime: Date;
  readonly createUserName: string | null;
}

/** Quotes a name from a definition as SQL text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * SQL condition that the file `a` belongs to a secret record that the actor may not read; its name would disclose
 * secrets.
 */
const isHiddenFrom = (resources: Iterable<Resource>, { permissions }: Actor): string => {
  const secret = [...resources].flatMap(({ key, table, secrecy }) => {
    if (!secrecy || permissions.has(secrecy.readers)) return [];
    const codes = secrecy.open.codes.map(quoted).join(', ');
    return [
      `a.resource = ${quoted(key)} and not exists (select 1 from ${table} r
         where r.tenant_id = a.tenant_id and r.id = a.business_id
           and r.${snakeCase(secrecy.open.field)} in (${codes}))`,
    ];
  });
  return secret.length === 0 ? 'false' : `(${secret.join(' or ')})`;
};

const stateOf = `case when a.business_id is null then 'unused' else 'used' end`;

/** SQL of all files, with names as far as the actor may see them. */
const filesFor = (engine: Engine, actor: Actor): string => `
  select a.id, a.suffix, a.size, a.resource, a.business_id, a.catalog, a.create_time, a.create_user,
      ${stateOf} as state,
      case when ${isHiddenFrom(engine.resources.values(), actor)} then null else a.name end as name
    from attachment a where a.tenant_id = $1 and a.is_deleted = 0`;

const columns = `f.id::text, f.name, f.suffix, f.size::text, f.state, f.resource,
  f.business_id::text as "businessId", f.catalog, f.create_time as "createTime",
  u.real_name as "createUserName"`;

const sender = 'left join users u on u.tenant_id = $1 and u.id = f.create_user';

/** Returns the name of a resource; its key if this version has no such resource. */
const kindName = (engine: Engine, key: string | null, language: Language): string => {
  const resource = engine.resources.get(key ?? '');
  return resource ? say(resource.label, language) : (key ?? '');
};

const present = (engine: Engine, row: Stored, language: Language): AttachRow => {
  const { name, size, resource } = row;
  return {
    id: row.id,
    link: name === null ? '' : fileLink(row.id, name),
    domainUrl: '',
    name: name ?? '',
    originalName: name ?? '',
    extension: row.suffix,
    attachSize: Math.ceil(Number(size) / 1024),
    size: Number(size),
    state: row.state,
    isHidden: name === null,
    resource: resource ?? '',
    kindName: kindName(engine, resource, language),
    businessId: row.businessId ?? '',
    catalog: row.catalog,
    createTime: timeText(row.createTime),
    createUserName: row.createUserName ?? '',
  };
};

const part = Type.Optional(Type.String({ maxLength: 100 }));

const listInput = Type.Object({
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  name: part,
  originalName: part,
  extension: part,
  domainUrl: part,
  resource: part,
  createUserName: part,
  state: Type.Optional(
    Type.Union([Type.Literal(''), Type.Literal('used'), Type.Literal('unused')]),
  ),
  createTime_datege: Type.Optional(dateParam),
  createTime_datele: Type.Optional(dateParam),
});

/** SQL condition of the filters; files have no domain, so a filter by domain matches nothing. */
const matching = `where ($2::text is null or f.name ilike $2) and ($3::text is null or f.name ilike $3)
    and ($4::text is null or f.suffix = lower($4)) and ($5::text is null or f.resource = $5)
    and ($6::text is null or f.state = $6) and ($7::text is null or u.real_name ilike $7)
    and ($8::timestamptz is null or f.create_time >= $8)
    and ($9::timestamptz is null or f.create_time <= $9) and $10::text is null`;

const listCall = endpoint({
  method: 'GET',
  path: 'blade-resource/attach/list',
  auth: 'user',
  permissions: [attachCode],
  summary: ['附件列表', 'Attachments'],
  input: listInput,
  run: async (input, { actor, engine, language }) => {
    const { current = 1, size = 10 } = input;
    const filter = [
      actor.tenantId,
      containingPattern(input.name),
      containingPattern(input.originalName),
      input.extension || null,
      input.resource || null,
      input.state || null,
      containingPattern(input.createUserName),
      input.createTime_datege ? startOfDay(input.createTime_datege) : null,
      input.createTime_datele ? endOfDay(input.createTime_datele) : null,
      input.domainUrl || null,
    ];
    const found = `from (${filesFor(engine, actor)}) f ${sender} ${matching}`;
    const [rows, [counted]] = await Promise.all([
      engine.database.heavy<Stored>(actor.tenantId, actor.id, {
        sql: `select ${columns} ${found} order by f.create_time desc, f.id desc limit $11 offset $12`,
        parameters: [...filter, size, (current - 1) * size],
      }),
      engine.database.heavy<{ total: number }>(actor.tenantId, actor.id, {
        sql: `select count(*)::int as total from (select 1 ${found} limit $11) c`,
        parameters: [...filter, maxCountedFiles + 1],
      }),
    ]);
    const total = Math.min(counted?.total ?? 0, maxCountedFiles);
    return {
      records: rows.map((row) => present(engine, row, language)),
      total,
      more: (counted?.total ?? 0) > maxCountedFiles,
      current,
      size,
      pages: Math.ceil(total / size),
    };
  },
});

const detailCall = endpoint({
  method: 'GET',
  path: 'blade-resource/attach/detail',
  auth: 'user',
  permissions: [attachCode],
  summary: ['附件详情', 'An attachment'],
  input: Type.Object({ id: idParam }),
  run: async (input, { actor, engine, language }) => {
    const [row] = await engine.database.read(actor.tenantId, (session) =>
      session.query<Stored>(
        `select ${columns} from (${filesFor(engine, actor)}) f ${sender} where f.id = $2`,
        [actor.tenantId, input.id],
      ),
    );
    if (!row) throw new Missing();
    const { extension } = present(engine, row, language);
    return { ...present(engine, row, language), preview: isPreviewable(extension) };
  },
});

/** Call that deletes files without a record; files of a record are deleted by editing the record. */
const removeCall = endpoint({
  method: 'POST',
  path: 'blade-resource/attach/remove',
  auth: 'user',
  permissions: [removeAttachCode],
  summary: ['删除未使用的附件', 'Delete unused attachments'],
  input: Type.Object({ ids: recordsParameter }),
  run: async ({ ids }, { actor, engine }) => {
    await engine.database.transaction(actor.tenantId, async (tx) => {
      const removed = await tx.query(
        `update attachment set is_deleted = 1
          where tenant_id = $1 and id = any($2::bigint[]) and business_id is null and is_deleted = 0
          returning id`,
        [actor.tenantId, ids],
      );
      if (removed.length < new Set(ids).size) {
        throw new Refused([
          '已归入记录的附件请在记录中移除；这里只能删除未使用的附件',
          'Attachments that belong to a record must be removed in the record; only unused ones can be deleted here',
        ]);
      }
    });
    const logData = fill(
      ['{account} 删除了未使用的附件 {ids}', '{account} deleted unused attachments {ids}'],
      { account: actor.account, ids: ids.join(' ') },
    );
    await writeServiceLog(engine, actor.tenantId, {
      logLevel: 'info',
      logId: 'attach-remove',
      logData,
    });
    return new Reply(true, ['删除成功', 'Deleted']);
  },
});

/** Call that renames files without a record; other names appear in histories and remain. */
const renameCall = endpoint({
  method: 'POST',
  path: 'blade-resource/attach/submit',
  auth: 'user',
  permissions: [renameAttachCode],
  summary: ['修改未使用附件的名称', 'Rename an unused attachment'],
  input: Type.Object({
    id: idParam,
    originalName: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  run: async (input, { actor, engine }) => {
    const renamed = await engine.database.transaction(actor.tenantId, (tx) =>
      tx.query(
        `update attachment set name = $3
          where tenant_id = $1 and id = $2 and business_id is null and is_deleted = 0
            and lower($3) like '%.' || suffix returning id`,
        [actor.tenantId, input.id, input.originalName.replace(/[\\/\p{Cc}]/gu, '')],
      ),
    );
    if (renamed.length === 0) {
      throw new Refused([
        '只能修改未使用附件的名称，且不能改变后缀',
        'Only unused attachments can be renamed, and the extension cannot be changed',
      ]);
    }
    const logData = fill(
      ['{account} 修改了附件 {id} 的名称', '{account} renamed attachment {id}'],
      { account: actor.account, id: input.id },
    );
    await writeServiceLog(engine, actor.tenantId, {
      logLevel: 'info',
      logId: 'attach-rename',
      logData,
    });
    return true;
  },
});

const sizesCall = endpoint({
  method: 'GET',
  path: 'keyan/attachment/sizes',
  auth: 'user',
  permissions: [attachCode],
  summary: ['各业务附件占用', 'Space used by attachments of each kind'],
  input: Type.Object({}),
  run: async (_input, { actor, engine, language }): Promise<StorageSizes> => {
    interface Sum {
      readonly resource: string | null;
      readonly files: number;
      readonly bytes: string;
    }
    const [sums, [blobs], quota] = await Promise.all([
      engine.database.heavy<Sum>(actor.tenantId, actor.id, {
        sql: `select a.resource, count(*)::int as files, sum(a.size)::text as bytes
            from attachment a where a.tenant_id = $1 and a.is_deleted = 0
           group by a.resource order by sum(a.size) desc`,
        parameters: [actor.tenantId],
      }),
      engine.database.heavy<{ bytes: string }>(actor.tenantId, actor.id, {
        sql: 'select coalesce(sum(size), 0)::text as bytes from blob where tenant_id = $1',
        parameters: [actor.tenantId],
      }),
      engine.database.read(actor.tenantId, storageQuota),
    ]);
    return {
      kinds: sums.map(
        ({ resource, files, bytes }): KindSize => ({
          resource: resource ?? '',
          kindName:
            resource === null
              ? say(['未使用（7 天后清理）', 'Unused (removed after 7 days)'], language)
              : kindName(engine, resource, language),
          files,
          bytes: Number(bytes),
        }),
      ),
      stored: Number(blobs?.bytes ?? 0),
      limit: Number.isFinite(quota.tenant) ? quota.tenant : 0,
    };
  },
});

/** Calls for administrators about all attachments: names and sizes; the content requires access to the record. */
export const attachEndpoints: readonly Endpoint[] = [
  listCall,
  detailCall,
  removeCall,
  renameCall,
  sizesCall,
];
