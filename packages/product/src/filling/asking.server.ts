import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { fillQuestions, fills } from './dictionaries.ts';
import { fillQuestion, myQuestionsPath } from './fill-question.ts';
import {
  type FillAsker,
  type FillTableRow,
  fillKind,
  openFill,
  tableHandedOutText,
} from './filling.server.ts';
import { seenOf } from './reading.server.ts';
import type { FillRow } from './store.server.ts';

export const questionKind: Resource = untypedResource(fillQuestion);

/** Message type of questions, a code of the dictionary `msgType`. */
const message = '99';

const pageOf = (question: string): string => `${myQuestionsPath}/detail?id=${question}`;

const invitationText: Label = [
  '《{table}》（{authority}）有 {count} 处需要您填写{due}；答复会填入表中，可写入记录的同时更新您的记录。',
  '“{table}” ({authority}) has blanks for you to fill in ({count}){due}. Your answers go into the table and, where you may edit them, into your records.',
];

const noticeOf = (
  table: Pick<FillTableRow, 'tableName' | 'authority'>,
  question: StoredRow,
  isReminder: boolean,
) => ({
  type: message,
  title: (isReminder
    ? ['催办：请填写表中的空缺', 'Reminder: please fill in the blanks of a table']
    : ['请填写表中的空缺', 'Please fill in the blanks of a table']) satisfies Label as Label,
  content: fill(invitationText, {
    table: table.tableName ?? '',
    authority: table.authority ?? '',
    count: Number(question.remaining ?? 0),
    due: question.dueDate
      ? [`，请于 ${question.dueDate} 前答复`, ` by ${question.dueDate}`]
      : ['', ''],
  }),
  business: { resource: questionKind.key, id: question.id },
  link: pageOf(question.id),
  to: [String(question.userId)],
});

/** Id of the account to ask about a row: its person, otherwise the secretary of its department. */
const askedFor = async (
  tx: Tx,
  rows: readonly FillRow[],
  to: 'person' | 'secretary',
): Promise<ReadonlyMap<number, string>> => {
  if (to === 'person') {
    const inUse = new Set(
      (
        await tx.query<{ id: string }>(
          `select id::text as id from users
            where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and status = '1'`,
          [tx.tenantId, rows.flatMap(({ person }) => person ?? [])],
        )
      ).map(({ id }) => id),
    );
    return new Map(
      rows.flatMap(({ row, person }) => (person && inUse.has(person) ? [[row, person]] : [])),
    );
  }
  const found = new Map<number, string>();
  for (const [dept, own] of Map.groupBy(rows, (row) => row.dept)) {
    if (dept === null) continue;
    const near = { departments: [dept], and: 'above' as const };
    const [secretary] = await roleHolders(tx, ['dept_secretary'], near);
    for (const { row } of secretary ? own : []) found.set(row, secretary ?? '');
  }
  return found;
};

const nobodyToAskText: Label = [
  '没有可以提问的人：记录没有负责人账号，请手填或改问秘书',
  'Nobody to ask: the records have no account of a person in charge; enter the cells by hand or ask secretaries',
];

/** Question to a person about a table: the existing question, otherwise a new one. */
const questionFor = async (
  transaction: TransactionContext,
  table: FillTableRow,
  person: string,
): Promise<StoredRow> => {
  const { tx, now } = transaction;
  const [known] = await tx.query<{ id: string }>(
    `select id::text as id from fill_question
      where tenant_id = $1 and table_id = $2 and user_id = $3 and is_deleted = 0 order by id limit 1`,
    [tx.tenantId, table.id, person],
  );
  if (known) return lockRow(transaction, questionKind, known.id);
  return createRow(transaction, questionKind, {
    title: table.tableName,
    authority: table.authority,
    tableId: table.id,
    userId: person,
    askedAt: timeText(now),
    cells: 0,
    remaining: 0,
    status: fillQuestions.open,
  });
};

