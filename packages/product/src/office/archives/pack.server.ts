import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { type ArchiveEntry, uniquePath, zipArchive } from '@keyan/engine/files/archive.ts';
import { filesField } from '@keyan/engine/files/categories.ts';
import { exportRightsOf } from '@keyan/engine/files/rights.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { currentActorOf, type JobRequester, requesterOf } from '@keyan/engine/identity/rights.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import { Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { englishQuantity, fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { anyOf, type Condition, equals } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { languageOf } from '../../shared/mechanisms/reader-language.server.ts';
import { recordPdf } from '../../shared/paper/record-paper.server.ts';
import { configZip } from './config-zip.ts';
import { archivePathOf, type PatternPlace } from './patterns.ts';

/** Maximum number of records per archive. */
const maxRecordsPerBatch = 20_000;

/** Limits of bytes and of files, after which a new part begins. */
const partBytes = 1024 ** 3;
const partFiles = 2000;

interface Batch {
  readonly id: string;
  readonly config: string;
  readonly asker: JobRequester;
  readonly records: readonly string[];
  /** Number of records in completed parts. */
  readonly done: number;
  readonly parts: readonly { readonly name: string; readonly link: string }[];
}

const text = (row: RowLike, ...names: readonly string[]): string => {
  const found = names.find((name) => typeof row[name] === 'string' && row[name] !== '');
  return found === undefined ? '' : String(row[found]);
};

/** Values of the pattern’s placeholders for a record. */
const valuesOf = (
  resource: Resource,
  row: RowLike,
): Readonly<Partial<Record<PatternPlace, string>>> => ({
  deptName: text(row, 'fkDeptIdName', 'departmentIdName', 'createDeptName'),
  leader: text(row, 'programLeaderName', 'firstAuthor', 'leaderIdName', 'createUserName'),
  programNum: text(row, resource.number?.field ?? '', 'programNum', 'contractNum'),
  title: text(row, resource.title),
});

const readBatch = async (
  engine: Engine,
  tenantId: string,
  batch: string,
): Promise<Batch | null> => {
  const [row] = await engine.database.read(tenantId, (session) =>
    session.query<Batch>(
      `select id::text, config_id::text as config, asker, records, done, parts
         from zip_batch where tenant_id = $1 and id = $2`,
      [tenantId, batch],
    ),
  );
  return row ?? null;
};

/** Text in both languages, since the archive’s readers are unknown. */
const inBothLanguages = (label: Label): string => label.join(' ');

const fileDamagedText: Label = ['文件损坏或丢失，未打包', 'File damaged or missing; not packed'];
const noFilesText: Label = ['没有附件', 'No files'];
const noAccessText: Label = ['无权查看', 'No access'];
const heads = (
  [
    ['文件', 'File'],
    ['记录', 'Record'],
    ['说明', 'Note'],
  ] as const
).map(inBothLanguages);

/** CSV line of the table of contents in each part. */
const line = (...cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`).join(',')}\r\n`;

interface Part {
  readonly entries: readonly ArchiveEntry[];
  /** Index of the first record after the part. */
  readonly next: number;
}

type Rules = Pick<Row<typeof configZip>, 'folderRule' | 'fileRule' | 'catalogs' | 'withForm'>;

/** Reads a file completely to test it, since a read error would truncate the archive. */
const isWhole = async (
  { engine, files, actor }: Packing,
  owner: { readonly resource: string; readonly businessId: string },
  file: string,
): Promise<boolean> => {
  try {
    const { stream } = await files.openOf(actor.tenantId, owner, file);
    await finished(stream.resume());
    return true;
  } catch (error) {
    engine.log.error({ tenantId: actor.tenantId, file, err: error }, 'file left out of an archive');
    return false;
  }
};

/** Category name for the printed form of a record. */
const formName: Label = ['表单', 'Form'];

/**
 * Files of the next records, until a part is full; unreadable files are noted in the table of
 * contents.
 */
const nextPart = async (packing: Packing, batch: Batch, rules: Rules): Promise<Part> => {
  const { engine, files, actor, resource, language } = packing;
  const field = filesField(resource) ?? '';
  const wanted = rules.catalogs ? new Set(rules.catalogs.split(',')) : null;
  const categories = await engine.database.read(actor.tenantId, (session) =>
    files.categories.of(session, resource),
  );
  const names = new Map(categories.map(({ code, label }) => [code, label[0]]));
  const taken = new Set<string>();
  const entries: ArchiveEntry[] = [];
  let list = `\u{feff}${line(...heads)}`;
  let bytes = 0;
  let next = batch.done;
  for (; next < batch.records.length; next += 1) {
    if (bytes >= partBytes || entries.length >= partFiles) break;
    const recordId = batch.records[next] ?? '';
    const row: RowLike | null = await engine
      .as(actor)
      .read(resource, recordId)
      .then((found): RowLike => found.row)
      .catch((error: unknown) => {
        if (error instanceof Fault) return null;
        throw error;
      });
    const held = ((row?.[field] as readonly AttachedFile[] | undefined) ?? []).filter(
      ({ catalog }) => wanted === null || wanted.has(catalog),
    );
    if (!row) {
      list += line('', recordId, inBothLanguages(noAccessText));
      continue;
    }
    const values = valuesOf(resource, row);
    const folder = archivePathOf(rules.folderRule ?? '', values);
    const place = (named: Parameters<typeof archivePathOf>[1], ending: string): string =>
      uniquePath(
        taken,
        `${folder}/${archivePathOf(rules.fileRule ?? '', { ...values, ...named }, ending)}`,
      );
    if (rules.withForm === '1') {
      const filed = { ...row, id: recordId };
      const form = await recordPdf({ engine, actor, language }, resource, filed, actor.name);
      const called = say(formName, language);
      const path = place({ catalogName: called, fileName: called, seq: '0' }, '.pdf');
      entries.push({ path, open: async () => Readable.from([form]) });
      list += line(path, text(row, resource.title), '');
      bytes += form.length;
    } else if (held.length === 0) {
      list += line('', text(row, resource.title), inBothLanguages(noFilesText));
    }
    for (const [index, file] of held.entries()) {
      const [ending = ''] = /\.\w{1,10}$/.exec(file.name) ?? [];
      const named = {
        catalogName: names.get(file.catalog) ?? file.catalog,
        fileName: file.name.slice(0, file.name.length - ending.length),
        seq: String(index + 1),
      };
      const owner = { resource: resource.key, businessId: recordId };
      if (!(await isWhole(packing, owner, file.id))) {
        list += line(file.name, text(row, resource.title), inBothLanguages(fileDamagedText));
        continue;
      }
      const path = place(named, ending);
      entries.push({
        path,
        open: async () => (await files.openOf(actor.tenantId, owner, file.id)).stream,
      });
      list += line(path, text(row, resource.title), '');
      bytes += file.size;
    }
  }
  const manifest = { path: 'manifest.csv', open: async () => Readable.from([Buffer.from(list)]) };
  return { entries: [...entries, manifest], next };
};

interface Packing {
  readonly engine: Engine;
  readonly files: FileService;
  readonly actor: Actor;
  readonly resource: Resource;
  /** Language of the printed forms. */
  readonly language: Language;
}

const archiveReadyText: Label = ['打包已完成：{name}', 'The archive is ready: {name}'];
const archiveLifetimeText: Label = [
  '{count} 条记录的附件，7 天内可下载：',
  'Attachments of {records}, available for seven days:',
];

/**
 * Background job that packs the files of a batch, part by part; a restarted job continues after the
 * last complete part.
 */
export const packFiles = (files: FileService): EngineJob<{ readonly batch: string }> => ({
  name: 'pack-files',
  label: ['打包附件', 'Pack attachments of records'],
  run: async ({ tenantId, data, signal }, engine) => {
    let batch = await readBatch(engine, tenantId, data.batch);
    const actor = batch && (await currentActorOf(engine, batch.asker));
    if (!(batch && actor)) return { done: 0 };
    const { row: rules } = await engine.as(actor).read(configZip, batch.config);
    const resource = engine.resources.get(rules.bizKind ?? '');
    if (!resource) return { done: 0 };
    const language = await engine.database.read(tenantId, (session) =>
      languageOf(session, actor.id),
    );
    const packing = { engine, files, actor, resource, language };
    while (batch.done < batch.records.length) {
      signal.throwIfAborted();
      const { entries, next } = await nextPart(packing, batch, rules);
      const file = await files.put(actor, {
        fileName: `${rules.configName ?? ''}-${batch.parts.length + 1}.zip`,
        stream: zipArchive(entries),
        catalog: '99',
        madeWith: exportRightsOf(resource, actor),
      });
      const parts: Batch['parts'] = [...batch.parts, { name: file.name, link: file.link }];
      batch = { ...batch, done: next, parts };
      await engine.database.transaction(tenantId, (tx) =>
        tx.query('update zip_batch set done = $3, parts = $4 where tenant_id = $1 and id = $2', [
          tenantId,
          data.batch,
          next,
          JSON.stringify(parts),
        ]),
      );
    }
    const { parts } = batch;
    const count = batch.records.length;
    await engine.database.transaction(tenantId, (tx) =>
      engine.messages.send(tx, [
        {
          type: '99',
          title: fill(archiveReadyText, { name: rules.configName ?? '' }),
          content: fill(archiveLifetimeText, { count, records: englishQuantity(count, 'record') }),
          files: parts,
          to: [actor.id],
        },
      ]),
    );
    return { done: batch.parts.length };
  },
});

/**
 * Records with the given numbers or titles.
 * @throws Refused with the numbers and titles that do not exist
 */
const namedRecords = async (
  { engine, actor, resource }: Pick<Packing, 'engine' | 'actor' | 'resource'>,
  where: readonly Condition[],
  wanted: readonly string[],
): Promise<readonly string[]> => {
  const fields = [...new Set([resource.number?.field ?? resource.title, resource.title])];
  const found = new Map<string, readonly string[]>();
  for (const field of fields) {
    const rows = await engine.as(actor).all(resource, {
      where: [...where, anyOf(field, wanted)],
      fields: [field],
    });
    for (const row of rows) {
      const name = String((row as RowLike)[field]);
      found.set(name, [...(found.get(name) ?? []), row.id]);
    }
  }
  const missing = wanted.filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new Refused(
      fill(['没有找到：{names}', 'Not found: {names}'], { names: missing.slice(0, 20).join('、') }),
    );
  }
  return [...new Set(wanted.flatMap((name) => found.get(name) ?? []))];
};

/** Calls that pack the files of many records. */
export const packEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${configZip.path}/pack`,
    auth: 'user',
    permissions: ['czip_pack'],
    perMinute: 6,
    summary: ['按配置打包附件', 'Pack attachments by pattern'],
    input: Type.Object({
      id: idParam,
      year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2200 })),
      names: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 2000 })),
    }),
    run: async ({ id: config, year, names = [] }, { engine, actor }) => {
      const { row } = await engine.as(actor).read(configZip, config);
      const resource = engine.resources.get(row.bizKind ?? '');
      if (!resource || row.status !== '1') throw new Missing();
      const yearField = ['statYear', 'planYear'].find((name) =>
        Object.hasOwn(resource.fields, name),
      );
      const where = year !== undefined && yearField ? [equals(yearField, year)] : [];
      const wanted = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
      const records =
        wanted.length > 0
          ? await namedRecords({ engine, actor, resource }, where, wanted)
          : await engine
              .as(actor)
              .ids(
                resource,
                { where, sort: [], page: 1, size: maxRecordsPerBatch },
                maxRecordsPerBatch,
              );
      if (records.length === 0) {
        throw new Refused(['没有可打包的记录', 'There are no records to pack']);
      }
      const batch = engine.ids.next();
      await engine.database.transaction(actor.tenantId, async (tx) => {
        await tx.query(
          `insert into zip_batch (tenant_id, id, config_id, asker, records, done, parts, create_time)
           values ($1, $2, $3, $4, $5, 0, '[]', $6)`,
          [
            actor.tenantId,
            batch,
            config,
            JSON.stringify(requesterOf(actor)),
            JSON.stringify(records),
            engine.clock(),
          ],
        );
        engine.jobs.queue(tx, { name: 'pack-files' }, { batch }, { key: batch, by: actor.id });
      });
      return new Reply(
        records.length,
        fill(
          [
            '{count} 条记录的附件正在打包，完成后发消息',
            'Attachments are being packed (records: {count}); you will get a message when they are ready',
          ],
          { count: records.length },
        ),
      );
    },
  }),
];
