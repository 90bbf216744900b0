import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { currentActorOf, type JobRequester } from '@keyan/engine/identity/rights.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { snakeCase, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { personnel } from '../personnel.ts';
import {
  comparedFields,
  differencesOf,
  type FileDifference,
  type FiledPerson,
  type ListedPerson,
  type RowFault,
  valueAsListed,
} from './compare.ts';
import { differenceKindCodes, differenceStatusCodes } from './dictionaries.ts';
import { compareCode, personnelDifference } from './difference.ts';
import { type ComparisonCounts, comparisonFailures } from './exchange.ts';
import {
  brokenComparisonReason,
  endBrokenComparisons,
  forgetComparedValues,
} from './values.server.ts';

// Comparison jobs: a row of `personnel_comparison` stores the uploaded list, then the differences
// found, until all are written. Both contain masked values and are deleted at the end.

const file = untypedResource(personnel);
const kind = untypedResource(personnelDifference);

/** Maximum number of differences; more indicate a wrong list. */
const maxDifferences = 5000;
/** Number of differences per transaction; progress is visible after each. */
const differencesPerTransaction = 100;

/** Uploaded people, stored until the comparison runs. */
interface UploadedList {
  readonly people: readonly ListedPerson[];
  readonly numbers: readonly string[];
}

/** Requested comparison. */
export interface ComparisonRequest extends UploadedList {
  readonly isWhole: boolean;
  readonly faults: readonly RowFault[];
}

interface StoredComparison {
  readonly id: string;
  readonly batchNum: string;
  readonly isWhole: boolean;
  readonly askedBy: string;
  readonly list: UploadedList | null;
  readonly found: readonly FileDifference[] | null;
  readonly done: number;
  readonly endedAt: Date | null;
}

/** SQL expression of a file’s column in the format of its values. */
const column = (name: string): string => {
  const spec = file.fields[name]?.spec;
  const stored = snakeCase(name);
  if (spec?.type === 'date') return `to_char(${stored}, 'YYYY-MM-DD') as "${name}"`;
  return `${stored}${spec?.type === 'ref' ? '::text' : ''} as "${name}"`;
};

const filesOf = async (session: Session): Promise<readonly FiledPerson[]> => {
  const rows = await session.query<Record<string, unknown>>(
    `select id::text, job_num as "jobNum", ${comparedFields.map(column).join(', ')}
       from personnel where tenant_id = $1 and is_deleted = 0`,
    [session.tenantId],
  );
  return rows.map(({ id, jobNum, ...values }) => ({
    id: String(id),
    jobNum: String(jobNum ?? ''),
    name: String(values.name ?? ''),
    fkDeptId: (values.fkDeptId as string | null) ?? null,
    values,
  }));
};

