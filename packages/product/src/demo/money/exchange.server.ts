import { rm } from 'node:fs/promises';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { atMost, minus, percent, plus } from '@keyan/kernel/values/amounts.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { sourceKindCodes, syncTypeCodes } from '../../funds/exchange/dictionaries.ts';
import { financeDifference } from '../../funds/exchange/finance-difference.ts';
import { financeSource } from '../../funds/exchange/finance-source.ts';
import type { FinanceRow } from '../../funds/exchange/objects.ts';
import { exchangeData, sourceById } from '../../funds/exchange/run.server.ts';
import { differenceStatusCodes } from '../../people/exchange/dictionaries.ts';
import type { budgetItem } from '../../project/budget/budget-items.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { bankDay } from '../office-hours.server.ts';
import { type Chance, chanceOf } from '../random.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import { collegeWords } from '../words.server.ts';

const { tenantId } = university;
const day = 86_400_000;
const folder = 'demo-finance';

/** Payees by budget item, for sciences and for humanities. */
const payees: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  '10201': [
    ['江陵化学试剂有限公司', '华中电子元件有限公司', '江陵科学器材有限公司', '汉江耗材有限公司'],
    ['江陵新华书店', '楚天图文制作中心', '荆楚古籍书社', '九州数据服务有限公司'],
  ],
  '10301': [['研究生劳务发放'], ['研究生劳务发放']],
  '10205': [
    ['江陵国际会议中心', '江陵铁路票务服务部', '差旅费公务卡还款'],
    ['江陵国际会议中心', '江陵铁路票务服务部', '差旅费公务卡还款'],
  ],
  '10101': [
    ['长江仪器设备有限公司', '华中计算机设备有限公司'],
    ['华中计算机设备有限公司', '江陵办公设备有限公司'],
  ],
} satisfies Readonly<
  Partial<Record<CodeOf<typeof budgetItem>, readonly [readonly string[], readonly string[]]>>
>;

/** Consecutive payments of finance in percent of the booked amount, by item. */
const burns: Readonly<Record<string, readonly string[]>> = {
  '10201': ['31.4', '21.35'],
  '10301': ['48'],
  '10205': ['31.27'],
  '10101': ['78.4'],
} satisfies Readonly<Partial<Record<CodeOf<typeof budgetItem>, readonly string[]>>>;

interface BookedItem {
  readonly number: string;
  readonly college: string;
  readonly item: string;
  readonly booked: string;
  readonly available: string;
  readonly since: string;
  readonly until: string;
}

/** Reads the booked budget items of projects, with first day of money and last day of the project. */
const bookedItemsOf = ({ engine }: SeedParts): Promise<readonly BookedItem[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<BookedItem>(
      `select p.program_num as number, d.dept_code as college, b.account as item, b.booked::text,
              (b.booked - b.held - b.spent - b.settled)::text as available,
              (select min(arrive_date) from funding_divide f
                where f.tenant_id = p.tenant_id and f.program_id = p.id and f.status = '2')::text as since,
              p.end_date::text as until
         from ledger_funds_balance b
         join program p on p.tenant_id = b.tenant_id and p.id = b.owner_id
         join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
         join ledger_funds_balance w on w.tenant_id = b.tenant_id and w.owner_id = b.owner_id and w.account = ''
        where b.tenant_id = $1 and b.account <> '' and b.booked > 0 and p.program_kind <> 'surplus'
          and w.booked - w.held - w.spent - w.settled >= b.booked and b.held = 0 and b.spent = 0
        order by p.id, b.account`,
      [tenantId],
    ),
  );

