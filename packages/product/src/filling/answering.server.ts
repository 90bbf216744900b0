import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { fieldsKeptFrom } from '@keyan/kernel/records/kept.ts';
import { validateForm } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import type { AnsweredCell, AskedRecord, QuestionAnswer } from './answers.ts';
import { cellsOfQuestion, questionKind } from './asking.server.ts';
import { fillQuestions, fills } from './dictionaries.ts';
import type { FillAsker } from './filling.server.ts';
import { fillKind, languageOf, standingOf } from './filling.server.ts';
import {
  cellsOf,
  type FillCell,
  type FillLayout,
  type FillRow,
  layoutOf,
  rowsOf,
  setCell,
} from './store.server.ts';
import { fieldsFor, filledValue } from './subject.server.ts';
import { type FilledValue, numberValue } from './values.ts';

/** Note on an answer that is stored in the table only. */
const onlyInTableText: Label = ['只填入本表：{why}', 'Only filled into this table: {why}'];

interface AskedQuestion {
  readonly question: RowLike & { readonly id: string; readonly version: number };
  readonly table: string;
  readonly layout: FillLayout;
  readonly rows: ReadonlyMap<number, FillRow>;
  readonly cells: readonly FillCell[];
}

/**
 * Cells of a question to the actor.
 * @throws Missing if the question is addressed to another person
 */
const askedOf = async ({ engine, actor }: FillAsker, id: string): Promise<AskedQuestion> => {
  const { row } = await engine.as(actor).read(questionKind, id);
  const question = row as unknown as AskedQuestion['question'];
  if (question.userId !== actor.id) throw new Missing();
  const table = String(question.tableId);
  return engine.database.read(actor.tenantId, async (session) => {
    const layout = await layoutOf(session, table);
    if (!layout) throw new Missing();
    return {
      question,
      table,
      layout,
      rows: new Map((await rowsOf(session, table)).map((one) => [one.row, one])),
      cells: await cellsOf(session, table, id),
    };
  });
};

interface Writable {
  readonly row: RowLike;
  readonly resource: Resource;
  /** Reason why the person may not change the record; null if permitted. */
  readonly why: Label | null;
}

const notReadable: Label = ['您不能打开该记录', 'you cannot open the record'];

/** Record of a row, and whether the actor may write it; null if the resource no longer exists. */
const writableOf = async (
  { engine, actor }: FillAsker,
  { resource: key, id }: FillRow,
): Promise<Writable | null> => {
  const resource = engine.resources.get(key);
  if (!resource) return null;
  try {
    const { row, abilities } = await engine.as(actor).read(resource, id);
    const { edit } = abilities;
    return { row: row as RowLike, resource, why: edit.allowed ? null : edit.reason };
  } catch (error) {
    if (!(error instanceof Missing || error instanceof Denied)) throw error;
    return { row: {}, resource, why: notReadable };
  }
};

/** True if the actor may write a field of the record now. */
const mayWriteField = (
  { actor }: FillAsker,
  { resource, row, why }: Writable,
  field: string | null,
): boolean => {
  const spec = field === null ? undefined : resource.fields[field]?.spec;
  return (
    why === null &&
    spec !== undefined &&
    !spec.readonly &&
    fieldsFor(resource, actor).has(field ?? '') &&
    !fieldsKeptFrom(resource, actor.permissions, row).includes(field ?? '')
  );
};

/** Cells that one person is asked for, grouped by record. */
export const questionAnswer = async (asking: FillAsker, id: string): Promise<QuestionAnswer> => {
  const { question, layout, rows, cells } = await askedOf(asking, id);
  const headings = new Map(layout.columns.map(({ column, heading }) => [column, heading]));
  const records: AskedRecord[] = [];
  for (const [at, own] of Map.groupBy(cells, ({ row }) => row)) {
    const row = rows.get(at);
    const writable = row && (await writableOf(asking, row));
    if (!row || !writable) continue;
    records.push({
      resource: row.resource,
      id: writable.why === notReadable ? '' : row.id,
      // The title is shown even without read permission, so that the person knows which record is
      // meant.
      title: row.title,
      cells: own.map(({ row: line, column, field, value, note, mark }) => ({
        row: line,
        column,
        heading: headings.get(column) ?? '',
        field: field !== null && writable.resource.fields[field]?.spec.secret ? null : field,
        isWritable: mayWriteField(asking, writable, field),
        value: value?.text ?? '',
        note,
        isAnswered: mark === 'answered' || mark === 'hand',
      })),
    });
  }
  return { records, isOpen: question.status === fillQuestions.open };
};

/** Answer to one cell: a field value or a text. */
export interface GivenAnswer {
  readonly row: number;
  readonly column: number;
  readonly value: unknown;
}

interface JudgedAnswer {
  readonly shown: FilledValue;
  /** Value in stored form; undefined if the cell belongs to no field. */
  readonly stored: unknown;
}

const textOf = (value: unknown): string =>
  (Array.isArray(value) ? value.join('、') : String(value ?? '')).trim().slice(0, 2000);

/**
 * Parses an answer by the type of its field.
 * @throws Invalid with the fault
 */
