import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { bookMakerOf, WorkbookLines, writeBook } from '@keyan/engine/workbooks/book.ts';
import type { BookCell } from '@keyan/engine/workbooks/book-plan.ts';
import { ColumnWidths, tablePlan } from '@keyan/engine/workbooks/workbook.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { billStatus } from '../../project/contracts/bill-dictionaries.ts';
import {
  allocationStatus,
  arriveType,
  divideStatus,
  expenseStatus,
  expenseType,
} from '../dictionaries.ts';
import type { AuditKind, AuditTable, ProjectAudit } from './audit.ts';
import { assertOpensEntries, projectBookOf } from './book.server.ts';
import { figureKeys, moneyFigures } from './figures.ts';
import { figureSql } from './sums.server.ts';

/** Column of an audit table: heading, type, and SQL expression or dictionary. */
interface AuditColumn {
  readonly head: Label;
  readonly kind: AuditKind;
  readonly sql: string;
  readonly dictionary?: Dictionary;
}

interface AuditPart {
  readonly title: Label;
  readonly columns: readonly AuditColumn[];
  /** SQL after the select list; `$1` is the tenant, `$2` the project. */
  readonly from: string;
}

const column = (
  head: Label,
  kind: AuditKind,
  sql: string,
  dictionary?: Dictionary,
): AuditColumn => ({
  head,
  kind,
  sql,
  ...(dictionary ? { dictionary } : {}),
});

/** Maximum number of rows per table; a last row states how many more exist. */
const maxRowsPerTable = 50_000;

