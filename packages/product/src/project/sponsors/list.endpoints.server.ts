import type { FileService } from '@keyan/engine/files/service.ts';
import { type Endpoint, endpoint, type IncomingFile } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { columnKinds, type SponsorListMapping } from './columns.ts';
import { importSponsorList, type SentList, showSponsorList } from './list.server.ts';
import type { CellFixes } from './list.ts';
import {
  type GrantDecision,
  type ListQuestion,
  sponsorListCalls,
  sponsorListRight,
} from './wire.ts';

/** Maximum number of lines per import call. */
const maxDecisions = 5000;

const sentIn = async (files: AsyncIterable<IncomingFile>): Promise<SentList> => {
  for await (const { stream, fileName } of files) {
    return { fileName, content: await readWorkbook(stream) };
  }
  throw new Refused(['请选择批准清单文件', 'Choose an approval list file']);
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

const asObject = (given: unknown): RowLike =>
  given !== null && typeof given === 'object' ? (given as RowLike) : {};

/** Corrected cell texts by row and column. */
const fixesIn = (given: unknown): CellFixes =>
  Object.fromEntries(
    Object.entries(asObject(given))
      .filter(([row]) => /^\d{1,6}$/.test(row))
      .map(([row, cells]) => {
        const texts = asObject(cells);
        return [
          row,
          Object.fromEntries(
            columnKinds.flatMap((kind) => {
              const text = texts[kind];
              return typeof text === 'string' ? [[kind, text.slice(0, 500)]] : [];
            }),
          ),
        ];
      }),
  );

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,19}$/.test(value);

const decisionsIn = (given: unknown): readonly GrantDecision[] =>
  (Array.isArray(given) ? given.slice(0, maxDecisions) : []).flatMap(
    (one): readonly GrantDecision[] => {
      const { row, declareId, leaderId } = asObject(one);
      if (typeof row !== 'number' || !Number.isInteger(row)) return [];
      if (isId(declareId)) return [{ row, declareId }];
      return [{ row, ...(isId(leaderId) ? { leaderId } : {}) }];
    },
  );

const text = Type.Optional(Type.String({ maxLength: 400_000 }));
const short = Type.Optional(Type.String({ maxLength: 50 }));

const questionIn = (input: {
  readonly source?: string;
  readonly mapping?: string;
  readonly fixes?: string;
}): ListQuestion => ({
  source: input.source || null,
  mapping: parsed(input.mapping) as SponsorListMapping | null,
  fixes: fixesIn(parsed(input.fixes)),
});

/** Calls that read and import lists of projects approved by a sponsor. */
export const sponsorListEndpoints = (store: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: sponsorListCalls.read,
    auth: 'user',
    permissions: [sponsorListRight],
    summary: ['读取上级批准清单', 'Read a sponsor’s approval list'],
    input: Type.Object({ source: short, mapping: text, fixes: text }),
    files: true,
    onlyReads: true,
    run: async (input, { engine, actor, files }) =>
      showSponsorList({ engine, actor }, (await sentIn(files)).content, questionIn(input)),
  }),
  endpoint({
    method: 'POST',
    path: sponsorListCalls.take,
    auth: 'user',
    permissions: [sponsorListRight],
    summary: ['登记上级批准清单', 'Register lines of a sponsor’s approval list'],
    input: Type.Object({
      source: short,
      mapping: text,
      fixes: text,
      decisions: Type.String({ maxLength: 400_000 }),
      approvedOn: short,
      document: short,
    }),
    files: true,
    run: async (input, { engine, actor, files }) => {
      const approvedOn = input.approvedOn ?? '';
      if (approvedOn !== '' && !isDay(approvedOn)) {
        throw new Refused(['请填写批准日期', 'Enter the approval date']);
      }
      const sent = await sentIn(files);
      return importSponsorList(
        { engine, actor, files: store, sent },
        {
          question: questionIn(input),
          decisions: decisionsIn(parsed(input.decisions)),
          approvedOn,
          document: input.document ?? '',
        },
      );
    },
  }),
];
