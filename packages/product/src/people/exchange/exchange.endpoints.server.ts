import type { Engine } from '@keyan/engine/engine.ts';
import { requesterOf } from '@keyan/engine/identity/rights.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import type { SheetRecord } from '@keyan/engine/workbooks/read.ts';
import { readBook } from '@keyan/engine/workbooks/uploaded.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { personnel } from '../personnel.ts';
import { type RowFault, readList } from './compare.ts';
import {
  type ComparisonRequest,
  compareStaff,
  failComparison,
  requestComparison,
  runComparison,
} from './comparison.server.ts';
import { compareCode } from './difference.ts';
import {
  type ComparisonCounts,
  compareCall,
  comparisonCall,
  comparisonFailures,
  type StaffComparison,
} from './exchange.ts';
import { brokenComparisonReason, maxComparisonHours } from './values.server.ts';

const file = untypedResource(personnel);

/** Maximum number of people compared within the request; longer lists run in the background. */
const comparedAtOnce = 200;
/** Maximum number of faulty rows in a response. */
const maxListedFaults = 200;

/** People in a workbook; faulty rows are reported, and their people count as listed. */
const listIn = (records: readonly SheetRecord[], isWhole: boolean): ComparisonRequest => {
  const unread: readonly RowFault[] = records.flatMap(({ row, faults }) =>
    faults.slice(0, 1).map(({ message }) => ({ row, message })),
  );
  const faulty = new Set(unread.map(({ row }) => row));
  const list = readList(records.map(({ row, input }) => ({ row, input })));
  const isUnread = new Set(
    records.flatMap(({ row, input }) => (faulty.has(row) ? [String(input.jobNum ?? '')] : [])),
  );
  return {
    people: list.people.filter(({ jobNum }) => !isUnread.has(jobNum)),
    numbers: [...list.numbers],
    isWhole,
    faults: [...unread, ...list.faults.filter(({ row }) => !faulty.has(row))].slice(
      0,
      maxListedFaults,
    ),
  };
};

interface StoredComparison {
  readonly id: string;
  readonly batchNum: string;
  readonly people: number;
  readonly counts: Omit<ComparisonCounts, 'batchNum' | 'people'> | null;
  readonly done: number;
  readonly faults: readonly RowFault[];
  readonly failure: Label | null;
  readonly ended: boolean;
  /** True if the comparison exceeded its time limit and counts as failed. */
  readonly late: boolean;
}

const none = { added: 0, changed: 0, missing: 0, differences: 0 } as const;

/** Comparison by id, or the latest; null if there is none. */
const comparisonOf = async (
  engine: Engine,
  { tenantId }: Actor,
  wanted: string | null,
  language: Language,
): Promise<StaffComparison | null> => {
  const [found] = await engine.database.short<StoredComparison>(tenantId, {
    sql: `select id::text, batch_num as "batchNum", people, counts, done, faults, failure,
              ended_at is not null as ended,
              create_time <= $3::timestamptz - make_interval(hours => ${maxComparisonHours}) as late
            from personnel_comparison
           where tenant_id = $1 and ($2::bigint is null or id = $2) order by id desc limit 1`,
    parameters: [tenantId, wanted, engine.clock()],
  });
  if (!found) return null;
  const { counts, faults, ended, late, ...rest } = found;
  const failure = found.failure ?? (late && !ended ? brokenComparisonReason : null);
  return {
    ...rest,
    ...(counts ?? none),
    state: failure ? 'failed' : ended ? 'done' : 'running',
    failure: failure ? say(failure, language) : '',
    faults: faults.map(({ row, message }) => ({ row, message: say(message, language) })),
  };
};

const serverFailedText: Label = [
  '服务器异常，比对未完成',
  'Server error; the comparison was not completed',
];

/**
 * Runs a short comparison within the request; a failure is stored, so that it does not block later
 * ones.
 */
const runNow = async (engine: Engine, actor: Actor, comparison: string): Promise<void> => {
  try {
    await runComparison(engine, actor, comparison);
  } catch (error) {
    await failComparison(engine, actor.tenantId, comparison, serverFailedText);
    throw error;
  }
};

/**
 * Checks that the actor’s data scope is the whole university, since the list covers all
 * departments.
 * @throws Denied if not
 */
const assertSeesUniversity = (actor: Actor): void => {
  if (actor.departmentScope !== 'all') throw new Denied();
};

/** Calls that compare the personnel office’s staff list with the files. */
export const exchangeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: compareCall,
    auth: 'user',
    permissions: [compareCode],
    files: true,
    perMinute: 10,
    summary: comparisonFailures,
    input: Type.Object({ whole: Type.Optional(Type.String({ maxLength: 5 })) }),
    run: async ({ whole }, { actor, engine, files, language }): Promise<StaffComparison | null> => {
      assertSeesUniversity(actor);
      for await (const given of files) {
        const records = await readBook(engine, actor, file, await readWorkbook(given.stream));
        const list = listIn(records, whole === '1' || whole === 'true');
        const isShort = list.people.length <= comparedAtOnce;
        const comparison = await requestComparison(engine, actor, list, (tx, started) => {
          if (isShort) return;
          const work = { actor: requesterOf(actor), id: started };
          engine.jobs.queue(tx, compareStaff, work, { key: started, by: actor.id });
        });
        if (isShort) await runNow(engine, actor, comparison);
        return comparisonOf(engine, actor, comparison, language);
      }
      throw new Refused(['请选择要比对的文件', 'Choose a file to compare']);
    },
  }),
  endpoint({
    method: 'GET',
    path: comparisonCall,
    auth: 'user',
    permissions: [compareCode],
    summary: ['比对进度', 'Progress of an HR comparison'],
    input: Type.Object({ id: Type.Optional(idParam) }),
    run: ({ id: wanted }, { actor, engine, language }) => {
      assertSeesUniversity(actor);
      return comparisonOf(engine, actor, wanted ?? null, language);
    },
  }),
];
