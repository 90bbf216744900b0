import type { FileService } from '@keyan/engine/files/service.ts';
import { type Endpoint, endpoint, type IncomingFile, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { readWorkbook, workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import type { HeadingFields } from '@keyan/engine/workbooks/headings.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { reconciliationBook, reconciliationOf } from './book.server.ts';
import {
  checkFile,
  continueBatch,
  headingsOf,
  overviewOf,
  progressOf,
  runBatch,
  type SentFile,
} from './moving.server.ts';
import { movingBatchCode, movingCode, movingService, runMovingCode } from './paths.ts';
import { obstaclesOf } from './undoing.server.ts';

const sentIn = async (files: AsyncIterable<IncomingFile>): Promise<SentFile> => {
  for await (const { stream, fileName } of files) {
    return { name: fileName, content: await readWorkbook(stream) };
  }
  throw new Refused(['请选择要迁入的文件', 'Choose a file to move in']);
};

/** Columns that a file may have. */
const mostHeadings = 300;

/** @throws Refused for a text that names no fields by headings */
const headingsIn = (text: string | undefined): HeadingFields => {
  if (!text) return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new Refused(['请求内容无法识别', 'The request cannot be read']);
  }
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, mostHeadings)
      .flatMap(([heading, field]) =>
        typeof field === 'string' ? [[heading.slice(0, 200), field.slice(0, 100)]] : [],
      ),
  );
};

const kind = Type.String({ minLength: 1, maxLength: 60 });
const day = Type.Optional(Type.String({ maxLength: 10, pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }));
const headings = Type.Optional(Type.String({ maxLength: 60_000 }));

/** Moving a university in from workbooks of another system (decision 0641). Long because it is one list of calls. */
export const movingEndpoints = (store: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${movingService}/overview`,
    auth: 'user',
    permissions: [movingCode],
    summary: ['系统迁入：步骤与批次', 'Moving in: steps and batches'],
    input: Type.Object({}),
    run: (_input, { engine, actor }) => overviewOf({ engine, actor }),
  }),
  endpoint({
    method: 'POST',
    path: `${movingService}/headings`,
    auth: 'user',
    permissions: [runMovingCode],
    files: true,
    onlyReads: true,
    perMinute: 20,
    summary: ['系统迁入：识别列', 'Moving in: match the columns of a file'],
    input: Type.Object({ kind }),
    run: async (input, { engine, actor, files }) =>
      headingsOf({ engine, actor }, input.kind, await sentIn(files)),
  }),
  endpoint({
    method: 'POST',
    path: `${movingService}/check`,
    auth: 'user',
    permissions: [runMovingCode],
    files: true,
    perMinute: 20,
    summary: ['系统迁入：预检', 'Moving in: dry run'],
    input: Type.Object({ kind, openingDay: day, headings }),
    run: async (input, { engine, actor, files, language }) =>
      checkFile(
        { engine, actor },
        {
          kind: input.kind,
          openingDay: input.openingDay || null,
          headings: headingsIn(input.headings),
        },
        await sentIn(files),
        language,
      ),
  }),
  endpoint({
    method: 'POST',
    path: `${movingService}/run`,
    auth: 'user',
    permissions: [runMovingCode],
    files: true,
    perMinute: 20,
    summary: ['系统迁入：导入', 'Moving in: run'],
    input: Type.Object({ kind, batchId: idParam, openingDay: day, headings }),
    run: async (input, { engine, actor, files }) =>
      runBatch(
        { engine, actor, files: store },
        {
          kind: input.kind,
          batchId: input.batchId,
          openingDay: input.openingDay || null,
          headings: headingsIn(input.headings),
        },
        await sentIn(files),
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${movingService}/progress`,
    auth: 'user',
    permissions: [movingBatchCode],
    summary: ['系统迁入：进度', 'Moving in: progress'],
    input: Type.Object({ id: idParam }),
    run: (input, { engine, actor }) => progressOf({ engine, actor }, input.id),
  }),
  endpoint({
    method: 'POST',
    path: `${movingService}/continue`,
    auth: 'user',
    permissions: [runMovingCode],
    summary: ['系统迁入：继续导入', 'Moving in: continue'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor }) =>
      new Reply(await continueBatch({ engine, actor }, input.id), ['已继续导入', 'Continued']),
  }),
  endpoint({
    method: 'GET',
    path: `${movingService}/reconciliation`,
    auth: 'user',
    permissions: [movingBatchCode],
    summary: ['系统迁入：对账表', 'Moving in: reconciliation'],
    input: Type.Object({ id: idParam }),
    run: (input, { engine, actor, language }) =>
      reconciliationOf({ engine, actor }, input.id, language),
  }),
  endpoint({
    method: 'GET',
    path: `${movingService}/reconciliationBook`,
    auth: 'user',
    permissions: [movingBatchCode],
    summary: ['系统迁入：下载对账表', 'Moving in: reconciliation as a workbook'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor, language }) => {
      const { content, name } = await reconciliationBook({ engine, actor }, input.id, language);
      return workbookAnswer(content, name);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${movingService}/obstacles`,
    auth: 'user',
    permissions: [`${movingBatchCode}_undo`],
    perMinute: 30,
    summary: ['系统迁入：能否撤销', 'Moving in: obstacles to undoing a batch'],
    input: Type.Object({ id: idParam }),
    run: (input, { engine, actor }) => obstaclesOf({ engine, actor }, input.id),
  }),
];
