import { opensPage } from '@keyan/engine/records/rights.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { daysBetween, dayText, timeText } from '@keyan/kernel/values/time.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { checkBatch } from '../project/checks/check-batch.ts';
import { checkReport, reportingKinds } from '../project/checks/check-report.ts';
import { checkedFrom, middleOf } from '../project/checks/mid-term.ts';
import { sections, underWayCodes } from '../project/common/access.ts';
import { project } from '../project/project.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import {
  type FindGaps,
  gapOf,
  type MissingReader,
  maxCheckedRecords,
  neededFields,
} from './looking.server.ts';

const kind = untypedResource(project);

/** Statuses that count as submitted. */
const handedIn = [statuses.inApproval, statuses.approved] as const;

/** Inspection batches that currently require reports. */
const checksNow = async ({ engine, actor }: MissingReader) => {
  const now = timeText(engine.clock());
  const batches = await engine.asSystem('部门缺项：检查批次', actor.tenantId).all(checkBatch, {
    where: [equals('status', releaseCodes.published), equals('batchType', '1')],
    fields: ['batchName', 'natures', 'startTime', 'endTime'],
  });
  return batches.filter(({ startTime }) => !startTime || startTime <= now);
};

/** Submitted reports and conclusions by project. */
const handedInOf = async ({ engine, actor }: MissingReader, ids: readonly string[]) => {
  const system = engine.asSystem('部门缺项：已交的报告', actor.tenantId);
  const where = [anyOf('auditStatus', handedIn), anyOf('programId', ids)];
  const [reports, conclusions] = await Promise.all([
    system.all(checkReport, { where, fields: ['programId', 'batchId'] }),
    system.all(processConclusion, { where, fields: ['programId'] }),
  ]);
  return {
    batches: new Set(reports.map(({ programId, batchId }) => `${programId} ${batchId}`)),
    reported: new Set(reports.map(({ programId }) => programId)),
    concluded: new Set(conclusions.map(({ programId }) => programId)),
  };
};

type HandedIn = Awaited<ReturnType<typeof handedInOf>>;
type Batches = Awaited<ReturnType<typeof checksNow>>;

interface Asking {
  readonly today: string;
  readonly batches: Batches;
  readonly there: HandedIn;
}

/**
 * Overdue items of a project: a report per open batch of its nature, a mid-term report for a long
 * term, and its conclusion.
 */
const owedBy = (row: RowLike, { today, batches, there }: Asking): readonly Label[] => {
  const id = String(row.id);
  const [from, to] = [String(row.startDate ?? ''), String(row.endDate ?? '')];
  const asked = batches
    .filter(
      (batch) =>
        (batch.natures ?? []).some((nature) => nature === row.programKind) &&
        !there.batches.has(`${id} ${batch.id}`),
    )
    .map(({ batchName, endTime }) =>
      fill(['检查报告：{name}（{day} 截止）', 'Progress report: {name} (due {day})'], {
        name: batchName ?? '',
        day: String(endTime ?? '').slice(0, 10),
      }),
    );
  if (from === '' || to === '') return asked;
  const middle = middleOf(from, to);
  const isLong =
    daysBetween(from, to) >= checkedFrom && reportingKinds.some((one) => one === row.programKind);
  const isMid = isLong && middle <= today && today <= to && !there.reported.has(id);
  const midTerm = fill(['中期检查报告（{day} 应交）', 'Mid-term report (due {day})'], {
    day: middle,
  });
  const conclusion = fill(['结题材料（{day} 到期）', 'Closeout documents (due {day})'], {
    day: to,
  });
  return [
    ...asked,
    ...(isMid && asked.length === 0 ? [midTerm] : []),
    ...(to < today && !there.concluded.has(id) ? [conclusion] : []),
  ];
};

/** Check 项目报告: running projects with an overdue report or conclusion. */
export const findMissingReports: FindGaps = async (reader) => {
  const { engine, actor } = reader;
  if (!opensPage(project, actor)) return { gaps: [], isCut: false };
  const rows: RowLike[] = [];
  const question = {
    where: [anyOf('status', underWayCodes), anyOf('programKind', Object.keys(sections))],
    fields: [...new Set([...neededFields(kind), 'programKind', 'startDate', 'endDate'])],
  };
  for await (const page of engine.as(actor).pages(kind, question, maxCheckedRecords + 1)) {
    rows.push(...(page as readonly RowLike[]));
  }
  const examined = rows.slice(0, maxCheckedRecords);
  const asking: Asking = {
    today: dayText(engine.clock()),
    batches: await checksNow(reader),
    there: await handedInOf(
      reader,
      examined.map(({ id }) => String(id)),
    ),
  };
  return {
    gaps: examined.flatMap(
      (row) => gapOf(reader, kind, row, { others: owedBy(row, asking) }) ?? [],
    ),
    isCut: rows.length > maxCheckedRecords,
  };
};