const judgeAnswer = async (
  asking: FillAsker,
  { layout }: AskedQuestion,
  cell: FillCell,
  writable: Writable,
  value: unknown,
): Promise<JudgedAnswer> => {
  const { dictionaries } = asking;
  const { resource, row } = writable;
  const field = cell.field === null ? undefined : resource.fields[cell.field];
  const column = layout.columns.find((one) => one.column === cell.column);
  if (!field || cell.field === null || field.spec.target || column?.target.is !== 'field') {
    return { shown: numberValue(textOf(value)), stored: undefined };
  }
  const read = validateForm({ [cell.field]: field }, row, { [cell.field]: value }, dictionaries);
  if (read.faults.length > 0) throw new Invalid(read.faults);
  const { heading } = column;
  const about = { heading, unit: column.target.unit, language: languageOf(heading), dictionaries };
  const shown = filledValue(read.row, cell.field, field.spec, about);
  if (!shown) throw new Invalid([{ path: cell.field, message: ['请填写', 'Fill it in'] }]);
  return { shown, stored: read.row[cell.field] };
};

const settle = async (
  asking: FillAsker,
  { question, table }: AskedQuestion,
  tx: Tx,
  cell: FillCell,
  shown: FilledValue,
  note: string,
): Promise<void> => {
  const transaction = behaviourTransaction(asking, tx);
  const own = await lockRow(transaction, fillKind, table);
  if (own.status !== fills.filling) {
    throw new Refused([
      '该表已报出，不再收答复',
      'The table has already been reported; answers are no longer accepted',
    ]);
  }
  const now = await lockRow(transaction, questionKind, question.id);
  if (now.status === fillQuestions.withdrawn) {
    throw new Refused(['提问已收回', 'The question was withdrawn']);
  }
  const { row, column } = cell;
  await setCell(tx, table, { row, column, value: shown, mark: 'answered', note });
  const left = await cellsOfQuestion(tx, question.id);
  const isDone = left.remaining === 0;
  await changeRow(transaction, questionKind, now, 'answered', {
    ...left,
    status: isDone ? fillQuestions.answered : fillQuestions.open,
    answeredAt: isDone ? timeText(transaction.now) : (now.answeredAt ?? null),
  });
  await changeRow(transaction, fillKind, own, 'filled', await standingOf(tx, table), [
    '收到一处答复',
    'An answer came in',
  ]);
};

/** Reason why an answer is stored in the table only; null if the record receives it too. */
const reasonNotInRecord = (
  asking: FillAsker,
  writable: Writable,
  field: string | null,
): Label | null => {
  if (field === null || !writable.resource.fields[field]) return null;
  if (writable.why) return writable.why;
  return mayWriteField(asking, writable, field)
    ? null
    : ['该字段由系统或他人维护', 'this field is maintained by the system or by others'];
};

/**
 * Stores one answer in the table and, if the person may write the record, in the record, within one
 * transaction. Long because both decisions belong together.
 */
const answerOne = async (
  asking: FillAsker,
  asked: AskedQuestion,
  given: GivenAnswer,
): Promise<void> => {
  const { engine, actor, language } = asking;
  const cell = asked.cells.find(({ row, column }) => row === given.row && column === given.column);
  const row = cell && asked.rows.get(cell.row);
  const writable = row && (await writableOf(asking, row));
  if (!cell || !row || !writable) throw new Missing();
  const { shown, stored } = await judgeAnswer(asking, asked, cell, writable, given.value);
  if (shown.text === '') throw new Invalid([{ path: '', message: ['请填写', 'Fill it in'] }]);
  const inTable = (note: string) =>
    engine.database.transaction(actor.tenantId, (tx) =>
      settle(asking, asked, tx, cell, shown, note),
    );
  if (stored === undefined || !mayWriteField(asking, writable, cell.field)) {
    const why = reasonNotInRecord(asking, writable, cell.field);
    await inTable(why ? say(fill(onlyInTableText, { why }), language) : '');
    return;
  }
  const { id, version } = writable.row;
  const input = { id, version, [cell.field ?? '']: stored };
  try {
    await engine.as(actor).save(writable.resource, input, {
      alongside: (tx) => settle(asking, asked, tx, cell, shown, ''),
    });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    // Only faults of the answered field concern the answer; faults of other fields are ignored
    // here.
    const [own] = error.faults.filter(({ path }) => path === cell.field);
    if (own) throw error;
    const why: Label = error.label;
    await inTable(say(fill(onlyInTableText, { why }), language));
  }
};

/** Stores answers one by one: a fault of one answer does not affect others. */
export const answerQuestion = async (
  asking: FillAsker,
  id: string,
  given: readonly GivenAnswer[],
): Promise<readonly AnsweredCell[]> => {
  const done: AnsweredCell[] = [];
  await askedOf(asking, id);
  for (const one of given) {
    const { row, column } = one;
    try {
      await answerOne(asking, await askedOf(asking, id), one);
      done.push({ row, column, fault: '' });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const [first] = error instanceof Invalid ? error.faults : [];
      done.push({
        row,
        column,
        fault: say(first?.message ?? error.label, asking.language),
      });
    }
  }
  return done;
};
