import { saveRecords } from '@keyan/engine/commands/save-record.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { fundingArrive } from '../funding-arrive.ts';
import {
  columnsByHeadings,
  headingsSignatureOf,
  isReadable,
  type StatementMapping,
  statementMappingOf,
} from './columns.ts';
import { type JudgedStatementLine, matchLines, type StoredArrival } from './sameness.ts';
import { type BankStatement, cellText, headingRow, readStatement } from './statement.ts';
import {
  decisionChoices,
  type LineDecision,
  type ReadStatement,
  type StatementImportResult,
} from './wire.ts';

const kind = untypedResource(fundingArrive);

/** Code of `arriveStatus` in which an import may change an arrival: nothing is allocated yet. */
const unallocated = '0';

const noHeadings: Label = [
  '没有找到表头：前 30 行中没有同时含交易日期、收入金额和来款单位（或摘要）的行',
  'No headings found: none of the first 30 rows has a transaction date, an incoming amount and a payer (or memo)',
];

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

interface Sheet {
  readonly headings: readonly string[];
  readonly mapping: StatementMapping;
  readonly remembered: boolean;
  readonly statement: BankStatement;
}

const rememberedMapping = async (
  { engine, actor }: Asking,
  signature: string,
): Promise<unknown> => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ mapping: unknown }>(
      'select mapping from bank_format where tenant_id = $1 and signature = $2',
      [actor.tenantId, signature],
    ),
  );
  return found?.mapping ?? null;
};

/** Probable heading row of an unknown format: the first row with several texts. */
const likelyHeadings = (grid: readonly (readonly unknown[])[]): number =>
  grid.findIndex(
    (row) => row.filter((cell) => typeof cell === 'string' && cell !== '').length >= 4,
  );

/**
 * Reads the first sheet with headings. Columns come from the given mapping, otherwise from the
 * mapping stored for the bank, otherwise from common headings.
 * @throws Refused for a file without headings
 */
const readSheet = async (asking: Asking, content: Buffer, given: unknown): Promise<Sheet> => {
  const grids = await readGrids(bookMakerOf(asking.engine, asking.actor), content);
  for (const grid of grids.values()) {
    const heading = headingRow(grid) ?? likelyHeadings(grid);
    if (heading < 0) continue;
    const headings = (grid[heading] ?? []).map(cellText);
    const known = statementMappingOf(
      await rememberedMapping(asking, headingsSignatureOf(headings)),
      headings.length,
    );
    const mapping =
      statementMappingOf(given, headings.length) ?? known ?? columnsByHeadings(headings);
    const statement: BankStatement = isReadable(mapping)
      ? readStatement(grid, heading, mapping)
      : { lines: [], faults: [], own: '', skipped: { debits: 0, others: 0 }, gap: null };
    return { headings, mapping, remembered: known !== null && given === null, statement };
  }
  throw new Refused(noHeadings);
};

const storedNear = (
  session: Session,
  { lines }: BankStatement,
): Promise<readonly StoredArrival[]> => {
  const days = lines.map(({ date }) => date).sort();
  return session.query<StoredArrival>(
    `select a.id::text, coalesce(a.arrive_code, '') as number, a.arrive_date::text as date,
            a.arrive_amount::text as amount, coalesce(a.funding_source, '') as payer,
            coalesce(a.bank_account, '') as account, coalesce(a.summary, '') as memo,
            coalesce(a.finance_num, '') as voucher, a.status,
            coalesce((select array_agg(l.line_key) from bank_line l
                       where l.tenant_id = a.tenant_id and l.arrive_id = a.id), '{}') as keys
       from funding_arrive a
      where a.tenant_id = $1 and a.is_deleted = 0
        and (a.arrive_date between $2::date - 3 and $3::date + 3 or a.finance_num_key = any($4))
      order by a.id`,
    [
      session.tenantId,
      days[0] ?? null,
      days.at(-1) ?? null,
      lines.map(({ voucher }) => voucher.toLowerCase()).filter(Boolean),
    ],
  );
};

const judged = async (
  { engine, actor }: Asking,
  statement: BankStatement,
): Promise<readonly JudgedStatementLine[]> =>
  matchLines(
    statement.own,
    statement.lines,
    await engine.database.read(actor.tenantId, (session) => storedNear(session, statement)),
  );

/** Parsed statement, each line with its matching stored arrival. */
export const showStatement = async (
  asking: Asking,
  content: Buffer,
  given: unknown,
): Promise<ReadStatement> => {
  const { statement, ...sheet } = await readSheet(asking, content, given);
  const lines = await judged(asking, statement);
  return {
    ...sheet,
    lines: lines.map(({ line, verdict, stored }) => ({
      ...line,
      verdict,
      stored: stored && {
        id: stored.id,
        number: stored.number,
        date: stored.date,
        amount: stored.amount,
        payer: stored.payer,
        memo: stored.memo,
        voucher: stored.voucher,
        open: stored.status === unallocated,
      },
    })),
    faults: statement.faults,
    skipped: statement.skipped,
    gap: statement.gap,
  };
};

