import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { assertOpensEntries } from './query/book.server.ts';
import { spendingRateOf } from './query/sums.server.ts';

/** Number of years on the home page. */
const years = 5;

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

/** Funds in one year of the projects that a person leads, in yuan. */
interface YearOfFunds {
  readonly year: number;
  /** Amount arrived in full, by day of arrival. */
  readonly arrive: string;
  /** Amount paid, by day of payment. */
  readonly expend: string;
  /** Amount available at the end of the year. */
  readonly balance: string;
}

/** SQL of the yearly sums of the caller’s projects, from stored monthly sums. */
const ownYears = `
  with own as (
    select id from program where tenant_id = $1 and is_deleted = 0 and program_leader = $2
  ), years as (
    select extract(year from m.month)::int as year, sum(m.arrived) as arrive, sum(m.spent) as expend,
           sum(m.booked - m.held - m.spent - m.settled) as moved
      from own join ledger_funds_month m on m.tenant_id = $1 and m.owner_id = own.id and m.account = '' group by 1
  )
  select y.year, coalesce(a.arrive, 0)::numeric(18,2)::text as arrive,
         coalesce(a.expend, 0)::numeric(18,2)::text as expend,
         coalesce((select sum(m.moved) from years m where m.year <= y.year), 0)::numeric(18,2)::text as balance
    from generate_series($3::int, $4::int) as y(year) left join years a using (year)
   order by y.year`;

const fundsByYear = ({ engine, actor }: Asking, last: number): Promise<readonly YearOfFunds[]> =>
  engine.database.read(actor.tenantId, (session) =>
    session.query<YearOfFunds>(ownYears, [actor.tenantId, actor.id, last - years + 1, last]),
  );

interface OwnFunds {
  readonly budget: string;
  readonly arrive: string;
  readonly expend: string;
  readonly frozen: string;
  readonly balance: string;
  readonly net: string;
}

/**
 * SQL of the total funds of the projects that a person leads, from balances; surplus accounts are
 * excluded from grants, since surplus was granted before.
 */
const ownFunds = `
  select coalesce(sum(p.funds) filter (where p.program_kind <> 'surplus'), 0)::numeric(18,2)::text as budget,
         coalesce(sum(b.arrived), 0)::numeric(18,2)::text as arrive,
         coalesce(sum(b.spent), 0)::numeric(18,2)::text as expend,
         coalesce(sum(b.held), 0)::numeric(18,2)::text as frozen,
         coalesce(sum(b.booked - b.held - b.spent - b.settled), 0)::numeric(18,2)::text as balance,
         coalesce(sum(b.booked + b.overhead - b.indirect), 0)::numeric(18,2)::text as net
    from program p
    left join ledger_funds_balance b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
   where p.tenant_id = $1 and p.is_deleted = 0 and p.program_leader = $2`;

const fundsInAll = async ({ engine, actor }: Asking) => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<OwnFunds>(ownFunds, [actor.tenantId, actor.id]),
  );
  const none = '0.00';
  const {
    net = none,
    budget = none,
    arrive = none,
    expend = none,
    frozen = none,
    balance = none,
  } = found ?? {};
  return { budget, arrive, expend, frozen, balance, rate: spendingRateOf({ spent: expend, net }) };
};

/** Arrival of a project with its booked amount. */
interface ProjectArrival {
  readonly id: string;
  readonly divideNum: string;
  readonly arriveCode: string;
  readonly fundingSource: string;
  readonly arriveDate: string;
  readonly divideAmount: string;
  readonly taxAmount: string;
  readonly manageFee: string;
  readonly netAmount: string;
  readonly status: string;
}

const arrivalsOf = `
  select d.id::text, d.divide_num as "divideNum", d.arrive_code as "arriveCode", d.funding_source as "fundingSource",
         d.arrive_date::text as "arriveDate", d.divide_amount::text as "divideAmount",
         coalesce(b.tax_amount, 0)::text as "taxAmount", coalesce(b.manage_fee, 0)::text as "manageFee",
         coalesce(b.net_amount, 0)::text as "netAmount", d.status
    from funding_divide d
    left join jfdzys b on b.tenant_id = d.tenant_id and b.divide_id = d.id and b.status = '2' and b.is_deleted = 0
   where d.tenant_id = $1 and d.program_id = $2 and d.is_deleted = 0 and d.status in ('0', '1', '2')
   order by d.arrive_date desc nulls last, d.id desc limit 1000`;

/** Expense of a project that reserves or spent funds. */
interface ProjectExpense {
  readonly id: string;
  readonly expenseNum: string;
  readonly expenseDate: string;
  readonly payDate: string;
  readonly payee: string;
  readonly expenseAmount: string;
  readonly status: string;
}

const expensesOf = `
  select id::text, expense_num as "expenseNum", expense_date::text as "expenseDate",
         coalesce(pay_date::text, '') as "payDate", coalesce(payee, '') as payee,
         expense_amount::text as "expenseAmount", status
    from funds_expenditure
   where tenant_id = $1 and program_id = $2 and is_deleted = 0 and status in ('1', '2', '3')
   order by expense_date desc nulls last, id desc limit 1000`;

/**
 * Lines about a project’s funds, if the caller may see its entries.
 * @throws Denied or Missing if not
 */
const linesOf = async <Line extends object>(
  { engine, actor }: Asking,
  programId: string,
  sql: string,
): Promise<readonly Line[]> => {
  await assertOpensEntries(engine, actor, programId);
  return engine.database.read(actor.tenantId, (session) =>
    session.query<Line>(sql, [actor.tenantId, programId]),
  );
};

const home = 'kh-edu-research/wel/index/v1';
const service = 'kh-edu-research/funds';

/**
 * Calls that return the sums of the caller’s projects, and the arrivals and expenses of one
 * project.
 */
export const readingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${home}/myFundsByYear`,
    auth: 'user',
    summary: ['首页：我的经费（按年）', 'Home: my funds by year'],
    input: Type.Object({ year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2200 })) }),
    run: ({ year }, call) =>
      fundsByYear(call, year ?? Number(dayText(call.engine.clock()).slice(0, 4))),
  }),
  endpoint({
    method: 'GET',
    path: `${home}/myFundsAll`,
    auth: 'user',
    summary: ['首页：我的经费总账', 'Home: my total funds'],
    input: Type.Object({}),
    run: (_input, call) => fundsInAll(call),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/getArrive`,
    auth: 'user',
    summary: ['项目的到账', 'Arrivals of a project'],
    input: Type.Object({ programId: idParam }),
    run: async ({ programId }, call) => {
      const lines = await linesOf<ProjectArrival>(call, programId, arrivalsOf);
      return { lines, sum: plus('0.00', ...lines.map(({ divideAmount }) => divideAmount)) };
    },
  }),
  endpoint({
    method: 'GET',
    path: `${service}/getExpend`,
    auth: 'user',
    summary: ['项目的支出', 'Expenses of a project'],
    input: Type.Object({ programId: idParam }),
    run: async ({ programId }, call) => {
      const lines = await linesOf<ProjectExpense>(call, programId, expensesOf);
      const of = (state: (status: string) => boolean): string =>
        plus(
          '0.00',
          ...lines.filter(({ status }) => state(status)).map(({ expenseAmount }) => expenseAmount),
        );
      return { lines, spent: of((one) => one === '3'), held: of((one) => one !== '3') };
    },
  }),
];
