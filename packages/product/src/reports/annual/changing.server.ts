import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { annualReport } from './annual-report.ts';
import {
  type AnnualReader,
  isReportOpen,
  mayDoToReports,
  readReport,
  reportPartOf,
} from './reading.server.ts';
import { nearToleranceOf, type ReportRow, storeReport } from './run.server.ts';

const report = annualReport as Resource;

/** Tells whether the actor may change a report in its current state. */
export type MayChangeReport = (asking: AnnualReader, row: ReportRow) => boolean;

/** True for editors whose data scope is the whole university; colleges may not change a report. */
export const officeMayChange: MayChangeReport = (asking, row) =>
  mayDoToReports(asking, row, 'edit') && reportPartOf(asking) === null;

/**
 * Report that the actor may change.
 * @throws Missing; Denied; Refused if it was issued or is being computed
 */
export const openReport = async (
  asking: AnnualReader,
  id: string,
  allowed: MayChangeReport = officeMayChange,
): Promise<ReportRow> => {
  const row = await readReport(asking, id);
  if (!allowed(asking, row)) throw new Denied();
  if (!isReportOpen(row)) {
    throw new Refused([
      '该年报已上报或正在汇总',
      'The report has been reported or is being computed',
    ]);
  }
  return row;
};

/**
 * Changes parts of a report and updates its counts of open points. Locks the report first, as
 * computations do.
 * @throws Missing; Denied; Refused if it was issued or is being computed
 */
export const changeReport = async <Result>(
  asking: AnnualReader,
  id: string,
  change: (transaction: CommandTransaction, row: ReportRow) => Promise<Result>,
  allowed: MayChangeReport = officeMayChange,
): Promise<Result> => {
  const { engine, actor } = asking;
  await openReport(asking, id, allowed);
  const near = await nearToleranceOf(engine, actor.tenantId);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const now = (await lockRow(transaction, report, id)) as unknown as ReportRow;
    if (!isReportOpen(now))
      throw new Refused(['该年报已上报', 'The report has already been reported']);
    const result = await change(transaction, now);
    await storeReport(transaction, now, near);
    return result;
  });
};