/** Returns the payments of projects by finance, sorted by day. */
const paymentsOf = (items: readonly BookedItem[], now: Date, random: Chance): FinanceRow[] => {
  const rows = items.flatMap(({ number, college, item, booked, since, until }) => {
    const side = collegeWords[college]?.subjectClass === '02' ? 1 : 0;
    const from = new Date(`${since}T10:00:00+08:00`).getTime() + 8 * day;
    const last = Math.min(now.getTime() - 4 * day, new Date(`${until}T10:00:00+08:00`).getTime());
    return (burns[item] ?? []).map((share) => {
      const moment = new Date(from + Math.max(0, last - from) * random.next());
      return {
        program: number,
        item,
        amount: percent(booked, share),
        payee: random.pick(payees[item]?.[side] ?? ['江陵大学后勤服务中心']),
        date: dayText(bankDay(moment)),
        line: '1',
        expense: null,
      };
    });
  });
  return rows
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map((row, index) => ({
      ...row,
      voucher: `JZ${row.date.slice(2, 7).replace('-', '')}-${String(index + 101).padStart(4, '0')}`,
    }));
};

interface Approved {
  readonly number: string;
  readonly amount: string;
  readonly status: string;
  readonly program: string;
}

/** Returns the approved and paid expenses as rows of finance; one amount and one voucher differ. */
const ours = async ({ engine }: SeedParts, now: Date): Promise<FinanceRow[]> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<Approved>(
      `select expense_num as number, expense_amount::text as amount, status, program_num as program
         from funds_expenditure where tenant_id = $1 and is_deleted = 0 and status in ('2', '3')
          and is_import = '0' order by status, id`,
      [tenantId],
    ),
  );
  const [first, second] = rows.filter(({ status }) => status === '2');
  const paid = rows.find(({ status }) => status === '3');
  return [first, second && { ...second, amount: plus(second.amount, '10.00') }, paid].flatMap(
    (one, index) =>
      one
        ? [
            {
              voucher: `JZ${dayText(now).slice(0, 7).replace('-', '')}-09${index}1`,
              line: '1',
              program: one.program,
              item: '10201',
              amount: one.amount,
              payee: null,
              date: dayText(bankDay(new Date(now.getTime() - 3 * day))),
              expense: one.number,
            },
          ]
        : [],
  );
};

interface Arrived {
  readonly voucher: string;
  readonly date: string;
  readonly amount: string;
  readonly payer: string;
  readonly memo: string;
  readonly isBooked: boolean;
}

/** Returns the arrivals of the last months as rows of finance: two booked differently, two unknown. */
const arrivalsOf = async ({ engine }: SeedParts, now: Date): Promise<FinanceRow[]> => {
  const known = await engine.database.read(tenantId, (session) =>
    session.query<Arrived>(
      `select finance_num as voucher, arrive_date::text as date, arrive_amount::text as amount,
              funding_source as payer, summary as memo, status in ('2', '3') as "isBooked"
         from funding_arrive where tenant_id = $1 and is_deleted = 0 and finance_num is not null
          and status <> '4' order by arrive_date desc, id limit 40`,
      [tenantId],
    ),
  );
  const [one, other] = known.filter(({ isBooked }) => isBooked);
  const recent = dayText(bankDay(new Date(now.getTime() - 2 * day)));
  const fresh = [
    ['江陵电力设计院有限公司', '24000.00', '技术服务合同二期款'],
    ['省科学技术厅', '60000.00', '科技计划项目第二年拨款'],
  ] as const;
  return [
    ...known.map(({ isBooked: _, ...row }) => ({
      ...row,
      account: null,
      ...(row.voucher === one?.voucher && { amount: minus(row.amount, '50.00') }),
      ...(row.voucher === other?.voucher && { memo: `${row.memo}（补充附言）` }),
    })),
    ...fresh.map(([payer, amount, memo], index) => ({
      voucher: `CW${recent.replaceAll('-', '')}000${index + 1}`,
      date: recent,
      amount,
      payer,
      memo,
      account: null,
    })),
  ];
};