const departmentsOf = async (session: Session): Promise<ReadonlyMap<string, string>> => {
  const rows = await session.query<{ id: string; name: string }>(
    'select id::text, dept_name as name from dept where tenant_id = $1 and is_deleted = 0',
    [session.tenantId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Marks open differences of earlier comparisons as outdated. */
const outdateOpenDifferences = async (transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const open = await tx.query<{ id: string }>(
    `select id::text from personnel_difference
      where tenant_id = $1 and status = $2 and is_deleted = 0 order by id`,
    [tx.tenantId, differenceStatusCodes.open],
  );
  for (const { id } of open) {
    const row = await lockRow(transaction, kind, id);
    await changeRow(transaction, kind, row, 'outdate', { status: differenceStatusCodes.outdated });
  }
  await forgetComparedValues(
    tx,
    open.map(({ id }) => id),
  );
};

const noteProgress = async (
  transaction: TransactionContext,
  difference: FileDifference,
  batchNum: string,
  departments: ReadonlyMap<string, string>,
): Promise<void> => {
  const { tx } = transaction;
  const { before, after, item, ...given } = difference;
  const shown = (value: unknown): string =>
    item === null
      ? valueAsListed('fkDeptId', difference.fkDeptId, departments)
      : valueAsListed(item, value, departments);
  const row = await createRow(transaction, kind, {
    ...given,
    item,
    batchNum,
    status: differenceStatusCodes.open,
    before: given.kind === differenceKindCodes.added ? null : shown(before),
    after: shown(after),
  });
  tx.send({
    sql: `insert into personnel_difference_value (tenant_id, id, before, after)
          values ($1, $2, $3, $4)`,
    parameters: [tx.tenantId, row.id, JSON.stringify(before), JSON.stringify(after)],
  });
};

/** Notifies the people who settle the differences. */
const tellSecretaries = async (
  { tx, engine }: TransactionContext,
  found: readonly FileDifference[],
): Promise<void> => {
  const concerned = found.flatMap(({ fkDeptId }) => (fkDeptId === null ? [] : [fkDeptId]));
  if (concerned.length === 0) return;
  await engine.messages.send(tx, [
    {
      type: '99',
      title: ['人事差异', 'HR differences'],
      content: [
        '人事名单与本部门人员档案有差异，请核对处理。',
        'The HR staff list differs from personnel files of your department; please check and settle.',
      ],
      link: personnelDifference.views.all?.path ?? '',
      to: await roleHolders(tx, ['dept_secretary'], {
        departments: [...new Set(concerned)],
        and: 'above',
      }),
    },
  ]);
};

const countsOf = (
  found: readonly FileDifference[],
): Omit<ComparisonCounts, 'batchNum' | 'people'> => {
  const count = (wanted: FileDifference['kind']) => found.filter((one) => one.kind === wanted);
  return {
    added: count(differenceKindCodes.added).length,
    changed: new Set(count(differenceKindCodes.changed).map(({ jobNum }) => jobNum)).size,
    missing: count(differenceKindCodes.missing).length,
    differences: found.length,
  };
};

/**
 * Stores a requested comparison.
 * @param also further work in the same transaction
 * @throws Refused while another comparison of the tenant is running, since both would find the same
 * differences
 */
export const requestComparison = async (
  engine: Engine,
  actor: Actor,
  { people, numbers, isWhole, faults }: ComparisonRequest,
  also: (tx: Tx, id: string) => void,
): Promise<string> => {
  const id = engine.ids.next();
  const now = engine.clock();
  await engine.database.transaction(actor.tenantId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `personnel-comparison ${tx.tenantId}`,
    ]);
    await endBrokenComparisons(tx, now);
    const open = await tx.query(
      'select 1 from personnel_comparison where tenant_id = $1 and ended_at is null limit 1',
      [tx.tenantId],
    );
    if (open.length > 0) {
      throw new Refused([
        '已有比对在进行，请等它结束',
        'Another comparison is under way: wait until it has finished',
      ]);
    }
    await tx.query(
      `insert into personnel_comparison (tenant_id, id, batch_num, asked_by, is_whole, people, list,
         faults, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tx.tenantId,
        id,
        `RS${timeText(now).replace(/\D/g, '')}`,
        actor.id,
        isWhole,
        people.length,
        JSON.stringify({ people, numbers }),
        JSON.stringify(faults),
        now,
      ],
    );
    also(tx, id);
  });
  return id;
};

const lockComparison = async (tx: Tx, id: string): Promise<StoredComparison> => {
  const [found] = await tx.query<StoredComparison>(
    `select id::text, batch_num as "batchNum", is_whole as "isWhole", asked_by::text as "askedBy",
        list, found, done, ended_at as "endedAt"
       from personnel_comparison where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!found) throw new Missing();
  return found;
};

/**
 * Finds and stores the differences once, so that later changes of files do not affect a resumed
 * job.
 */
const findDifferences = (
  engine: Engine,
  actor: Actor,
  id: string,
): Promise<readonly FileDifference[] | null> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const { list, found: known, isWhole, endedAt } = await lockComparison(tx, id);
    if (endedAt) return null;
    if (known || !list) return known;
    const { people, numbers } = list;
    const found = differencesOf(await filesOf(tx), { people, numbers: new Set(numbers) }, isWhole);
    if (found.length > maxDifferences) {
      throw new Refused(
        fill(['差异超过 {most} 条，请核对文件', 'More than {most} differences: check the file'], {
          most: maxDifferences,
        }),
      );
    }
    await outdateOpenDifferences(behaviourTransaction({ engine, actor }, tx));
    await tx.query(
      `update personnel_comparison set list = null, found = $3, counts = $4
        where tenant_id = $1 and id = $2`,
      [tx.tenantId, id, JSON.stringify(found), JSON.stringify(countsOf(found))],
    );
    return found;
  });

/**
 * Writes the next differences.
 * @returns number of differences written so far
 */
const writeSome = (
  engine: Engine,
  actor: Actor,
  id: string,
  found: readonly FileDifference[],
): Promise<number> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const { done, batchNum, endedAt } = await lockComparison(tx, id);
    if (endedAt) throw new Refused(brokenComparisonReason);
    const some = found.slice(done, done + differencesPerTransaction);
    const departments = await departmentsOf(tx);
    for (const difference of some)
      await noteProgress(transaction, difference, batchNum, departments);
    await tx.query('update personnel_comparison set done = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      id,
      done + some.length,
    ]);
    return done + some.length;
  });

const endText = `
  update personnel_comparison set list = null, found = null, failure = $3, ended_at = $4
   where tenant_id = $1 and id = $2`;

/** Stores the reason for a failed comparison. */
export const failComparison = (
  engine: Engine,
  tenantId: string,
  id: string,
  failure: Label,
): Promise<unknown> =>
  engine.database.transaction(tenantId, (tx) =>
    tx.query(endText, [tenantId, id, JSON.stringify(failure), engine.clock()]),
  );

/**
 * Runs a comparison, resuming an interrupted one.
 * @returns number of differences; 0 if the list is refused, with the reason in the row
 */
export const runComparison = async (
  engine: Engine,
  actor: Actor,
  id: string,
  signal?: AbortSignal,
): Promise<number> => {
  try {
    const found = await findDifferences(engine, actor, id);
    if (!found) return 0;
    for (let done = 0; done < found.length; ) {
      signal?.throwIfAborted();
      done = await writeSome(engine, actor, id, found);
    }
    await engine.database.transaction(actor.tenantId, async (tx) => {
      await tellSecretaries(behaviourTransaction({ engine, actor }, tx), found);
      await tx.query(endText, [tx.tenantId, id, null, engine.clock()]);
    });
    return found.length;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await failComparison(engine, actor.tenantId, id, error.label);
    return 0;
  }
};

interface ComparisonWork {
  readonly actor: JobRequester;
  readonly id: string;
}

/** Background job for long lists. */
export const compareStaff: EngineJob<ComparisonWork> = {
  name: 'compare-staff',
  label: comparisonFailures,
  run: async ({ tenantId, data, signal }, engine) => {
    const actor = await currentActorOf(engine, data.actor);
    if (!actor?.permissions.has(compareCode) || actor.departmentScope !== 'all') {
      await failComparison(engine, tenantId, data.id, new Denied().label);
      return { done: 0 };
    }
    return { done: await runComparison(engine, actor, data.id, signal) };
  },
};
