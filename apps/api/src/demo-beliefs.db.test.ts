import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import { claim } from '@keyan/product/achievement/collection/claim.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { programmes } from '@keyan/product/demo/money/grants.server.ts';
import { isOfficeHour } from '@keyan/product/demo/office-hours.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { collegeWords } from '@keyan/product/demo/words.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

/** Rules by which a visitor believes the demo university, over the written records. */
const { database, parts, close } = await openTestDemo();
afterAll(() => close());
const { tenantId } = university;

const rows = <Row extends object>(sql: string): Promise<readonly Row[]> =>
  database.query<Row>(sql.replaceAll('$tenant', `'${tenantId}'`));

const count = async (sql: string): Promise<number> => (await rows<object>(sql)).length;

const tableOf = (key: string): string => parts.engine.resources.get(key)?.table ?? '';

/** Kinds whose titles databases print: they were named elsewhere. */
const found: readonly string[] = ['collectionThesis', 'spiderPush', claim.key];

describe('titles', () => {
  test('name a place of study now and then, and never a period', async () => {
    for (const { key, title } of [...achievements, ...parts.engine.resources.values()]) {
      const { fields, table } = parts.engine.resources.get(key) ?? {};
      if (fields?.[title]?.spec.type !== 'text' || found.includes(key)) continue;
      const said = await rows<{ title: string | null }>(
        `select ${snakeCase(title)} as title from ${table} where tenant_id = $tenant and is_deleted = 0`,
      );
      const placed = said.filter((one) => one.title?.includes('为例'));
      expect([key, placed.length <= Math.max(1, said.length / 10)]).toEqual([key, true]);
      expect([key, said.filter((one) => /年的情况/.test(one.title ?? '')).length]).toEqual([
        key,
        0,
      ]);
    }
  });
  test('of patents fit their type: an invention is a method or a thing made, a design has a shape', async () => {
    const named = await rows<{ type: string; name: string }>(
      `select patent_type as type, patent_name as name from patent
        where tenant_id = $tenant and is_deleted = 0 and declare_id is null`,
    );
    for (const { type, name } of named) {
      if (type === '03') expect(name).not.toMatch(/方法|系统|机制|^一种/);
      if (type === '02') expect(name).toMatch(/^一种.*[^法]$/);
    }
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  });
});

describe('kinds', () => {
  test('have numbers of their own, and enough for every status', async () => {
    const counts = await Promise.all(
      achievements.map(({ table }) =>
        count(`select 1 from ${table} where tenant_id = $tenant and is_deleted = 0`),
      ),
    );
    const shared = [...Map.groupBy(counts, (one) => one).values()].filter(
      ({ length }) => length > 2,
    );
    expect(shared).toEqual([]);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...counts)).toBeGreaterThan(8 * Math.min(...counts));
  });
  test('belong to the disciplines of the college whose people made them', async () => {
    const kinds = [
      ...achievements
        .filter(({ fields }) => 'discipline' in fields)
        .map(({ key }) => [key, 'discipline', 'fk_dept_id', 'subject_class'] as const),
      ['programInfo', 'subject', 'department_id', 'subject_class'] as const,
    ];
    for (const [key, field, unit, side] of kinds) {
      const found = await rows<Record<'college' | 'code' | 'side', string>>(
        `select d.dept_code as college, t.${field} as code, t.${side} as side from ${tableOf(key)} t
           join dept d on d.tenant_id = t.tenant_id and d.id = t.${unit}
          where t.tenant_id = $tenant and t.is_deleted = 0 and t.${field} is not null`,
      );
      const strange = found.filter(({ college, code, side: of }) => {
        const words = collegeWords[college];
        // An award that was declared takes the discipline alone from its declaration.
        const isOther = words?.subjectClass !== of && key !== 'achievementAwd';
        return words && (!words.disciplines.includes(code) || isOther);
      });
      expect([key, strange.slice(0, 3)]).toEqual([key, []]);
    }
  });
  test('of sports: the title, the event and the ranking speak of one result', async () => {
    const results = await rows<Record<'title' | 'event' | 'ranking' | 'level', string>>(
      `select ach_name as title, event_name as event, ranking, sport_level as level from tycgdj
        where tenant_id = $tenant and is_deleted = 0`,
    );
    for (const { title, ranking } of results.filter((one) => /第.名/.test(one.title))) {
      expect(title).toContain(ranking);
    }
    expect(results.filter(({ level }) => level < '03')).toEqual([]);
  });
});

