import { proposeWork } from '../project/effort/project-work.server.ts';
import { projectWork } from '../project/effort/project-work.ts';
import { annualReport, reportKinds } from '../reports/annual/annual-report.ts';
import { explainCheck } from '../reports/annual/cells.server.ts';
import type { ReportKind } from '../reports/annual/form.ts';
import { overviewOf } from '../reports/annual/reading.server.ts';
import { computeReport } from '../reports/annual/run.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Keys of the resources that this part fills, so that they need no specimens. */
export const annualKinds: readonly string[] = [annualReport.key, projectWork.key];

/** Writes both annual reports of last year as reported, and those of this year, which colleges are checking. */
export const demoAnnual = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(annualReport.key)) return;
  const actor = await actorByAccount(parts, 'rd_admin');
  const office = engine.as(actor);
  const asking = { engine, actor, language: 'zh' } as const;
  const act = async (
    kind: typeof annualReport | typeof projectWork,
    id: string,
    name: string,
    input: object = {},
  ): Promise<void> => {
    const { row } = await office.read(kind, id);
    await office.perform(kind, name, id, { ...input, version: row.version });
  };
  const computed = async (report: ReportKind, year: number): Promise<string> => {
    const { id } = await office.save(annualReport, { report, year });
    await act(annualReport, id, 'calc');
    const signal = new AbortController().signal;
    await computeReport.run({ tenantId, data: { id }, signal }, engine);
    await act(annualReport, id, 'collect');
    return id;
  };
  const thisYear = now.getFullYear();
  await proposeWork(engine, tenantId, thisYear - 1);
  const worked = await office.all(projectWork, {
    where: [{ field: 'workYear', operator: 'equals', value: thisYear - 1 }],
  });
  for (const { id } of worked.slice(0, 12)) {
    await act(projectWork, id, 'confirm');
  }
  await proposeWork(engine, tenantId, thisYear);
  for (const report of reportKinds) {
    const id = await computed(report, thisYear - 1);
    const { checks } = await overviewOf(asking, id);
    for (const { code, level } of checks) {
      if (level === 'warn')
        await explainCheck(asking, id, code, '首次由本系统出具，上年数取自纸质报表');
    }
    await act(annualReport, id, 'examine');
    if (checks.every(({ level }) => level === 'warn')) {
      await act(annualReport, id, 'issue', { signNote: '上年各院系已在纸质报表上签认' });
    }
  }
  for (const report of reportKinds) await computed(report, thisYear);
};
