import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import type { CellsAnswer, FillAnswer, MappedColumn, ShownCell } from './answers.ts';
import { fillQuestions, fills } from './dictionaries.ts';
import {
  contentOf,
  type FillAsker,
  fillKind,
  openFill,
  readFill,
  standingOf,
  tableHandedOutText,
} from './filling.server.ts';
import {
  cellsOf,
  countsOf,
  type FillCell,
  type FillLayout,
  type FillRow,
  layoutOf,
  rowsOf,
  setCell,
} from './store.server.ts';
import { fieldsFor } from './subject.server.ts';
import { filledFile } from './tables.server.ts';
import { type FilledValue, numberValue } from './values.ts';

/** Table with the rows and cells that the reader may see. */
interface VisibleTable {
  readonly layout: FillLayout;
  readonly rows: readonly (FillRow & { readonly shownTitle: string })[];
  readonly cells: ReadonlyMap<number, readonly FillCell[]>;
  readonly withheld: number;
}

const layoutFor = async (session: Session, id: string): Promise<FillLayout> => {
  const layout = await layoutOf(session, id);
  if (!layout)
    throw new Refused(['请先对应各列并填报', 'Match the columns and fill the table first']);
  return layout;
};

/**
 * Rows and cells of a table, limited to records and fields that the reader may read now; the
 * officer who filled the table may have had more rights.
 */
export const seenOf = async (asking: FillAsker, id: string): Promise<VisibleTable> => {
  const { engine, actor } = asking;
  const stored = await engine.database.read(actor.tenantId, async (session) => ({
    layout: await layoutFor(session, id),
    rows: await rowsOf(session, id),
    cells: await cellsOf(session, id),
  }));
  const titles = new Map<string, string>();
  const open = new Map<string, ReadonlySet<string>>();
  for (const [key, own] of Map.groupBy(stored.rows, ({ resource }) => resource)) {
    const resource = engine.resources.get(key);
    if (!resource) continue;
    open.set(key, new Set(fieldsFor(resource, actor).keys()));
    const ids = own.map((row) => row.id);
    for (const row of await engine.as(actor).readAll(resource, ids, [resource.title])) {
      titles.set(`${key}/${row.id}`, String((row as RowLike)[resource.title] ?? ''));
    }
  }
  const rows = stored.rows.flatMap((row) => {
    const shownTitle = titles.get(`${row.resource}/${row.id}`);
    return shownTitle === undefined ? [] : [{ ...row, shownTitle }];
  });
  const kinds = new Map(rows.map(({ row, resource }) => [row, resource]));
  const shown = stored.cells.filter(({ row, field }) => {
    const kind = kinds.get(row);
    return kind !== undefined && (field === null || open.get(kind)?.has(field) === true);
  });
  return {
    layout: stored.layout,
    rows,
    cells: Map.groupBy(shown, ({ row }) => row),
    withheld: stored.rows.length - rows.length,
  };
};

