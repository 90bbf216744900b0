import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { readBook } from '@keyan/engine/workbooks/dry-run.ts';
import { type Resource, snake } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { changeRow, createRow } from '../../shared/rows.server.ts';
import { personnel } from '../personnel.ts';
import {
  compared,
  type Difference,
  differencesOf,
  type Filed,
  type RowFault,
  readList,
  shownValue,
} from './compare.ts';
import { differs, settled } from './dictionaries.ts';
import { compareCode, personnelDifference } from './difference.ts';
import type { Compared } from './exchange.ts';
import { forgetValues } from './values.server.ts';

const file = personnel as unknown as Resource;
const kind = personnelDifference as unknown as Resource;

/** Differences of one comparison; more mean that it is not a list of these people. */
const most = 5000;
/** Faulty rows that the answer names. */
const mostFaults = 200;

/** A column of files as their values are written. */
const column = (name: string): string => {
  const spec = file.fields[name]?.spec;
  const stored = snake(name);
  if (spec?.kind === 'date') return `to_char(${stored}, 'YYYY-MM-DD') as "${name}"`;
  return `${stored}${spec?.kind === 'ref' ? '::text' : ''} as "${name}"`;
};

const filesOf = async (session: Session): Promise<readonly Filed[]> => {
  const rows = await session.query<Record<string, unknown>>(
    `select id::text, job_num as "jobNum", ${compared.map(column).join(', ')}
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

/** A new comparison takes the place of what is still open of earlier ones. */
const outdate = async (transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const open = await tx.query<{ id: string }>(
    `select id::text from personnel_difference
      where tenant_id = $1 and status = $2 and is_deleted = 0 order by id`,
    [tx.tenantId, settled.open],
  );
  for (const { id } of open) {
    const row = await lockRow(transaction, kind, id);
    await changeRow(transaction, kind, row, 'outdate', { status: settled.outdated });
  }
  await forgetValues(
    tx,
    open.map(({ id }) => id),
  );
};

const note = async (
  transaction: TransactionContext,
  difference: Difference,
  batchNum: string,
  departments: ReadonlyMap<string, string>,
): Promise<void> => {
  const { tx } = transaction;
  const { before, after, item, ...given } = difference;
  const shown = (value: unknown): string =>
    item === null
      ? shownValue('fkDeptId', difference.fkDeptId, departments)
      : shownValue(item, value, departments);
  const row = await createRow(transaction, kind, {
    ...given,
    item,
    batchNum,
    status: settled.open,
    before: given.kind === differs.added ? null : shown(before),
    after: shown(after),
  });
  tx.send({
    sql: `insert into personnel_difference_value (tenant_id, id, before, after)
          values ($1, $2, $3, $4)`,
    parameters: [tx.tenantId, row.id, JSON.stringify(before), JSON.stringify(after)],
  });
};

/** Tells the secretaries of these departments, and of those above them, what there is to settle. */
const tellSecretaries = async (
  { tx, engine }: TransactionContext,
  departments: readonly string[],
): Promise<void> => {
  const people = await roleHolders(tx, ['dept_secretary'], { departments, and: 'above' });
  await engine.messages.send(tx, [
    {
      type: '99',
      title: ['人事差异', 'Differences of staff'],
      content: [
        '人事名单与本部门人员档案有差异，请核对处理。',
        'The list of staff differs from files of your department; please settle it.',
      ],
      link: personnelDifference.views.all?.path ?? '',
      to: people,
    },
  ]);
};

/** Stores in what a list differs from the files. */
const compare = async (
  transaction: TransactionContext,
  list: ReturnType<typeof readList>,
  isWhole: boolean,
): Promise<Omit<Compared, 'faults'>> => {
  const { tx, now } = transaction;
  // Two comparisons at a time would find the same.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `personnel-difference ${tx.tenantId}`,
  ]);
  const found = differencesOf(await filesOf(tx), list, isWhole);
  if (found.length > most) {
    throw new Refused(
      fill(['差异超过 {most} 条，请核对文件', 'More than {most} differences: check the file'], {
        most,
      }),
    );
  }
  await outdate(transaction);
  const departments = await departmentsOf(tx);
  const batchNum = `RS${timeText(now).replace(/\D/g, '')}`;
  for (const difference of found) await note(transaction, difference, batchNum, departments);
  const concerned = found.flatMap(({ fkDeptId }) => (fkDeptId === null ? [] : [fkDeptId]));
  if (concerned.length > 0) await tellSecretaries(transaction, [...new Set(concerned)]);
  const count = (wanted: Difference['kind']) => found.filter((one) => one.kind === wanted);
  return {
    batchNum,
    added: count(differs.added).length,
    changed: new Set(count(differs.changed).map(({ jobNum }) => jobNum)).size,
    missing: count(differs.missing).length,
    differences: found.length,
    people: list.people.length,
  };
};

/** The personnel office's list of staff, compared with the files. */
export const exchangeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/personnelDifference/compare',
    auth: 'user',
    permissions: [compareCode],
    files: true,
    perMinute: 10,
    summary: ['比对人事名单', 'Compare a list of staff with the files'],
    input: Type.Object({ whole: Type.Optional(Type.String({ maxLength: 5 })) }),
    run: async ({ whole }, { actor, engine, files, language }): Promise<Compared> => {
      // The list is of the whole university.
      if (actor.departmentScope !== 'all') throw new Denied();
      for await (const given of files) {
        const records = await readBook(engine, actor, file, await readWorkbook(given.stream));
        const unread: readonly RowFault[] = records.flatMap(({ row, faults }) =>
          faults.slice(0, 1).map(({ message }) => ({ row, message })),
        );
        const faulty = new Set(unread.map(({ row }) => row));
        const list = readList(records.map(({ row, input }) => ({ row, input })));
        const faults = [...unread, ...list.faults.filter(({ row }) => !faulty.has(row))];
        const isUnread = new Set(
          records.flatMap(({ row, input }) =>
            faulty.has(row) ? [String(input.jobNum ?? '')] : [],
          ),
        );
        const people = list.people.filter(({ jobNum }) => !isUnread.has(jobNum));
        const answer = await engine.database.transaction(actor.tenantId, (tx) =>
          compare(
            transactionOf({ engine, actor }, tx),
            { ...list, people },
            whole === '1' || whole === 'true',
          ),
        );
        return {
          ...answer,
          faults: faults
            .slice(0, mostFaults)
            .map(({ row, message }) => ({ row, message: say(message, language) })),
        };
      }
      throw new Refused(['请选择要比对的文件', 'Choose a file to compare']);
    },
  }),
];
