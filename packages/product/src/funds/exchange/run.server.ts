import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { importArrival, recordRefusedArrival } from './arrivals.server.ts';
import { dataSync } from './data-sync.ts';
import type { syncType } from './dictionaries.ts';
import { runResultCodes, syncOutcomeCodes, syncTypeCodes } from './dictionaries.ts';
import type { FinanceRow, ObjectKey } from './objects.ts';
import { compareBalance, importPayment, paymentsOf } from './payments.server.ts';
import { type FinanceTables, rowKeyText, type StoredFinanceSource } from './places.server.ts';
import { programsByNumber, sendProgram } from './programs.server.ts';
import type { FinanceSources } from './tables.server.ts';
import { type ExchangeWork, exchangeWorkOf, type HandledRow } from './work.server.ts';

const kind = dataSync as Resource;

/** Number of rows per step; progress is stored after each step. */
const rowsPerStep = 200;
/** Maximum number of lines stored per run; unchanged rows create no line. */
const maxStoredLines = 1000;
/** Hours after which an unfinished run no longer blocks the next, which resumes at its position. */
const maxRunHours = 1;
/** Maximum number of rows for data that must be read as a whole. */
const maxRowsReadAtOnce = 100_000;

interface Step {
  readonly lines: readonly { readonly number: string; readonly handled: HandledRow }[];
  readonly position: string;
  /** True if the step reached the last row. */
  readonly isLast: boolean;
}

type Steps = (work: ExchangeWork, position: string) => Promise<Step>;

const runInterruptedText: Label = [
  '同步中断，下次从中断处继续',
  'Sync was interrupted; the next run continues from there',
];

/** Handles one row; a fault becomes a line and does not stop the run. */
const handleRow = async (
  number: string,
  handle: () => Promise<HandledRow>,
  refused?: (fault: Refused) => Promise<HandledRow>,
) => {
  try {
    return { number, handled: await handle() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error instanceof Refused && refused) return { number, handled: await refused(error) };
    return { number, handled: { outcome: 'failed', message: error.label } satisfies HandledRow };
  }
};

const readAll = async (
  tables: FinanceTables,
  object: ObjectKey,
): Promise<readonly FinanceRow[]> => {
  const rows: FinanceRow[] = [];
  for (let after = ''; ; ) {
    const some = await tables.read(object, after, 1000);
    rows.push(...some);
    const last = some.at(-1);
    if (!last || some.length < 1000) return rows;
    if (rows.length > maxRowsReadAtOnce) {
      throw new Refused([
        '财务数据超过十万行，请在财务侧按年度分表',
        'Finance data exceed 100,000 rows: split them by year in finance',
      ]);
    }
    after = rowKeyText(object, last);
  }
};

/** Steps of each type of run. */
const types: Readonly<Record<string, Steps>> = {
  [syncTypeCodes.arrivals]: async (work, position) => {
    const rows = await work.tables.read('arrival', position, rowsPerStep);
    const lines = [];
    for (const row of rows) {
      lines.push(
        await handleRow(
          row.voucher ?? '',
          () => importArrival(work, row),
          (fault) =>
            work.change((transaction) => recordRefusedArrival(transaction, work, row, fault)),
        ),
      );
    }
    const last = rows.at(-1);
    return {
      lines,
      position: last ? rowKeyText('arrival', last) : position,
      isLast: rows.length < rowsPerStep,
    };
  },
  [syncTypeCodes.programs]: async (work, position) => {
    const theirs = new Map(
      (await readAll(work.tables, 'program')).map((row) => [row.number ?? '', row]),
    );
    const programs = await programsByNumber(work, position, rowsPerStep * 10);
    const lines = [];
    for (const program of programs) {
      const { number } = program.row;
      lines.push(await handleRow(number, () => sendProgram(work, program, theirs.get(number))));
    }
    return {
      lines,
      position: programs.at(-1)?.row.number ?? position,
      isLast: programs.length < rowsPerStep * 10,
    };
  },
  [syncTypeCodes.payments]: async (work, position) => {
    const lines = [];
    for (const payment of paymentsOf(await readAll(work.tables, 'payment'))) {
      lines.push(await handleRow(payment.number, () => importPayment(work, payment)));
    }
    for (const row of await readAll(work.tables, 'balance')) {
      lines.push(await handleRow(row.card ?? '', () => compareBalance(work, row)));
    }
    return { lines, position, isLast: true };
  },
} satisfies Readonly<Record<CodeOf<typeof syncType>, Steps>>;