describe('projects', () => {
  test('have the amount and the length of their programme unless they were extended', async () => {
    const given = Object.values(programmes);
    const ledger = await rows<
      Record<'resource' | 'type' | 'funds' | 'number', string> & { months: number }
    >(
      `select resource, coalesce(project_type, '') as type, funds::text, program_num as number,
              ((end_date - start_date) / 30.4)::int as months
         from program where tenant_id = $tenant and is_deleted = 0 and program_kind <> 'surplus'
          and status <> '21' and program_num ~ '^[ZXJ]20[0-9]{2}[34]'`,
    );
    const strange = ledger.filter(({ resource, type, funds, months }) => {
      const sponsor = given.filter((one) => one.resource === resource && (one.type ?? '') === type);
      return (
        sponsor.length > 0 &&
        !sponsor.some(
          ({ grants, years }) =>
            (grants as readonly string[]).includes(funds) && Math.abs(months - years * 12) <= 13,
        )
      );
    });
    expect(ledger.length).toBeGreaterThan(80);
    expect(strange.length / ledger.length).toBeLessThan(0.1);
  });
  test('are numbered in the year in which they begin, or when the office learned of them', async () => {
    expect(
      await rows(
        `select program_num, start_date from program
          where tenant_id = $tenant and is_deleted = 0
            and substring(program_num from '20[0-9]{2}')::int < extract(year from start_date) - 1`,
      ),
    ).toEqual([]);
  });
  test('that were concluded got money, and spent most of it', async () => {
    const [ended] = await rows<{ all: number; paid: number; spent: number }>(
      `select count(*)::int as all,
              count(*) filter (where b.arrived > 0)::int as paid,
              count(*) filter (where b.spent * 2 > b.arrived)::int as spent
         from program p left join ledger_funds_balance b
           on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
        where p.tenant_id = $tenant and p.is_deleted = 0 and p.status = '40' and p.level <> '06'`,
    );
    expect((ended?.paid ?? 0) / (ended?.all ?? 1)).toBeGreaterThan(0.85);
    expect((ended?.spent ?? 0) / (ended?.all ?? 1)).toBeGreaterThan(0.7);
  });
  test('under way for half a year mostly have money', async () => {
    const [under] = await rows<{ all: number; paid: number }>(
      `select count(*)::int as all, count(*) filter (where exists (
          select 1 from funding_divide f where f.tenant_id = p.tenant_id and f.program_id = p.id
             and f.is_deleted = 0))::int as paid
         from program p where p.tenant_id = $tenant and p.is_deleted = 0 and p.status in ('20', '21')
          and p.program_kind <> 'surplus' and p.start_date < current_date - 180`,
    );
    expect((under?.paid ?? 0) / (under?.all ?? 1)).toBeGreaterThan(0.6);
  });
});

describe('money', () => {
  test('moves on days on which banks work', async () => {
    expect(
      await rows(
        `select arrive_date, funding_source from funding_arrive
          where tenant_id = $tenant and is_deleted = 0
            and (extract(isodow from arrive_date) > 5 or to_char(arrive_date, 'MM-DD') between '01-01' and '01-03'
              or to_char(arrive_date, 'MM-DD') between '10-01' and '10-07')`,
      ),
    ).toEqual([]);
  });
  test('of a sponsor goes to its own projects', async () => {
    const sponsors = await rows<{ payer: string; resource: string; n: number }>(
      `select a.funding_source as payer, p.resource, count(*)::int as n
         from funding_divide f
         join funding_arrive a on a.tenant_id = f.tenant_id and a.id = f.arrive_id
         join program p on p.tenant_id = f.tenant_id and p.id = f.program_id
        where f.tenant_id = $tenant and f.is_deleted = 0 and f.status = '2' and a.arrive_type = '01'
        group by 1, 2`,
    );
    const known: Readonly<Record<string, readonly string[]>> = {
      国家自然科学基金委员会: ['1003'],
      全国哲学社会科学工作办公室: ['1004', '1008'],
      教育部社会科学司: ['2001'],
      省科学技术厅: ['2004', '2005', '2008'],
      省教育厅: ['3001', '2007'],
    };
    const strange = sponsors.filter(
      ({ payer, resource }) => known[payer] && !known[payer].includes(resource),
    );
    expect(strange).toEqual([]);
    expect(sponsors.length).toBeGreaterThan(5);
  });
});