/** Number of unknown cells of a question, and number of all its cells. */
export const cellsOfQuestion = async (
  tx: Tx,
  question: string,
): Promise<{ readonly cells: number; readonly remaining: number }> => {
  const [row] = await tx.query<{ cells: number; remaining: number }>(
    `select count(*)::int as cells, count(*) filter (where mark = 'unknown')::int as remaining
       from fill_cell where tenant_id = $1 and question_id = $2`,
    [tx.tenantId, question],
  );
  return row ?? { cells: 0, remaining: 0 };
};

/**
 * Asks for all unknown cells without a question: one question and one message per person.
 * @returns number of people asked
 */
export const askPeople = async (
  asking: FillAsker,
  id: string,
  given: { readonly to: 'person' | 'secretary'; readonly dueDate: string | null },
): Promise<number> => {
  const { engine, actor } = asking;
  await openFill(asking, id);
  const { rows, cells } = await seenOf(asking, id);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const table = (await lockRow(transaction, fillKind, id)) as unknown as FillTableRow;
    if (table.status !== fills.filling) {
      throw new Refused(tableHandedOutText);
    }
    const open = new Set(
      (
        await tx.query<{ id: string }>(
          `select id::text as id from fill_question where tenant_id = $1 and table_id = $2 and is_deleted = 0
             and status = $3`,
          [tx.tenantId, id, fillQuestions.open],
        )
      ).map((one) => one.id),
    );
    const wanted = rows.flatMap((row) =>
      (cells.get(row.row) ?? []).flatMap((cell) =>
        cell.mark === 'unknown' && !(cell.question && open.has(cell.question))
          ? [{ row, cell }]
          : [],
      ),
    );
    const people = await askedFor(tx, [...new Set(wanted.map(({ row }) => row))], given.to);
    const byPerson = Map.groupBy(
      wanted.filter(({ row }) => people.has(row.row)),
      ({ row }) => people.get(row.row) ?? '',
    );
    if (byPerson.size === 0) throw new Refused(nobodyToAskText);
    const asked: StoredRow[] = [];
    for (const [person, own] of [...byPerson].toSorted(
      ([one], [other]) => Number(one) - Number(other),
    )) {
      const question = await questionFor(transaction, table, person);
      await tx.query(
        `update fill_cell c set question_id = $3 from unnest($4::int[], $5::int[]) as x(r, k)
          where c.tenant_id = $1 and c.table_id = $2 and c.row_no = x.r and c.column_no = x.k`,
        [
          tx.tenantId,
          id,
          question.id,
          own.map(({ cell }) => cell.row),
          own.map(({ cell }) => cell.column),
        ],
      );
      asked.push(
        await changeRow(transaction, questionKind, question, 'asked', {
          ...(await cellsOfQuestion(tx, question.id)),
          askedAt: timeText(transaction.now),
          dueDate: given.dueDate ?? question.dueDate ?? null,
          status: fillQuestions.open,
        }),
      );
    }
    await engine.messages.send(
      tx,
      asked.map((question) => noticeOf(table, question, false)),
    );
    return asked.length;
  });
};

/**
 * Reminds people with unanswered questions, one message each.
 * @returns number of reminded people
 */
export const remindPeople = async (asking: FillAsker, id: string): Promise<number> => {
  const { engine, actor } = asking;
  const { row } = await openFill(asking, id);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const open = await tx.query<{ id: string }>(
      `select id::text as id from fill_question
        where tenant_id = $1 and table_id = $2 and is_deleted = 0 and status = $3 order by id`,
      [tx.tenantId, id, fillQuestions.open],
    );
    const reminded: StoredRow[] = [];
    for (const question of open) {
      const now = await lockRow(transaction, questionKind, question.id);
      reminded.push(
        await changeRow(transaction, questionKind, now, 'asked', {
          remindedAt: timeText(transaction.now),
        }),
      );
    }
    await engine.messages.send(
      tx,
      reminded.map((question) => noticeOf(row, question, true)),
    );
    return reminded.length;
  });
};
