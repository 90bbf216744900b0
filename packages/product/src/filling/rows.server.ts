import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import type { MappedColumn, PreviewAnswer } from './answers.ts';
import { fills } from './dictionaries.ts';
import {
  type CheckedLayout,
  checkedLayout,
  type FillAsker,
  fillKind,
  type GivenLayout,
  keyOf,
  languageOf,
  readsTable,
  standingOf,
  tableHandedOutText,
} from './filling.server.ts';
import { recordsOfRows, type UnmatchedRow } from './naming.ts';
import {
  cellsOf,
  type FillCell,
  type FillLayout,
  type FillRow,
  keepFilling,
  layoutOf,
  rowsOf,
  tablesAlike,
} from './store.server.ts';
import {
  type FillRecord,
  fieldsFor,
  filledValue,
  maxFillRows,
  maxSearchedRecords,
  type RecordBound,
  recordsFor,
  subjectOf,
} from './subject.server.ts';
import { type AskedCell, filledCell } from './values.ts';

const fieldOf = ({ target }: MappedColumn): string | null =>
  target.is === 'field' ? target.field : null;

/** Value of a column from the record, before answers are applied. */
const askedCell = (
  { dictionaries }: FillAsker,
  fields: ReadonlyMap<string, FieldSpec>,
  { row }: FillRecord,
  { target, heading }: MappedColumn,
  at: number,
): AskedCell => {
  // Dictionary names are written in the language of the heading.
  const language = languageOf(heading);
  if (target.is === 'serial') {
    return { known: { text: String(at + 1), kind: 'number' }, field: null, isAsked: false };
  }
  if (target.is === 'fixed') {
    return {
      known: target.text === '' ? null : { text: target.text, kind: 'text' },
      field: null,
      isAsked: false,
    };
  }
  if (target.is !== 'field') return { known: undefined, field: null, isAsked: target.is === 'ask' };
  const spec = fields.get(target.field);
  return {
    known: spec
      ? filledValue(row, target.field, spec, { heading, unit: target.unit, language, dictionaries })
      : null,
    field: target.field,
    isAsked: true,
  };
};

interface Past {
  /** Cell by record and heading. */
  get(record: string, heading: string): FillCell | undefined;
}

const pastOf = async (
  session: Session,
  id: string | null,
  columns: readonly MappedColumn[],
): Promise<Past> => {
  const found = new Map<string, FillCell>();
  if (id !== null) {
    const records = new Map((await rowsOf(session, id)).map(({ row, id: of }) => [row, of]));
    const headings = new Map(columns.map(({ column, heading }) => [column, heading]));
    for (const cell of await cellsOf(session, id)) {
      found.set(`${records.get(cell.row)}/${headings.get(cell.column)}`, cell);
    }
  }
  return { get: (record, heading) => found.get(`${record}/${heading}`) };
};

/** Record with its row, and the texts that the file already has there. */
interface PlacedRecord {
  readonly row: number;
  readonly record: FillRecord;
  readonly texts: ReadonlyMap<number, string>;
}

const noTexts: ReadonlyMap<number, string> = new Map();

const filledRows = (
  asking: FillAsker,
  resource: Resource,
  layout: FillLayout,
  placed: readonly PlacedRecord[],
  past: { readonly own: Past; readonly last: Past },
): { readonly rows: readonly FillRow[]; readonly cells: readonly FillCell[] } => {
  const rows = placed.map(({ row, record: { row: _row, ...record } }) => ({
    ...record,
    row,
    resource: resource.key,
  }));
  const fields = fieldsFor(resource, asking.actor);
  const cells = placed.flatMap(({ row, record, texts }) =>
    layout.columns.map((column): FillCell => {
      const at = { row, column: column.column };
      const text = texts.get(column.column);
      // Cells that the authority wrote are not overwritten.
      if (text !== undefined) {
        return {
          ...at,
          value: { text, kind: 'text' },
          mark: 'none',
          field: fieldOf(column),
          question: null,
          note: '',
        };
      }
      const asked = askedCell(asking, fields, record, column, row);
      const before = past.own.get(record.id, column.heading);
      const cell = filledCell(asked, before, past.last.get(record.id, column.heading));
      const isKept = cell.mark === 'hand' || cell.mark === 'answered' || cell.mark === 'unknown';
      return {
        ...cell,
        ...at,
        question: isKept ? (before?.question ?? null) : null,
        note: isKept && before ? before.note : '',
      };
    }),
  );
  return { rows, cells };
};

