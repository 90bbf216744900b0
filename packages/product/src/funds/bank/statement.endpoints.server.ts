import { type Endpoint, endpoint, type IncomingFile } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { importStatement, showStatement } from './statement.server.ts';
import { type LineDecision, statementCalls } from './wire.ts';

/** Maximum number of lines per import call. */
const maxDecisions = 5000;

const contentOf = async (files: AsyncIterable<IncomingFile>): Promise<Buffer> => {
  for await (const { stream } of files) return readWorkbook(stream);
  throw new Refused(['请选择银行流水文件', 'Choose a bank statement']);
};

/**
 * Parses JSON.
 * @throws Refused for invalid JSON
 */
const parsed = (text: string | undefined): unknown => {
  if (text === undefined || text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(['请求内容无法识别', 'The request cannot be read']);
  }
};

const decisionsIn = (given: unknown): readonly LineDecision[] =>
  (Array.isArray(given) ? given.slice(0, maxDecisions) : []).flatMap(
    (one): readonly LineDecision[] => {
      const { row, into } = (one ?? {}) as RowLike;
      return Number.isInteger(row) && (into === 'new' || into === 'stored')
        ? [{ row: row as number, into }]
        : [];
    },
  );

const text = Type.Optional(Type.String({ maxLength: 400_000 }));

/** Calls that read and import bank statements. */
export const statementEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: statementCalls.read,
    auth: 'user',
    permissions: ['arrive_import'],
    summary: ['读取银行流水', 'Read a bank statement'],
    input: Type.Object({ mapping: text }),
    files: true,
    onlyReads: true,
    run: async ({ mapping }, { engine, actor, files }) =>
      showStatement({ engine, actor }, await contentOf(files), parsed(mapping)),
  }),
  endpoint({
    method: 'POST',
    path: statementCalls.take,
    auth: 'user',
    permissions: ['arrive_import'],
    summary: ['登记银行流水', 'Register lines of a bank statement'],
    input: Type.Object({
      mapping: text,
      decisions: Type.String({ maxLength: 400_000 }),
      isPublic: Type.Optional(Type.String({ maxLength: 1 })),
    }),
    files: true,
    run: async ({ mapping, decisions, isPublic }, { engine, actor, files }) =>
      importStatement({ engine, actor }, await contentOf(files), {
        mapping: parsed(mapping),
        decisions: decisionsIn(parsed(decisions)),
        isPublic: isPublic !== '0',
      }),
  }),
];
