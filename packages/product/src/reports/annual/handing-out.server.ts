import { Readable } from 'node:stream';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { handedSources } from '../../handed/dictionaries.ts';
import type { HandedCell, HandedContent, SourceRecord } from '../../handed/difference.ts';
import { handingOf, handingParameters } from '../../handed/handing.server.ts';
import { declareHanded, versionsOf } from '../../handed/store.server.ts';
import { annualPages, annualReport, reportKinds } from './annual-report.ts';
import { annualService } from './answers.ts';
import { annualStatusCodes } from './dictionaries.ts';
import { cellKey } from './fill.ts';
import { type AnnualTable, hasCell, trustNames, unitNames, unitOfCell } from './form.ts';
import {
  type AnnualReader,
  mayDoToReports,
  readReport,
  readReportStanding,
  reportPartOf,
} from './reading.server.ts';
import { enteredValuesIn, type ReportStanding } from './run.server.ts';
import { storedLines, storedParts } from './store.server.ts';
import { annualWorkbook } from './workbook.server.ts';

/** Language of reports to the ministry. */
const language = 'zh';

const sourceOf = (table: AnnualTable): string =>
  [say(trustNames[table.trust], language), table.remark && say(table.remark, language)]
    .filter(Boolean)
    .join('；');

const tableName = (table: AnnualTable): string => `${table.code} ${say(table.label, language)}`;

/** Cells of the summary tables. */
const summaryCells = ({ form, values }: ReportStanding): readonly HandedCell[] =>
  form.tables.flatMap((table) =>
    table.shape === 'register'
      ? []
      : table.rows.flatMap((line) =>
          table.columns.flatMap((column): readonly HandedCell[] =>
            hasCell(line, column)
              ? [
                  {
                    row: `${table.code}/${line.code}`,
                    rowLabel: `${tableName(table)} · ${line.shown ?? line.code} ${say(line.label, language)}`,
                    column: `${table.code}/${column.code}`,
                    columnLabel: `${say(column.label, language)}（${say(unitNames[unitOfCell(table, line, column)], language)}）`,
                    value: values.get(table.code)?.get(cellKey(line.code, column.code)) ?? '0',
                    record: null,
                    definition: sourceOf(table),
                  },
                ]
              : [],
          ),
        ),
  );

/** Cells of the registers; a row is a record, or was entered by the office. */
const registerCells = (
  { form, entries }: ReportStanding,
  lines: Awaited<ReturnType<typeof storedLines>>,
  recordOf: (resource: string, id: string) => SourceRecord | null,
): readonly HandedCell[] => {
  const entered = enteredValuesIn(entries);
  return form.tables.flatMap((table) =>
    table.shape === 'register'
      ? lines
          .filter((line) => line.table === table.code)
          .flatMap((line, at) =>
            table.columns.map((column): HandedCell => {
              const given = entered.get(table.code)?.get(cellKey(line.id, column.code));
              const [first] = table.columns;
              return {
                row: `${table.code}/${line.resource}/${line.id}`,
                rowLabel: `${tableName(table)} · ${(first && line.cells[first.code]) || at + 1}`,
                column: `${table.code}/${column.code}`,
                columnLabel: say(column.label, language),
                value: given ?? line.cells[column.code] ?? '',
                record: recordOf(line.resource, line.id),
                definition: sourceOf(table),
              };
            }),
          )
      : [],
  );
};

const contentOf = async (
  { engine }: AnnualReader,
  session: Session,
  report: string,
  standing: ReportStanding,
): Promise<HandedContent> => {
  const lines = await storedLines(session, report, null);
  const parts = await storedParts(session, report);
  const versions = new Map<string, number>();
  for (const [key, own] of Map.groupBy([...lines, ...parts], ({ resource }) => resource)) {
    const resource = engine.resources.get(key);
    if (!resource) continue;
    const found = await versionsOf(
      session,
      resource,
      own.map((one) => one.id),
    );
    for (const [record, version] of found) versions.set(record, version);
  }
  const versionOf = (resource: string, record: string): number =>
    versions.get(`${resource}/${record}`) ?? 0;
  return {
    cells: [
      ...summaryCells(standing),
      ...registerCells(standing, lines, (resource, record) =>
        resource === '' ? null : { resource, id: record, version: versionOf(resource, record) },
      ),
    ],
    parts: parts.map(({ table, row, column, resource, id: record, value }) => ({
      row: `${table}/${row}`,
      column: `${table}/${column}`,
      resource,
      id: record,
      version: versionOf(resource, record),
      value,
    })),
  };
};

/**
 * Registers an issued annual report as a submission, with workbook and cells.
 * @throws Denied without permission; Refused before it is issued
 */
const handOutReport = async (
  asking: AnnualReader & { readonly files: FileService },
  report: string,
  given: Parameters<typeof handingOf>[0],
): Promise<string> => {
  const { engine, actor, files } = asking;
  const act = handingOf(given, dayText(engine.clock()));
  const row = await readReport(asking, report);
  if (!mayDoToReports(asking, row, 'export') || reportPartOf(asking) !== null) throw new Denied();
  if (row.status !== annualStatusCodes.issued) {
    throw new Refused([
      '年报上报后才能登记报出',
      'The annual report must be reported before it is recorded as reported data',
    ]);
  }
  const standing = await readReportStanding(asking, row);
  const { content, name } = await annualWorkbook(asking, report);
  const file = await files.put(actor, {
    fileName: name,
    stream: Readable.from([content]),
    catalog: '99',
  });
  return engine.database.transaction(actor.tenantId, async (tx) =>
    declareHanded(
      behaviourTransaction({ engine, actor }, tx),
      act,
      {
        source: handedSources.annual,
        sourceKey: `annual:${row.report}`,
        sourceKind: annualReport.key,
        sourceId: report,
        title: row.name ?? '',
        year: row.year,
        ...(await contentOf(asking, tx, report, standing)),
      },
      file,
    ),
  );
};

/** Call that registers an annual report as a submission. */
export const annualHandingEndpoints = (files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${annualService}/hand-out`,
    auth: 'user',
    permissions: reportKinds.map((kind) => `${annualPages[kind].code}_export`),
    perMinute: 10,
    summary: ['统计年报：登记报出', 'Annual report: record as reported data'],
    input: Type.Object({ id: idParam, ...handingParameters }),
    run: async ({ id: of, ...act }, call) =>
      new Reply({ id: await handOutReport({ ...call, files }, of, act) }, [
        '已登记到报出台账',
        'Recorded in the register of reported data',
      ]),
  }),
];
