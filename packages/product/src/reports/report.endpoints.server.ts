import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { Type } from 'typebox';
import { figureSources } from './figure-source.server.ts';
import {
  type ReportReader,
  reportQuestionOf,
  reportSourceOf,
  reportWorkbookOf,
  runReport,
} from './report.server.ts';
import { type ReportSource, report } from './report.ts';

/**
 * Report that the actor may read.
 * @throws Missing if not
 */
const read = async ({ engine, actor }: ReportReader, given: string) =>
  (await engine.as(actor).read(report, given)).row;

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** Endpoints for the result of a report, as table and as workbook, and for the possible subjects of reports. */
export const savedReportEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/report/sources',
    auth: 'user',
    // Every reader of reports may call it, to show page names in the reader’s language.
    permissions: ['report'],
    summary: ['报表可用的数据来源', 'Data sources of reports'],
    input: Type.Object({}),
    run: async (_input, { engine, actor, language }): Promise<readonly ReportSource[]> => [
      ...figureSources(actor, language),
      ...[...engine.resources.values()].flatMap((resource) =>
        Object.entries(resource.views).flatMap(([view, { code }]) =>
          actor.permissions.has(code) ? [reportSourceOf(code, { resource, view }, language)] : [],
        ),
      ),
    ],
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/report/run',
    auth: 'user',
    permissions: ['report'],
    summary: ['报表结果', 'Result of a report'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => runReport(call, reportQuestionOf(await read(call, input.id))),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/report/preview',
    auth: 'user',
    permissions: ['report_add', 'report_edit'],
    perMinute: 60,
    summary: ['预览报表', 'Preview of a report'],
    input: Type.Object({
      page: Type.String({ maxLength: 60 }),
      conditions: text(2000),
      groupBy: text(190),
      sums: text(600),
      columns: text(1200),
    }),
    run: async ({ page, conditions = '', groupBy = '', sums = '', columns = '' }, call) =>
      runReport(call, reportQuestionOf({ page, conditions, groupBy, sums, columns })),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/report/workbook',
    auth: 'user',
    permissions: ['report'],
    perMinute: 30,
    summary: ['报表导出 Excel', 'A report as a workbook'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => {
      const row = await read(call, input.id);
      return workbookAnswer(
        await reportWorkbookOf(call, row),
        `${row.name ?? report.label[0]}.xlsx`,
      );
    },
  }),
];