const sourceText = `
  select s.id::text, s.name, s.source_kind as "sourceKind", s.url, s.username, s.password, s.folder,
         (select coalesce(json_agg(json_build_object('object', t.object, 'tableName', t.table_name)), '[]')
            from finance_source_tables t where t.tenant_id = s.tenant_id and t.parent_id = s.id) as tables,
         (select coalesce(json_agg(json_build_object('object', c.object, 'ours', c.ours, 'theirs', c.theirs)), '[]')
            from finance_source_columns c where c.tenant_id = s.tenant_id and c.parent_id = s.id) as columns
    from finance_source s where s.tenant_id = $1 and s.is_deleted = 0 and s.is_enabled = '1'`;

/** Active sources with their schedules. */
export const activeSources = (
  engine: Engine,
  tenantId: string,
): Promise<readonly (StoredFinanceSource & { readonly clock: string })[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<StoredFinanceSource & { readonly clock: string }>(
      `${sourceText.replace('s.folder,', 's.folder, s.clock,')} order by s.id`,
      [tenantId],
    ),
  );

/**
 * Active source by id.
 * @throws Missing if it does not exist or is inactive; Refused if it is not configured
 */
export const sourceById = async (
  engine: Engine,
  tenantId: string,
  id: string | null,
): Promise<StoredFinanceSource> => {
  const sources = await activeSources(engine, tenantId);
  if (sources.length === 0) {
    throw new Refused([
      '请先维护并启用财务数据源',
      'Set up and enable a finance data source first',
    ]);
  }
  const found = id === null ? sources[0] : sources.find((one) => one.id === id);
  if (!found) throw new Missing();
  return found;
};

interface PreviousRun {
  readonly id: string;
  readonly result: string;
  readonly position: string | null;
  readonly late: boolean;
}

/** Position of the last run of a type if it was interrupted; that run is marked as failed. */
const interruptedPosition = async (
  engine: Engine,
  actor: Actor | SystemActor,
  source: StoredFinanceSource,
  type: string,
): Promise<string> => {
  const now = engine.clock();
  return engine.database.transaction(actor.tenantId, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `finance ${tx.tenantId} ${source.id} ${type}`,
    ]);
    const [before] = await tx.query<PreviousRun>(
      `select id::text, run_result as result, position,
              start_run <= $4::timestamptz - make_interval(hours => ${maxRunHours}) as late
         from data_sync where tenant_id = $1 and source_id = $2 and sync_type = $3 and is_deleted = 0
        order by id desc limit 1`,
      [tx.tenantId, source.id, type, now],
    );
    if (!before || before.result === runResultCodes.done || before.result === runResultCodes.partly)
      return '';
    if (before.result === runResultCodes.running && !before.late) {
      throw new Refused(['正在同步，请稍后再试', 'A sync is under way; try again later']);
    }
    if (before.result === runResultCodes.running) {
      const transaction = behaviourTransaction({ engine, actor }, tx);
      const row = await lockTarget(transaction, kind, before.id);
      if (row) {
        await changeRow(transaction, kind, row, 'update', {
          runResult: runResultCodes.failed,
          endRun: timeText(now),
          errorMsg: runInterruptedText[0],
        });
      }
    }
    return before.position ?? '';
  });
};

interface Counts {
  total: number;
  added: number;
  updated: number;
  same: number;
  different: number;
  failed: number;
}

interface RunLine {
  readonly number: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly arriveId: string | null;
  readonly programId: string | null;
  readonly expenseId: string | null;
}