/** Returns the accounts that finance opened for projects with money, with the booked and spent amounts. */
const cardsOf = async ({ engine }: SeedParts) => {
  const known = await engine.database.read(tenantId, (session) =>
    session.query<{ number: string; booked: string; spent: string }>(
      `select p.program_num as number, b.booked::text, b.spent::text from program p
         join ledger_funds_balance b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
        where p.tenant_id = $1 and p.is_deleted = 0 and b.booked > 0 and p.program_kind <> 'surplus'
          and p.fund_card_num is null order by p.id limit 60`,
      [tenantId],
    ),
  );
  return known.map((one, index) => ({ ...one, card: `KY${String(2_026_101 + index)}` }));
};

/** Settles some differences: two are accepted, one is rejected. */
const settleSome = async ({ engine }: SeedParts, finance: Actor): Promise<void> => {
  const open = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; version: number; item: string }>(
      `select id::text, version, item from finance_difference
        where tenant_id = $1 and status = $2 and is_deleted = 0 order by id`,
      [tenantId, differenceStatusCodes.open],
    ),
  );
  const own = engine.as(finance);
  for (const { id, version, item } of open) {
    if (item === 'summary' || item === 'voucherNum') {
      await own.perform(financeDifference, 'accept', id, { version });
    }
    if (item === 'arriveAmount') {
      const reason = '银行手续费 50.00 元由学校承担，按到账原额入账。';
      await own.perform(financeDifference, 'refuse', id, { version, reason });
    }
  }
};

/**
 * Writes an exchange folder of the finance office, runs four exchanges, and settles some differences. The rows
 * are taken over by the exchange itself, so a later run finds nothing new.
 */
export const demoExchange = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock, financeSources } = parts;
  const finance = await actorByAccount(parts, 'finance');
  // Deletes files of an interrupted start.
  await rm(financeSources.folderOf(tenantId, { folder }), { recursive: true, force: true });
  clock.now = new Date(now.getTime() - 30 * day);
  const { id } = await engine.as(finance).save(financeSource, {
    name: '财务处数据交换文件夹',
    sourceKind: sourceKindCodes.folder,
    folder,
    remark: '财务处每日导出到账、支出与余额，本系统写入项目。',
  });
  const source = await sourceById(engine, tenantId, id);
  const tables = await financeSources.open(tenantId, source, {
    workers: engine.workers,
    person: undefined,
  });
  const at = async (daysAgo: number, type: string): Promise<void> => {
    await tables.flush();
    clock.now = new Date(now.getTime() - daysAgo * day);
    await exchangeData(engine, financeSources, finance, { source, type });
  };
  const payments = paymentsOf(await bookedItemsOf(parts), now, chanceOf(977));
  await tables.put('payment', [
    ...payments,
    ...(await ours(parts, now)),
    {
      voucher: 'JZ202611-0990',
      line: '1',
      program: 'Z20190000018',
      item: '10201',
      amount: '860.00',
      payee: '江陵新华书店',
      date: dayText(bankDay(new Date(now.getTime() - 9 * day))),
      expense: null,
    },
  ]);
  await tables.put('arrival', await arrivalsOf(parts, now));
  await at(2, syncTypeCodes.payments);
  const cards = await cardsOf(parts);
  await tables.put(
    'program',
    cards.map(({ number, card }) => ({ number, card })),
  );
  await at(1.2, syncTypeCodes.programs);
  await tables.put(
    'balance',
    cards.slice(0, 12).map(({ card, booked, spent }, index) => {
      const wrong = index % 6 === 5 ? '126.00' : '0.00';
      const theirs = plus(spent, wrong);
      const balance = minus(booked, theirs);
      return {
        card,
        asOf: dayText(now),
        income: booked,
        spent: theirs,
        balance: atMost(balance, 0) ? '0.00' : balance,
      };
    }),
  );
  await at(1.1, syncTypeCodes.arrivals);
  await at(0.1, syncTypeCodes.payments);
  await tables.close();
  clock.now = now;
  await settleSome(parts, finance);
};