const pastsOf = async (asking: FillAsker, session: Session, id: string, layout: FillLayout) => {
  const before = await layoutOf(session, id);
  const alike = (await tablesAlike(session, id, keyOf(layout.columns))).find((one) =>
    readsTable(asking, one),
  );
  return {
    own: await pastOf(session, before ? id : null, before?.columns ?? []),
    last: await pastOf(session, alike?.id ?? null, alike?.layout.columns ?? []),
  };
};

/** Records of a layout by row, and rows of the file without a record. */
const placedRecords = async (
  asking: FillAsker,
  { layout, named }: CheckedLayout,
  bound: RecordBound,
): Promise<{
  readonly placed: readonly PlacedRecord[];
  readonly unmatched: readonly UnmatchedRow[];
  readonly resource: Resource;
}> => {
  const { engine, actor } = asking;
  const page = subjectOf(engine, actor, layout.page);
  const { resource } = page;
  const wanted = layout.columns.flatMap((column) => fieldOf(column) ?? []);
  const records = await recordsFor(
    asking,
    page,
    layout.conditions,
    wanted,
    named ? { atMost: maxSearchedRecords } : bound,
  );
  if (!named) {
    const placed = records.map((record, row): PlacedRecord => ({ row, record, texts: noTexts }));
    return { placed, unmatched: [], resource };
  }
  const fields = fieldsFor(resource, actor);
  const columns = new Map(layout.columns.map((column) => [column.column, column]));
  const textOf = (at: number, column: number): string => {
    const [record, about] = [records[at], columns.get(column)];
    return record && about ? (askedCell(asking, fields, record, about, at).known?.text ?? '') : '';
  };
  const matched = recordsOfRows(named, layout.columns, records.length, textOf);
  const { head } = layout;
  const placed: PlacedRecord[] = [];
  const unmatched: UnmatchedRow[] = [];
  for (const { row, found } of matched) {
    const [first] = found;
    const record = first === undefined || found.length > 1 ? undefined : records[first];
    if (record) placed.push({ row: row.row, record, texts: row.texts });
    else {
      unmatched.push({
        line: head.bodyTop + row.row + 1,
        text: [...row.texts.values()].join(' ').slice(0, 120),
        records: found.length,
      });
    }
  }
  return { placed, unmatched, resource };
};

/** Preview of the first filled rows; nothing is stored. */
export const previewOf = async (
  asking: FillAsker,
  id: string,
  given: GivenLayout,
  first = 8,
): Promise<PreviewAnswer> => {
  const { engine, actor } = asking;
  const checked = await checkedLayout(asking, id, given);
  const { placed, unmatched, resource } = await placedRecords(asking, checked, { first });
  const past = await engine.database.read(actor.tenantId, (session) =>
    pastsOf(asking, session, id, checked.layout),
  );
  const shown = placed.slice(0, first);
  return { ...filledRows(asking, resource, checked.layout, shown, past), unmatched };
};

const noRows: Label = [
  '没有符合条件的记录，请改「哪些记录」',
  'No matching records: change “Which records”',
];

const noNamesFound: Label = [
  '表中各行都没有找到对应的记录，请核对名称所在的列对应哪个字段',
  'No row of the table has a record: check which field the column of names shows',
];

/**
 * Fills a table from records that the actor may read now; entered and answered cells stay with
 * their records.
 * @throws Refused if no or too many records match
 */
export const runFill = async (asking: FillAsker, id: string, given: GivenLayout): Promise<void> => {
  const { engine, actor } = asking;
  const checked = await checkedLayout(asking, id, given);
  const { placed, unmatched, resource } = await placedRecords(asking, checked, {
    atMost: maxFillRows,
  });
  if (placed.length === 0) throw new Refused(checked.named ? noNamesFound : noRows);
  const layout = { ...checked.layout, unmatched };
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const now = await lockRow(transaction, fillKind, id);
    if (now.status === fills.handed) throw new Refused(tableHandedOutText);
    const past = await pastsOf(asking, tx, id, layout);
    const { rows, cells } = filledRows(asking, resource, layout, placed, past);
    await keepFilling(tx, id, layout, rows, cells);
    await changeRow(transaction, fillKind, now, 'filled', {
      ...(await standingOf(tx, id)),
      status: fills.filling,
      rowCount: rows.length,
      headingsKey: keyOf(layout.columns),
      filledAt: timeText(transaction.now),
    });
  });
};
