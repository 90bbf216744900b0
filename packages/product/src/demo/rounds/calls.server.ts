import { dayText } from '@keyan/kernel/values/time.ts';
import { declarePlan } from '../../project/declaration/declare-plan.ts';
import { readRows } from '../call-review.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { inOfficeHours } from '../office-hours.server.ts';
import { chanceOf } from '../random.server.ts';
import type { SeedParts } from '../story-player.server.ts';

const day = 86_400_000;

/** A call of a sponsor that is open now, as its guide has it. */
interface Call {
  readonly name: string;
  readonly resource: string;
  readonly level: string;
  readonly funds: string;
  /** Days since its publication. */
  readonly since: number;
  /** Month and day on which it closes every year. */
  readonly closes: string;
  readonly limits: Readonly<Record<string, string | number>>;
  /** Quota by code of the college; without one all have the same. */
  readonly quotas?: Readonly<Record<string, number>>;
  readonly guide: string;
}

const calls: readonly Call[] = [
  {
    name: '国家自然科学基金项目（集中受理期）',
    resource: '1003',
    level: '01',
    funds: '500000.00',
    since: 11,
    closes: '03-05',
    limits: {
      deptQuotaMode: '0',
      personLimit: 1,
      joinLimit: 2,
      onGoingLimit: 2,
      leaderDegree: '2',
    },
    guide:
      '面上项目资助期限 4 年，青年科学基金项目（C类）资助期限 3 年、定额 30 万元；高级职称人员申请和承担项目总数限 2 项。',
  },
  {
    name: '国家社会科学基金年度项目',
    resource: '1004',
    level: '01',
    funds: '200000.00',
    since: 6,
    closes: '02-20',
    limits: { deptQuotaMode: '2', personLimit: 1, joinLimit: 2, onGoingLimit: 1, schoolQuota: 22 },
    quotas: { '410': 4, '420': 3, '430': 4, '440': 5, '450': 3, '460': 2, '470': 1 },
    guide: '限额申报：各学院按分配名额择优推荐；在研国家级项目负责人不得申报。',
  },
  {
    name: '教育部人文社会科学研究一般项目（青年基金）',
    resource: '2001',
    level: '02',
    funds: '80000.00',
    since: 4,
    closes: '03-15',
    limits: { deptQuotaMode: '1', deptQuota: 3, personLimit: 1, schoolQuota: 15, leaderMaxAge: 40 },
    guide: '申请人年龄不超过 40 周岁；所主持的教育部人文社科项目应已结项。',
  },
];

/** The next day with this month and day that leaves people four weeks. */
const nextOn = (now: Date, closes: string): Date => {
  const year = Number(dayText(now).slice(0, 4));
  const at = (later: number) => new Date(`${year + later}-${closes}T17:00:00+08:00`);
  const found = [0, 1].map(at).find((one) => one.getTime() > now.getTime() + 28 * day);
  return found ?? at(2);
};

/** Calls of the sponsors that most people wait for, with the limits that decide who may declare. */
export const demoCalls = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  const departments = new Map(
    (
      await readRows<{ code: string; id: string }>(
        parts,
        `select dept_code as code, id::text from dept where tenant_id = $1 and is_deleted = 0`,
      )
    ).map(({ code, id }) => [code, id]),
  );
  const office = engine.as(await actorByAccount(parts, 'rd_project'));
  const random = chanceOf(907);
  for (const { name, since, closes, limits, quotas, funds, guide, ...call } of calls) {
    clock.now = new Date(inOfficeHours(now.getTime() - since * day, random));
    if (clock.now > now) clock.now = now;
    const end = nextOn(now, closes);
    const until = (days: number): string =>
      `${dayText(new Date(end.getTime() + days * day))} 17:00:00`;
    const planYear = Number(dayText(end).slice(0, 4));
    const { id } = await office.save(declarePlan, {
      planName: `${planYear} 年度${name}申报`,
      programKind: 'vertical',
      planYear,
      ...call,
      startTime: `${dayText(clock.now)} 08:00:00`,
      endTime: until(0),
      deptEndTime: until(5),
      schoolEndTime: until(10),
      needReview: '0',
      fundMode: '1',
      excludeOverdue: '1',
      defaultFunds: funds,
      guide: `<p>${guide}</p>`,
      ...limits,
      ...(quotas && {
        quotas: Object.entries(quotas).map(([code, quota]) => ({
          deptId: departments.get(code),
          quota,
        })),
      }),
    });
    await office.perform(declarePlan, 'publish', id);
  }
  clock.now = now;
};
