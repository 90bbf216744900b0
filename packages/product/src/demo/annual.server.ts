import { annualReport, reportKinds } from '../reports/annual/annual-report.ts';
import { explainCheck } from '../reports/annual/cells.server.ts';
import type { ReportKind } from '../reports/annual/form.ts';
import { overviewOf } from '../reports/annual/reading.server.ts';
import { computeReport } from '../reports/annual/run.server.ts';
import { holderOf } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** The kinds of records that this story tells of. */
export const annualKinds: readonly string[] = [annualReport.key];

/** Both annual reports of last year, reported, and those of this year, which colleges look through now. */
export const demoAnnual = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(annualReport.key)) return;
  const actor = await holderOf(parts, 'rd_admin');
  const office = engine.as(actor);
  const asking = { engine, actor, language: 'zh' } as const;
  const act = async (id: string, name: string, input: object = {}): Promise<void> => {
    const { row } = await office.read(annualReport, id);
    await office.perform(annualReport, name, id, { ...input, version: row.version });
  };
  const computed = async (report: ReportKind, year: number): Promise<string> => {
    const { id } = await office.save(annualReport, { report, year });
    await act(id, 'calc');
    const signal = new AbortController().signal;
    await computeReport.run({ tenantId, data: { id }, signal }, engine);
    await act(id, 'collect');
    return id;
  };
  const thisYear = now.getFullYear();
  for (const report of reportKinds) {
    const id = await computed(report, thisYear - 1);
    const { checks } = await overviewOf(asking, id);
    for (const { code, level } of checks) {
      if (level === 'warn')
        await explainCheck(asking, id, code, '首次由本系统出具，上年数取自纸质报表');
    }
    await act(id, 'examine');
    if (checks.every(({ level }) => level === 'warn')) {
      await act(id, 'issue', { signNote: '上年各院系已在纸质报表上签认' });
    }
  }
  for (const report of reportKinds) await computed(report, thisYear);
};