const lineOf = (number: string, handled: HandledRow): readonly RunLine[] =>
  handled.outcome === 'same'
    ? []
    : [
        {
          number: number.slice(0, 100),
          outcome: syncOutcomeCodes[handled.outcome],
          message: handled.message?.[0].slice(0, 500) ?? null,
          arriveId: handled.arriveId ?? null,
          programId: handled.programId ?? null,
          expenseId: handled.expenseId ?? null,
        },
      ];

/** Result of a run. */
export interface SyncResult {
  readonly id: string;
  readonly counts: Readonly<Counts>;
  readonly failure: Label | null;
}

/**
 * Exchanges data of one type with a source, row by row in separate transactions. An interrupted run
 * resumes at its last step, and repeated rows change nothing. Long because counts are stored at
 * every step and at the end, also after a fault.
 * @throws Refused while another run of the type is in progress
 */
export const exchangeData = async (
  engine: Engine,
  sources: FinanceSources,
  actor: Actor | SystemActor,
  { source, type }: { readonly source: StoredFinanceSource; readonly type: string },
  signal?: AbortSignal,
): Promise<SyncResult> => {
  const steps = types[type];
  if (!steps) throw new Missing();
  let position = await interruptedPosition(engine, actor, source, type);
  const { tenantId } = actor;
  const counts: Counts = { total: 0, added: 0, updated: 0, same: 0, different: 0, failed: 0 };
  const kept: RunLine[] = [];
  const change = <T>(work: Parameters<ExchangeWork['change']>[0]): Promise<T> =>
    engine.database.transaction(tenantId, (tx) =>
      work(behaviourTransaction({ engine, actor }, tx)),
    ) as Promise<T>;
  const { id } = await change<{ readonly id: string }>((transaction) => {
    const now = engine.clock();
    return createRow(transaction, kind, {
      syncNum: `TB${dayText(now).replaceAll('-', '')}${engine.ids.next().slice(-8)}`,
      syncType: type,
      sourceId: source.id,
      startRun: timeText(now),
      runResult: runResultCodes.running,
      position: position || null,
    });
  });
  const say = (more: RowLike): Promise<unknown> =>
    change(async (transaction) => {
      const row = await lockTarget(transaction, kind, id);
      if (!row) throw new Missing();
      return changeRow(transaction, kind, row, 'update', {
        total: counts.total,
        addedNum: counts.added,
        updatedNum: counts.updated,
        skipNum: counts.same,
        differNum: counts.different,
        failNum: counts.failed,
        position: position || null,
        ...more,
      });
    });
  const end = (failure: Label | null): Promise<unknown> =>
    say({
      endRun: timeText(engine.clock()),
      lines: kept.slice(0, maxStoredLines),
      // A completed run resets the position, so that the next run starts from the beginning.
      ...(failure ? { errorMsg: failure[0].slice(0, 1000) } : { position: null }),
      runResult: failure
        ? runResultCodes.failed
        : counts.failed > 0
          ? runResultCodes.partly
          : runResultCodes.done,
    });
  try {
    const tables = await sources.open(tenantId, source, {
      workers: engine.workers,
      person: undefined,
    });
    try {
      const work = exchangeWorkOf(engine, actor, { tables, source });
      for (let isLast = false; !isLast; ) {
        signal?.throwIfAborted();
        const step = await steps(work, position);
        for (const { number, handled } of step.lines) {
          counts.total += 1;
          counts[handled.outcome] += 1;
          kept.push(...lineOf(number, handled));
        }
        // Flushes rows before the position is stored.
        await tables.flush();
        ({ position, isLast } = step);
        await say({});
      }
    } finally {
      await tables.close();
    }
    await end(null);
    return { id, counts, failure: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const failure =
      error instanceof Fault
        ? error.label
        : fill(['财务数据读写失败：{reason}', 'Reading or writing finance data failed: {reason}'], {
            reason,
          });
    await end(failure);
    return { id, counts, failure };
  }
};
