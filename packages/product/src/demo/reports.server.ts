import { reportMailing } from '../reports/mailing.ts';
import { mailingPeriodCodes } from '../reports/mailing-times.ts';
import { report } from '../reports/report.ts';
import { personOf } from './person-of.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

const readers = 'rd_leader,school_leader,dept_leader';

/** A question: its name, the page, what it is grouped by, what is summed, the chart, and a remark. */
type Question = readonly [
  name: string,
  page: string,
  groupBy: string,
  sums: string | null,
  chart: string,
  remark: string,
];

/** Questions that a research office asks every year. */
const questions: readonly Question[] = [
  ['各学院论文数', 'paperLib', 'fkDeptId', 'citedNum', 'bars', '含被引次数合计'],
  ['历年论文收录情况', 'paperLib', 'statYear,indexTypes', null, 'columns', '按统计年度和收录类别'],
  ['期刊级别构成', 'paperLib', 'journalLevel', null, 'ring', '校定级别'],
  ['历年到账经费', 'arrive', 'arriveYear', 'arriveAmount', 'lines', '按到账年度合计'],
  ['科研人员职称结构', 'personnel', 'ranks', null, 'bars', '在册人员'],
  ['论文类型构成', 'paperLib', 'paperType', null, 'ring', '按论文类型'],
  ['各学院历年论文数', 'paperLib', 'fkDeptId,statYear', null, 'columns', '按统计年度'],
  ['论文署名单位次序', 'paperLib', 'schoolSign', null, 'bars', '本校为第几署名单位'],
  ['JCR 分区构成', 'paperLib', 'jcrZone', null, 'ring', '有分区的论文'],
  ['著作类型构成', 'bookLib', 'bookType', null, 'ring', '专著、编著与教材'],
  ['出版社级别', 'bookLib', 'pressLevel', null, 'bars', '按出版社级别'],
  ['专利类型与法律状态', 'patentLib', 'patentType,patentStatus', null, 'columns', '含已失效专利'],
  ['获奖级别与等级', 'awardLib', 'awardLevel,awardGrade', null, 'columns', '按证书统计'],
  ['奖励种类构成', 'awardLib', 'awardType', null, 'bars', '按奖励种类'],
  ['来款类型构成', 'arrive', 'arriveType', 'arriveAmount', 'ring', '按来款类型合计'],
  ['未分配到账', 'arrive', 'status', 'leftAmount', 'bars', '按到账状态合计'],
  ['各院系科研支出', 'expend', 'departmentId', 'expenseAmount', 'bars', '已提交的支出'],
  ['科研人员学历结构', 'personnel', 'education', null, 'ring', '在册人员'],
  ['各院系人员数', 'personnel', 'fkDeptId', null, 'bars', '在册人员'],
  ['软件著作权类型', 'copyrightLib', 'copyrightType', null, 'bars', '按登记类型'],
];

/** Reports that are mailed: name, what else its plan says, form, and roles. */
const mailed = [
  [
    '历年到账经费',
    { period: mailingPeriodCodes.monthly, monthDay: 1, hour: 8 },
    'attach',
    'rd_leader',
  ],
  ['未分配到账', { period: mailingPeriodCodes.weekly, weekday: '1', hour: 8 }, 'attach', 'rd_fund'],
  [
    '各学院论文数',
    { period: mailingPeriodCodes.monthly, monthDay: 5, hour: 9 },
    'pdf',
    'dept_leader',
  ],
  ['各院系科研支出', { period: mailingPeriodCodes.weekly, weekday: '5', hour: 17 }, 'link', null],
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
  const actor = keeper && (await personOf(engine, keeper.id));
  if (!actor) return;
  const office = engine.as(actor);
  const reports = new Map<string, string>();
  for (const [name, page, groupBy, sums, chart, remark] of questions) {
    const question = { name, page, groupBy, sums, chart, remark, roles: readers };
    reports.set(name, (await office.save(report, question)).id);
  }
  for (const [name, plan, form, roles] of mailed) {
    await office.save(reportMailing, { reportId: reports.get(name), ...plan, form, roles });
  }
};
