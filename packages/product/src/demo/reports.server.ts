import { asOfNow } from '@keyan/engine/identity/rights.ts';
import { report } from '../reports/report.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

const readers = 'rd_leader,school_leader,dept_leader';

/** Questions that a research office asks every year. */
const reports = [
  {
    name: '各学院论文数',
    page: 'paperLib',
    groupBy: 'fkDeptId',
    sums: 'citedNum',
    chart: 'bars',
    remark: '含被引次数合计',
  },
  {
    name: '历年论文收录情况',
    page: 'paperLib',
    groupBy: 'statYear,indexTypes',
    chart: 'columns',
    remark: '按统计年度和收录类别',
  },
  {
    name: '期刊级别构成',
    page: 'paperLib',
    groupBy: 'journalLevel',
    chart: 'ring',
    remark: '校定级别',
  },
  {
    name: '历年到账经费',
    page: 'arrive',
    groupBy: 'arriveYear',
    sums: 'arriveAmount',
    chart: 'lines',
    remark: '按到账年度合计',
  },
  {
    name: '科研人员职称结构',
    page: 'personnel',
    groupBy: 'ranks',
    chart: 'bars',
    remark: '在册人员',
  },
] as const;

/** The reports of the research office, where there is none. */
export const demoReports = async ({ engine }: SeedParts): Promise<void> => {
  const [keeper] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from users where tenant_id = $1 and account = 'rd_admin' and is_deleted = 0
        and not exists (select from report where tenant_id = $1)`,
      [tenantId],
    ),
  );
  const actor = keeper && (await asOfNow(engine, { ...keeper, tenantId, roles: [] }));
  if (!actor) return;
  for (const each of reports) await engine.as(actor).save(report, { ...each, roles: readers });
};