/**
 * Default type of an arrival: 纵向 if a public authority pays, otherwise 横向; the office corrects
 * exceptions.
 */
const typeOf = (payer: string): string =>
  /委员会|基金|办公室|厅$|局$|部$|科协|政府/.test(payer) ? '01' : '02';

/**
 * Stores the key of a line with its arrival.
 * @throws Refused if a concurrent import stored the key first
 */
const storeLineKey = async (tx: Tx, key: string, arriveId: string): Promise<void> => {
  const kept = await tx.query(
    `insert into bank_line (tenant_id, line_key, arrive_id) values ($1, $2, $3)
     on conflict (tenant_id, line_key) do update set arrive_id = excluded.arrive_id
       where bank_line.arrive_id = excluded.arrive_id
          or not exists (select from funding_arrive a where a.tenant_id = bank_line.tenant_id
                            and a.id = bank_line.arrive_id and a.is_deleted = 0)
     returning 1`,
    [tx.tenantId, key, arriveId],
  );
  if (kept.length === 0) {
    throw new Refused([
      '该笔已由另一次导入登记',
      'This payment has been registered by another import',
    ]);
  }
};

const valuesOf = ({ line }: JudgedStatementLine): RowLike => ({
  fundingSource: line.payer.slice(0, 100),
  arriveDate: line.date,
  arriveAmount: line.amount,
  financeNum: line.voucher || null,
  bankAccount: line.account.slice(0, 40) || null,
  summary: line.memo.slice(0, 200) || null,
});

/**
 * Imports one line.
 * @throws any fault of saving the arrival
 */
const importLine = async (
  asking: Asking,
  one: JudgedStatementLine,
  into: LineDecision['into'],
  isPublic: boolean,
) => {
  const { stored, line, verdict } = one;
  if (!decisionChoices[verdict].all.includes(into)) {
    throw new Refused(['该笔已导入', 'This payment has already been imported']);
  }
  const isNew = into === 'new' || !stored;
  if (!isNew && stored.status !== unallocated && verdict === 'changed') {
    throw new Refused([
      `${stored.number} 已分配，与银行流水的差异请先撤销分配再更新`,
      `${stored.number} is allocated: undo the allocation before updating it from the statement`,
    ]);
  }
  const input = isNew
    ? { ...valuesOf(one), arriveType: typeOf(line.payer), isPublic: isPublic ? '1' : '0' }
    : await changesOf(asking, one, stored);
  await saveRecords(asking, kind, [input], { kind: 'submit' }, async (tx, [id]) => {
    if (id) await storeLineKey(tx, one.key, id);
  });
};

/** Changes of a stored arrival by a line; an arrival entered by hand gets its voucher number. */
const changesOf = async (
  { engine, actor }: Asking,
  one: JudgedStatementLine,
  { id }: StoredArrival,
): Promise<RowLike> => {
  const { row } = await engine.as(actor).read(fundingArrive, id);
  const said = valuesOf(one);
  const more = one.verdict === 'changed' ? said : { financeNum: said.financeNum };
  return { ...row, ...more, id, version: row.version };
};

const rememberColumns = (
  { engine, actor }: Asking,
  headings: readonly string[],
  mapping: StatementMapping,
): Promise<unknown> =>
  engine.database.transaction(actor.tenantId, (tx) =>
    tx.query(
      `insert into bank_format (tenant_id, signature, mapping, update_time) values ($1, $2, $3, $4)
       on conflict (tenant_id, signature) do update
          set mapping = excluded.mapping, update_time = excluded.update_time`,
      [actor.tenantId, headingsSignatureOf(headings), JSON.stringify(mapping), engine.clock()],
    ),
  );

/** Imports the chosen lines of a file, and stores the column mapping for the bank. */
export const importStatement = async (
  asking: Asking,
  content: Buffer,
  asked: {
    readonly mapping: unknown;
    readonly decisions: readonly LineDecision[];
    readonly isPublic: boolean;
  },
): Promise<StatementImportResult> => {
  const { statement, headings, mapping } = await readSheet(asking, content, asked.mapping);
  await rememberColumns(asking, headings, mapping);
  const lines = new Map((await judged(asking, statement)).map((one) => [one.line.row, one]));
  const faults: { row: number; message: Label }[] = [];
  let [added, changed] = [0, 0];
  for (const { row, into } of asked.decisions) {
    const one = lines.get(row);
    if (!one) continue;
    try {
      await importLine(asking, one, into, asked.isPublic);
      if (into === 'new') added += 1;
      else changed += 1;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push({ row, message: error.label });
    }
  }
  return { added, changed, faults };
};