describe('offices', () => {
  test('know experts of several disciplines, some of them from outside', async () => {
    const experts = await rows<{ type: string; disciplines: string }>(
      `select expert_type as type, disciplines::text from expert where tenant_id = $tenant and is_deleted = 0`,
    );
    expect(experts.filter(({ type }) => type === '2').length).toBeGreaterThanOrEqual(5);
    expect(new Set(experts.map(({ disciplines }) => disciplines)).size).toBeGreaterThan(5);
  });
  test('set limits on their calls, before they open', async () => {
    const plans = await rows<Record<string, string | null>>(
      `select plan_name, create_time <= start_time at time zone 'Asia/Shanghai' + interval '12 hours' as early,
              dept_quota, person_limit, on_going_limit, exclude_overdue, leader_max_age, dept_quota_mode
         from declare_plan where tenant_id = $tenant and is_deleted = 0 and status <> '0'`,
    );
    expect(plans.filter(({ early }) => !early).map(({ plan_name }) => plan_name)).toEqual([]);
    const having = (test: (plan: Record<string, string | null>) => boolean) =>
      plans.filter(test).length;
    expect(having(({ person_limit }) => person_limit !== null)).toBe(plans.length);
    expect(having(({ dept_quota }) => dept_quota !== null)).toBeGreaterThan(10);
    expect(having(({ dept_quota_mode }) => dept_quota_mode === '2')).toBeGreaterThan(0);
    expect(having(({ on_going_limit }) => on_going_limit !== null)).toBeGreaterThan(0);
    expect(having(({ exclude_overdue }) => exclude_overdue === '1')).toBeGreaterThan(0);
    expect(having(({ leader_max_age }) => leader_max_age !== null)).toBeGreaterThan(0);
  });
  test('decide within days', async () => {
    const [steps] = await rows<{ mean: number; late: number }>(
      `select avg(extract(epoch from finished - created) / 3600)::float8 as mean,
              (count(*) filter (where finished - created > interval '30 days'))::float8 / count(*) as late
         from wf_task where tenant_id = $tenant and finished is not null and status <> 'TODO'`,
    );
    expect(steps?.mean).toBeLessThan(72);
    expect(steps?.late).toBeLessThan(0.02);
  });
  test('closed the scores of two years, and were asked for other ones than they gave', async () => {
    expect(
      await count(
        `select 1 from score_batch where tenant_id = $tenant and is_deleted = 0 and status = (
           select max(status) from score_batch where tenant_id = $tenant)`,
      ),
    ).toBeGreaterThanOrEqual(2);
    expect(
      await rows(
        `select title from score_appeal where tenant_id = $tenant and is_deleted = 0 and expect_score = final_score`,
      ),
    ).toEqual([]);
  });
  test('sign contracts of many kinds', async () => {
    const kinds = await rows<{ kind: string; n: number }>(
      `select contract_type as kind, count(*)::int as n from horizontal_record
        where tenant_id = $tenant and is_deleted = 0 group by 1`,
    );
    expect(kinds.length).toBeGreaterThan(5);
    const all = kinds.reduce((sum, { n }) => sum + n, 0);
    for (const { n } of kinds) expect(n / all).toBeLessThan(0.5);
  });
});

describe('moments', () => {
  test('papers were entered one by one, and decided in office hours', async () => {
    const [most] = await rows<{ n: number }>(
      `select count(*)::int as n from paper where tenant_id = $tenant and data_source <> '2'
        group by date_trunc('minute', create_time) order by 1 desc limit 1`,
    );
    expect(most?.n).toBeLessThan(5);
    const decided = await rows<{ at: Date }>(
      `select t.finished as at from wf_task t join paper p on p.id = t.business_id and p.tenant_id = t.tenant_id
        where t.tenant_id = $tenant and t.finished is not null and t.node = 'deptSecretary'`,
    );
    expect(decided.length).toBeGreaterThan(50);
    expect(
      decided.filter(({ at }) => !isOfficeHour(new Date(at))).length / decided.length,
    ).toBeLessThan(0.05);
  });
  test('meetings are where their name says', async () => {
    expect(
      await rows(
        `select activity_name, country, city from xshdcj where tenant_id = $tenant and is_deleted = 0
          and (activity_name like '%国际%') <> (country <> '156')`,
      ),
    ).toEqual([]);
  });
});

/** Kinds of which people who try the demo as `teacher` find something of their own. */
const ofTeacher = [
  paper.key,
  'bookapp',
  'patentapp',
  'copyrightapp',
  'standard',
  'gxjscp',
  'achievementAwd',
  'prizeDeclaration',
  'cgjd',
  'advisoryapp',
  'xshdjb',
  'xshdcj',
  'academicPartTime',
  'honorary',
  'declareInfo',
  'processDelay',
  'programChange',
  'processConclusion',
  'horizontalRecord',
  'fundsExpenditure',
  'certificate',
  claim.key,
  'zlsb',
  'team',
];

test('the account teacher has something of every kind, of an asked table and a certificate too', async () => {
  const [teacher] = await rows<{ id: string }>(
    `select id::text from users where tenant_id = $tenant and account = 'teacher'`,
  );
  const missing: string[] = [];
  for (const key of ofTeacher) {
    const table = tableOf(key);
    const own = await count(
      `select 1 from ${table} where tenant_id = $tenant and is_deleted = 0 and create_user = ${teacher?.id}`,
    );
    if (own === 0) missing.push(key);
  }
  expect(missing).toEqual([]);
  expect(
    await count(
      `select 1 from fill_question where tenant_id = $tenant and user_id = ${teacher?.id} and status = '2'`,
    ),
  ).toBeGreaterThan(0);
  for (const table of ['handed_out', 'retraction_case', 'certificate']) {
    expect([table, await count(`select 1 from ${table} where tenant_id = $tenant`)]).not.toEqual([
      table,
      0,
    ]);
  }
});