const parts: readonly AuditPart[] = [
  {
    title: ['到账', 'Arrivals'],
    columns: [
      column(['分配编号', 'No.'], 'text', 'd.divide_num'),
      column(['到账编号', 'Arrival no.'], 'text', 'd.arrive_code'),
      column(['财务凭证号', 'Voucher'], 'text', 'a.finance_num'),
      column(['来款单位', 'Payer'], 'text', 'd.funding_source'),
      column(['到账类型', 'Type'], 'text', 'a.arrive_type', arriveType),
      column(['到账日期', 'Day'], 'day', 'd.arrive_date::text'),
      column(['到账总额', 'Total arrival'], 'money', 'a.arrive_amount::text'),
      column(['分配金额', 'Allocated'], 'money', 'd.divide_amount::text'),
      column(['状态', 'Status'], 'text', 'd.status', allocationStatus),
    ],
    from: `from funding_divide d left join funding_arrive a on a.tenant_id = d.tenant_id and a.id = d.arrive_id
      where d.tenant_id = $1 and d.program_id = $2 and d.is_deleted = 0 order by d.arrive_date, d.id`,
  },
  {
    title: ['入账', 'Bookings'],
    columns: [
      column(['入账编号', 'No.'], 'text', 'b.ys_num'),
      column(['到账日期', 'Day'], 'day', 'b.arrive_date::text'),
      column(['分配金额', 'Allocated'], 'money', 'b.divide_amount::text'),
      column(['税金', 'Tax'], 'money', 'b.tax_amount::text'),
      column(['外拨', 'Transferred out'], 'money', 'b.out_funds::text'),
      column(['设备款', 'Equipment'], 'money', 'b.equip_funds::text'),
      column(['管理费', 'Overhead'], 'money', 'b.manage_fee::text'),
      column(['间接费用', 'Indirect costs'], 'money', 'b.indirect_fee::text'),
      column(['绩效', 'Performance'], 'money', 'b.performance_fee::text'),
      column(['直接经费', 'Direct funds'], 'money', 'b.net_amount::text'),
      column(['状态', 'Status'], 'text', 'b.status', divideStatus),
    ],
    from: 'from jfdzys b where b.tenant_id = $1 and b.program_id = $2 and b.is_deleted = 0 order by b.arrive_date, b.id',
  },
  {
    title: ['票据', 'Invoices'],
    columns: [
      column(['申请单号', 'No.'], 'text', 'i.pj_number'),
      column(['发票号码', 'Invoice'], 'text', 'i.invoice_number'),
      column(['开票日期', 'Day'], 'day', 'i.invoice_date::text'),
      column(['购方', 'Buyer'], 'text', 'i.buyer_name'),
      column(['开票金额', 'Amount'], 'money', 'i.bill_amount::text'),
      column(['税额', 'Tax'], 'money', 'i.tax_amount::text'),
      column(['状态', 'Status'], 'text', 'i.status', billStatus),
    ],
    from: 'from billapplyinfo i where i.tenant_id = $1 and i.program_id = $2 and i.is_deleted = 0 order by i.invoice_date nulls last, i.id',
  },
  {
    title: ['支出明细', 'Expenses'],
    columns: [
      column(['支出单号', 'No.'], 'text', 'e.expense_num'),
      column(['支出方式', 'Type'], 'text', 'e.expense_type', expenseType),
      column(['发生日期', 'Day'], 'day', 'e.expense_date::text'),
      column(['科目', 'Item'], 'text', 'l.item_code', budgetItem),
      column(['金额', 'Amount'], 'money', 'l.amount::text'),
      column(['发票号', 'Invoice'], 'text', 'l.invoice_num'),
      column(['摘要', 'Memo'], 'text', 'l.remark'),
      column(['收款人', 'Payee'], 'text', 'e.payee'),
      column(['凭证号', 'Voucher'], 'text', 'e.voucher_num'),
      column(['付款日期', 'Paid on'], 'day', 'e.pay_date::text'),
      column(['状态', 'Status'], 'text', 'e.status', expenseStatus),
    ],
    from: `from funds_expenditure e join funds_expenditure_items l on l.tenant_id = e.tenant_id and l.parent_id = e.id
      where e.tenant_id = $1 and e.program_id = $2 and e.is_deleted = 0 order by e.expense_date, e.id, l.sort_order`,
  },
  {
    title: ['劳务', 'Labour'],
    columns: [
      column(['支出单号', 'No.'], 'text', 'e.expense_num'),
      column(['姓名', 'Name'], 'text', 'l.name'),
      column(['应发', 'Gross'], 'money', 'l.gross::text'),
      column(['个税', 'Tax'], 'money', 'l.tax::text'),
      column(['实发', 'Net'], 'money', 'l.net::text'),
      column(['付款日期', 'Paid on'], 'day', 'e.pay_date::text'),
      column(['状态', 'Status'], 'text', 'e.status', expenseStatus),
    ],
    from: `from funds_expenditure e join funds_expenditure_labors l on l.tenant_id = e.tenant_id and l.parent_id = e.id
      where e.tenant_id = $1 and e.program_id = $2 and e.is_deleted = 0 order by e.expense_date, e.id, l.sort_order`,
  },
  {
    title: ['分录', 'Entries'],
    columns: [
      column(['序号', 'No.'], 'count', 'x.id::text'),
      column(['业务日期', 'Date'], 'day', 'x.on_day::text'),
      column(
        ['登记时间', 'Recorded'],
        'text',
        "to_char(x.time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')",
      ),
      column(['科目', 'Item'], 'text', 'x.account', budgetItem),
      ...figureKeys
        .filter((figure) => !['net', 'pending', 'available'].includes(figure))
        .map((figure) =>
          column(moneyFigures[figure], 'money', `(${figureSql(figure, 'x')})::text`),
        ),
      column(
        ['可用余额', 'Available'],
        'money',
        `(sum(${figureSql('available', 'x')}) over (order by x.id))::text`,
      ),
      column(['经办人', 'By'], 'text', 'u.real_name'),
    ],
    from: `from ledger_funds x left join users u on u.tenant_id = x.tenant_id and u.id = x.actor_id
      where x.tenant_id = $1 and x.owner_id = $2 order by x.id`,
  },
  {
    title: ['附件清单', 'Files'],
    columns: [
      column(['所属单据', 'Record'], 'text', 'r.num'),
      column(['文件名', 'Name'], 'text', 'f.name'),
      column(['大小（字节）', 'Bytes'], 'count', 'f.size::text'),
      column(['SHA-256', 'SHA-256'], 'text', "encode(f.sha256, 'hex')"),
    ],
    from: `from (
        select id, program_num as num, 'programInfo' as kind from program where tenant_id = $1 and id = $2
        union all select id, ys_num, 'jfdzys' from jfdzys where tenant_id = $1 and program_id = $2 and is_deleted = 0
        union all select id, expense_num, 'fundsExpenditure' from funds_expenditure where tenant_id = $1 and program_id = $2 and is_deleted = 0
        union all select id, pj_number, 'billapplyinfo' from billapplyinfo where tenant_id = $1 and program_id = $2 and is_deleted = 0
        union all select a.id, a.arrive_code, 'fundingArrive' from funding_arrive a where a.tenant_id = $1 and a.is_deleted = 0
          and exists (select 1 from funding_divide d where d.tenant_id = $1 and d.arrive_id = a.id and d.program_id = $2 and d.is_deleted = 0 and d.status in ('0', '1', '2'))
      ) r join attachment f on f.tenant_id = $1 and f.resource = r.kind and f.business_id = r.id and f.is_deleted = 0 and f.task_id is null
      order by r.num, f.name`,
  },
];

