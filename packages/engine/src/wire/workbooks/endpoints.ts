import type { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import type { Engine, EngineJob } from '../../engine.ts';
import { contentDisposition } from '../../files/disposition.ts';
import type { FileService } from '../../files/service.ts';
import { requesterOf } from '../../identity/rights.ts';
import { bookMakerOf } from '../../workbooks/book.ts';
import { dryRun } from '../../workbooks/dry-run.ts';
import {
  exportSize,
  exportTable,
  exportWhole,
  maxRowsExportedAtOnce,
} from '../../workbooks/export.ts';
import { faultyWorkbook } from '../../workbooks/faulty-workbook.ts';
import { maxWorkbook } from '../../workbooks/grids.ts';
import { confirmImport, importResult } from '../../workbooks/import.ts';
import { faultyRows } from '../../workbooks/import-batch.ts';
import { type ExportWork, exportJob, workbookName } from '../../workbooks/jobs.ts';
import { writeWorkbook } from '../../workbooks/workbook.ts';
import { type Endpoint, endpoint, RawAnswer, Reply } from '../endpoint.ts';
import { askedBy, type QuestionAsker } from '../query.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns an answer that downloads a workbook under this name. */
export const workbookAnswer = (content: Buffer, name: string): RawAnswer =>
  new RawAnswer(content, {
    headers: {
      'content-type': xlsx,
      'content-disposition': contentDisposition('attachment', name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });

const assertMayAct = (actor: Actor, resource: Resource, action: ActionName): void => {
  if (!grantsAction(resource, actor.permissions, action)) throw new Denied();
};

/**
 * Reads an uploaded workbook.
 * @throws Refused for a workbook that is too large.
 */
export const readWorkbook = async (stream: Readable): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += (part as Buffer).length;
    if (size > maxWorkbook) {
      throw new Refused(
        fill(['导入文件不能超过 {max} MB', 'A workbook may hold at most {max} MB'], {
          max: maxWorkbook / 1024 / 1024,
        }),
      );
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
};

/** Parses the parameters of a list call. */
export type ParseQuery = (resource: Resource, input: RowLike, asking: QuestionAsker) => Query;

const batchInput = Type.Object({ batchId: Type.String({ minLength: 1, maxLength: 20 }) });

/** Returns the export calls of one resource. */
const exportCalls = (
  resource: Resource,
  parseQuery: ParseQuery,
  longExport: EngineJob<ExportWork>,
): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${resource.path}/export`,
    auth: 'user',
    // A long export stores a file and sends a message.
    writes: true,
    perMinute: 30,
    summary: ['导出', 'Export what the list shows'],
    input: Type.Object(
      {
        columns: Type.Optional(Type.String({ maxLength: 4000 })),
        whole: Type.Optional(Type.String({ maxLength: 1 })),
      },
      { additionalProperties: true },
    ),
    async run(input, call) {
      const { engine, actor, language } = call;
      const query = parseQuery(resource, input, askedBy(call, resource));
      const columns = (input.columns ?? '').split(',').filter(Boolean);
      const name = workbookName(resource, language, engine.clock());
      if (input.whole === '1') {
        return workbookAnswer(await exportWhole(engine, actor, resource, query, language), name);
      }
      if ((await exportSize(engine, actor, resource, query)) > maxRowsExportedAtOnce) {
        await engine.jobs.send(
          actor.tenantId,
          longExport,
          { actor: requesterOf(actor), resource: resource.key, query, columns, language },
          { by: actor.id },
        );
        return new Reply({ queued: true }, [
          '数据较多，正在后台导出，完成后将收到消息',
          'The export is large and runs in the background. You will get a message when it is ready',
        ]);
      }
      return workbookAnswer(
        await exportTable(engine, actor, resource, query, columns, language),
        name,
      );
    },
  }),
];

/** Returns the import calls of one resource: template, dry run, confirmation, progress and rows with faults. */
const importCalls = (resource: Resource): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${resource.path}/template`,
    auth: 'user',
    summary: ['下载导入模板', 'Template for import'],
    input: Type.Object({}),
    async run(_input, call) {
      const { actor, language } = call;
      assertMayAct(actor, resource, 'import');
      const name = `${say(resource.label, language)}-${language === 'zh' ? '导入模板' : 'template'}.xlsx`;
      return workbookAnswer(
        await writeWorkbook(bookMakerOf(call.engine, actor), resource, {
          ...call,
          permissions: actor.permissions,
        }),
        name,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${resource.path}/import`,
    auth: 'user',
    files: true,
    perMinute: 20,
    summary: ['导入预检', 'Dry run of an import'],
    // `1`: records of other kinds in a mixed file are left out. Sent before the file.
    input: Type.Object({ ownOnly: Type.Optional(Type.String({ maxLength: 1 })) }),
    async run({ ownOnly }, { engine, actor, files, language }) {
      for await (const { fileName, stream } of files) {
        const content = await readWorkbook(stream);
        const file = { name: fileName, content, ownOnly: ownOnly === '1' };
        return dryRun(engine, actor, resource, file, language);
      }
      throw new Refused(['请选择要导入的文件', 'Choose a file to import']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${resource.path}/importSure`,
    auth: 'user',
    summary: ['确认导入', 'Confirm an import'],
    input: Type.Object({
      batchId: Type.String({ minLength: 1, maxLength: 20 }),
      onlyValid: Type.Optional(Type.Boolean()),
    }),
    run: async ({ batchId, onlyValid }, { engine, actor }) => {
      const { result, message } = await confirmImport(
        engine,
        actor,
        resource,
        batchId,
        onlyValid ?? false,
      );
      return message ? new Reply(result, message) : result;
    },
  }),
  endpoint({
    method: 'GET',
    path: `${resource.path}/importResult`,
    auth: 'user',
    summary: ['导入进度', 'Progress of an import'],
    input: batchInput,
    run: (input, { engine, actor }) => importResult(engine, actor, resource, input.batchId),
  }),
  endpoint({
    method: 'GET',
    path: `${resource.path}/importFailed`,
    auth: 'user',
    summary: ['下载错误行', 'Rows with errors and their reasons'],
    input: batchInput,
    async run(input, { engine, actor, language }) {
      const rows = await faultyRows(engine, actor, resource, input.batchId);
      const name = `${say(resource.label, language)}-${language === 'zh' ? '错误行' : 'faults'}.xlsx`;
      return workbookAnswer(await faultyWorkbook(engine, actor, resource, rows, language), name);
    },
  }),
];

/** True for resources whose pages offer import or export. */
const hasWorkbooks = (resource: Resource): boolean =>
  Object.values(resource.views).some(
    (view) => view.actions.includes('import') || view.actions.includes('export'),
  );

/** Returns every call on workbooks, and the jobs for long ones. */
export const workbookCalls = (
  engine: Pick<Engine, 'resources'>,
  files: FileService,
  parseQuery: ParseQuery,
): { readonly endpoints: readonly Endpoint[] } => {
  const longExport = exportJob(files);
  return {
    endpoints: [...engine.resources.values()]
      .filter(hasWorkbooks)
      .flatMap((resource) => [
        ...exportCalls(resource, parseQuery, longExport),
        ...importCalls(resource),
      ]),
  };
};