const namesOf = async (
  session: Session,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await session.query<{ id: string; name: string }>(
    'select id::text as id, real_name as name from users where tenant_id = $1 and id = any($2::bigint[])',
    [session.tenantId, [...new Set(people)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const ofColumns = (columns: readonly MappedColumn[]) =>
  new Set(columns.map(({ column }) => column));

/** Page of a table’s rows: all, or those with a cell of one mark. */
export const cellsAnswer = async (
  asking: FillAsker,
  id: string,
  {
    mark,
    current,
    size,
  }: { readonly mark?: string | undefined; readonly current: number; readonly size: number },
): Promise<CellsAnswer> => {
  const { engine, actor } = asking;
  await readFill(asking, id);
  const { layout, rows, cells, withheld } = await seenOf(asking, id);
  const wanted = mark
    ? rows.filter(({ row }) => cells.get(row)?.some((cell) => cell.mark === mark))
    : rows;
  const page = wanted.slice((current - 1) * size, current * size);
  const asked = await engine.database.read(actor.tenantId, async (session) => {
    const people = await session.query<{ question: string; person: string }>(
      `select id::text as question, user_id::text as person from fill_question
        where tenant_id = $1 and table_id = $2 and is_deleted = 0`,
      [session.tenantId, id],
    );
    const names = await namesOf(session, [
      ...people.map(({ person }) => person),
      ...page.flatMap(({ person }) => person ?? []),
    ]);
    return {
      names,
      questions: new Map(people.map(({ question, person }) => [question, names.get(person) ?? ''])),
    };
  });
  const known = ofColumns(layout.columns);
  return {
    columns: layout.columns,
    total: wanted.length,
    withheld,
    unmatched: layout.unmatched ?? [],
    rows: page.map(({ row, resource, id: record, shownTitle, person }) => ({
      row,
      resource,
      id: record,
      title: shownTitle,
      person: (person && asked.names.get(person)) || '',
      cells: (cells.get(row) ?? []).flatMap(
        ({ column, value, mark: of, question, note }): readonly ShownCell[] =>
          known.has(column)
            ? [
                {
                  column,
                  value,
                  mark: of,
                  note,
                  person: question === null ? '' : (asked.questions.get(question) ?? ''),
                },
              ]
            : [],
      ),
    })),
  };
};

/** Progress of a table, as shown on its page. */
export const fillAnswer = async (asking: FillAsker, id: string): Promise<FillAnswer> => {
  const { engine, actor } = asking;
  const { row, mayFill, file } = await readFill(asking, id);
  return engine.database.read(actor.tenantId, async (session) => {
    const layout = await layoutOf(session, id);
    const [open] = await session.query<{
      unasked: number;
      personless: number;
      questions: number;
      open: number;
    }>(
      `select count(*) filter (where q.id is null and r.person_id is not null)::int as unasked,
              count(*) filter (where q.id is null and r.person_id is null)::int as personless,
              (select count(*)::int from fill_question where tenant_id = $1 and table_id = $2 and is_deleted = 0
                 and status <> '${fillQuestions.withdrawn}') as questions,
              (select count(*)::int from fill_question where tenant_id = $1 and table_id = $2 and is_deleted = 0
                 and status = '${fillQuestions.open}') as open
         from fill_cell c join fill_row r on r.tenant_id = c.tenant_id and r.table_id = c.table_id and r.row_no = c.row_no
         left join fill_question q on q.tenant_id = c.tenant_id and q.id = c.question_id
           and q.status = '${fillQuestions.open}'
        where c.tenant_id = $1 and c.table_id = $2 and c.mark = 'unknown'`,
      [session.tenantId, id],
    );
    return {
      id,
      version: row.version,
      status: row.status ?? fills.matching,
      isFilled: layout !== null,
      isStale:
        layout !== null &&
        (layout.file !== file?.id ||
          layout.page !== row.page ||
          layout.conditions !== (row.conditions ?? '')),
      counts: await countsOf(session, id),
      unasked: open?.unasked ?? 0,
      personless: open?.personless ?? 0,
      questions: open?.questions ?? 0,
      open: open?.open ?? 0,
      may: {
        fill: mayFill,
        download: layout !== null && file !== null && mayTakeOut(asking, layout),
      },
    };
  });
};

/** True if the actor may export records of the page behind the table. */
const mayTakeOut = ({ actor }: Pick<FillAsker, 'actor'>, { page }: FillLayout): boolean =>
  actor.permissions.has(page) && actor.permissions.has(`${page}_export`);

/**
 * Position of each row in the file: named rows stay in place, rows of a list are renumbered without
 * gaps.
 */
const placesIn = (
  { source, head }: FillLayout,
  rows: readonly { readonly row: number }[],
): readonly number[] =>
  source === 'file'
    ? Array.from({ length: head.bodyBottom - head.bodyTop + 1 }, (_, row) => row)
    : rows.map(({ row }) => row);

/**
 * Original file, filled with the values that the reader may see.
 * @throws Denied without the right to export the records
 */
export const fileOf = async (
  asking: FillAsker,
  id: string,
): Promise<{ readonly content: Buffer; readonly name: string }> => {
  const { engine, actor } = asking;
  const { file } = await readFill(asking, id);
  const { layout, rows, cells } = await seenOf(asking, id);
  if (!mayTakeOut(asking, layout)) throw new Denied();
  if (file?.id !== layout.file) {
    throw new Refused([
      '空表文件已更换，请重新对应并填报',
      'The file was replaced: match its columns and fill it again',
    ]);
  }
  const columns = layout.columns.map(({ column }) => column);
  const filling = {
    table: layout.table,
    bodyTop: layout.head.bodyTop,
    bodyBottom: layout.head.bodyBottom,
    columns,
    rows: placesIn(layout, rows).map((row) => {
      const own = new Map((cells.get(row) ?? []).map(({ column, value }) => [column, value]));
      return columns.map((column) => own.get(column) ?? null);
    }),
  };
  const content = await contentOf(asking, id, file.id);
  const filled = await engine.workers.run(
    filledFile,
    { content, filling },
    { person: taskOwnerOf(actor) },
  );
  return {
    content: Buffer.from(filled.buffer, filled.byteOffset, filled.byteLength),
    name: file.name.replace(/\.xls$/i, '.xlsx'),
  };
};

/** Value typed by an officer; digits become a number in a number column. */
const typedValue = (text: string): FilledValue | null => {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d{4}-\d{2}-\d{2}$/.test(plain) ? { text: plain, kind: 'day' } : numberValue(plain);
};

/** True if the cell’s value was already in the file. */
const isOfFile = ({ mark, value }: FillCell): boolean => mark === 'none' && value !== null;

/** Enters a cell by hand; an empty text undoes the entry. */
export const enterFillCell = async (
  asking: FillAsker,
  id: string,
  { row, column, text }: { readonly row: number; readonly column: number; readonly text: string },
): Promise<void> => {
  const { engine, actor } = asking;
  await openFill(asking, id);
  const { cells, layout } = await seenOf(asking, id);
  const cell = cells.get(row)?.find((one) => one.column === column);
  const target = layout.columns.find((one) => one.column === column)?.target;
  if (!cell || !target) throw new Missing();
  if (isOfFile(cell)) {
    throw new Refused(['该格在空表中已有内容', 'The empty table has something in this cell']);
  }
  const value = typedValue(text);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const now = await lockRow(transaction, fillKind, id);
    if (now.status !== fills.filling) throw new Refused(tableHandedOutText);
    const isAsked = target.is === 'ask' || target.is === 'field';
    const mark = value ? 'hand' : isAsked ? 'unknown' : 'none';
    if (!(await setCell(tx, id, { row, column, value, mark, note: '' }))) throw new Missing();
    await changeRow(transaction, fillKind, now, 'filled', await standingOf(tx, id), [
      `手填第 ${row + 1} 行`,
      `Row ${row + 1} entered by hand`,
    ]);
  });
};