const tableOf = async (
  session: Session,
  { title, columns, from }: AuditPart,
  programId: string,
  language: Language,
): Promise<AuditTable> => {
  const selected = columns.map(({ sql }, index) => `${sql} as c${index}`).join(', ');
  const found = await session.query<Readonly<Record<string, string | null>>>(
    `select ${selected} ${from} limit ${maxRowsPerTable + 1}`,
    [session.tenantId, programId],
  );
  const shown = (text: string | null, { dictionary }: AuditColumn): string | null => {
    const entry = text !== null && dictionary ? entryOf(dictionary, text) : undefined;
    return entry ? say(entry.label, language) : text;
  };
  const rows = found
    .slice(0, maxRowsPerTable)
    .map((row) => columns.map((one, index) => shown(row[`c${index}`] ?? null, one)));
  const more = say(['数据过多，仅列出前 50000 行', 'Too many rows: the first 50,000'], language);
  return {
    title: say(title, language),
    heads: columns.map(({ head }) => say(head, language)),
    kinds: columns.map(({ kind }) => kind),
    rows: found.length > maxRowsPerTable ? [...rows, [more]] : rows,
  };
};

/**
 * Audit data of one project: facts, budget, arrivals, bookings, invoices, expenses, ledger entries
 * and files.
 * @throws Denied if the reader may not see its entries
 */
export const fundsAuditOf = async (
  engine: Engine,
  actor: Actor,
  programId: string,
  language: Language,
): Promise<ProjectAudit> => {
  await assertOpensEntries(engine, actor, programId);
  const book = await projectBookOf(engine, actor, programId, language);
  const facts: readonly (readonly [Label, string])[] = [
    [['项目名称', 'Project'], book.name],
    [['项目编号', 'No.'], book.number],
    [['负责人', 'Organiser'], book.leader],
    [['承担单位', 'Department'], book.department],
    [['起止日期', 'Term'], `${book.startDate} – ${book.endDate}`],
    [['经费管理方式', 'Funding mode'], book.fundMode],
    ...figureKeys.map((figure): readonly [Label, string] => [
      moneyFigures[figure],
      groupDigits(book.sums[figure] ?? '0.00'),
    ]),
    [['执行率', 'Spending rate'], book.rate === '' ? '—' : `${book.rate} %`],
    [['截至', 'As of'], dayText(engine.clock())],
  ];
  const budgeted = ['budget', 'booked', 'held', 'spent', 'available'] as const;
  const head: readonly AuditTable[] = [
    {
      title: say(['项目', 'Project'], language),
      heads: [say(['内容', 'Item'], language), say(['值', 'Value'], language)],
      kinds: ['text', 'text'],
      rows: facts.map(([name, value]) => [say(name, language), value]),
    },
    {
      title: say(['预算', 'Budget'], language),
      heads: [
        say(['科目', 'Budget item'], language),
        ...budgeted.map((figure) => say(moneyFigures[figure], language)),
      ],
      kinds: ['text', ...budgeted.map(() => 'money' as const)],
      rows: book.items.map(({ name, sums }) => [name, ...budgeted.map((figure) => sums[figure])]),
    },
  ];
  const tables = await engine.database.read(actor.tenantId, async (session) => {
    const made: AuditTable[] = [];
    for (const part of parts) made.push(await tableOf(session, part, programId, language));
    return made;
  });
  return { name: book.name, number: book.number, tables: [...head, ...tables] };
};

/** Conversion of a text to a spreadsheet cell, by type of column. */
const cellOf: Readonly<Record<AuditKind, (text: string) => BookCell>> = {
  text: (text) => text,
  money: (value) => ({ is: 'number', value, format: '#,##0.00' }),
  count: (value) => ({ is: 'number', value, format: '0' }),
  day: (value) => ({ is: 'moment', value, format: 'yyyy-mm-dd' }),
};

/** Audit data as a workbook, one sheet per table. */
export const auditBook = async (
  engine: Engine,
  actor: Actor,
  audit: ProjectAudit,
): Promise<Buffer> => {
  const lines = new WorkbookLines();
  const sheets = audit.tables.flatMap(({ title, heads, kinds, rows }, sheet) => {
    const widths = new ColumnWidths();
    widths.add(heads);
    for (const row of rows) {
      const cells = row.map((text, index) =>
        text === null || text === '' ? '' : cellOf[kinds[index] ?? 'text'](text),
      );
      widths.add(row.map((text) => text ?? ''));
      lines.add(sheet, cells);
    }
    return tablePlan(title, heads, widths).sheets;
  });
  return writeBook(bookMakerOf(engine, actor), { sheets }, lines);
};
