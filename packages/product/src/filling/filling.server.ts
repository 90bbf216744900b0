import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import type { LayoutAnswer, MappedColumn } from './answers.ts';
import { fills } from './dictionaries.ts';
import { fillAllCode, fillTable } from './fill-table.ts';
import { type ForeignGrid, findHead, headAt, placesOf, type TableHead } from './grid.ts';
import { type ColumnTarget, headingsKey, knowsHeading, matchColumns } from './matching.ts';
import {
  type AlikeTable,
  cellsOf,
  countsOf,
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
  offeredFields,
  optionsOf,
  recordsFor,
  subjectOf,
} from './subject.server.ts';
import { tablesOfFile } from './tables.server.ts';
import { type AskedCell, filledCell } from './values.ts';

export interface FillAsker {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
  readonly files: FileService;
}

export const fillKind: Resource = untypedResource(fillTable);

export type FillTableRow = StoredRow<typeof fillTable.fields>;

/** Why nothing is filled any more. */
export const isHanded: Label = ['该表已报出', 'The table was handed out'];

const noFile: Label = ['请先上传空表文件', 'Upload the file of the table first'];

/** The table, with its file, if the actor may read it. @throws Missing */
export const readFill = async (
  { engine, actor }: Pick<FillAsker, 'engine' | 'actor'>,
  id: string,
): Promise<{
  readonly row: FillTableRow;
  readonly mayFill: boolean;
  readonly file: AttachedFile | null;
}> => {
  const { row, abilities } = await engine.as(actor).read(fillKind, id);
  const found = row as unknown as FillTableRow;
  const [file] = (found.attachments ?? []) as readonly AttachedFile[];
  return { row: found, mayFill: abilities.edit.allowed, file: file ?? null };
};

/** The table for whoever fills it. @throws Denied, Refused without a file */
export const openFill = async (asking: FillAsker, id: string) => {
  const found = await readFill(asking, id);
  if (found.row.status === fills.handed && found.row.createUser === asking.actor.id) {
    throw new Refused(isHanded);
  }
  if (!found.mayFill) throw new Denied();
  if (!found.file) throw new Refused(noFile);
  return { ...found, file: found.file };
};

/** The bytes of a table's file. */
export const contentOf = async (
  { files, actor }: Pick<FillAsker, 'files' | 'actor'>,
  id: string,
  file: string,
): Promise<Buffer> => {
  const owner = { resource: fillKind.key, businessId: id };
  return buffer((await files.openOf(actor.tenantId, owner, file)).stream);
};

const gridsIn = async (
  asking: FillAsker,
  id: string,
  file: string,
): Promise<readonly ForeignGrid[]> => {
  const content = await contentOf(asking, id, file);
  const person = taskOwnerOf(asking.actor);
  return asking.engine.workers.run(tablesOfFile, content, { person });
};

const keyOf = (columns: readonly { readonly heading: string }[]): string =>
  createHash('sha256')
    .update(headingsKey(columns.map(({ heading }) => heading)))
    .digest('hex');

/** Rows above the head, and below it, that the officer sees beside the mapping. */
const shownAround = 3;

const linesOf = (grid: ForeignGrid, head: TableHead | null): readonly (readonly string[])[] => {
  const places = placesOf(grid);
  const end = head ? Math.min(head.bodyTop + shownAround, grid.height) : 12;
  return places.slice(0, end).map((line) =>
    Array.from({ length: Math.min(grid.width, 60) }, (_, column) => {
      const cell = line[column];
      return cell && cell.column === column ? cell.text : '';
    }),
  );
};

/**
 * The layout of the file, with a target for each column.
 * @param given the table of the file and the last row of its headings, where the officer says others than those found
 */
export const layoutAnswer = async (
  asking: FillAsker,
  id: string,
  given: { readonly table?: number | undefined; readonly bottom?: number | undefined },
): Promise<LayoutAnswer> => {
  const { engine, actor, language } = asking;
  const { row, file } = await openFill(asking, id);
  const { resource } = subjectOf(engine, actor, row.page);
  const options = optionsOf(resource, actor);
  const grids = await gridsIn(asking, id, file.id);
  const isKnown = knowsHeading(options);
  const heads = grids.map((grid) => findHead(grid, isKnown));
  const known = heads.map((head) =>
    head ? head.columns.filter(({ heading }) => isKnown(heading)).length : -1,
  );
  const best = known.indexOf(Math.max(...known));
  const { stored, at } = await engine.database.read(actor.tenantId, async (session) => {
    const own = await layoutOf(session, id);
    const isOwn = own?.file === file.id && own.page === row.page;
    return { stored: isOwn ? own : null, at: given.table ?? (isOwn ? own.table : best) };
  });
  const grid = grids[at];
  if (!grid) throw new Refused(['文件中没有表格', 'There is no table in the file']);
  const bottom = given.bottom ?? (stored?.table === at ? stored.head.bottom : undefined);
  const head = bottom === undefined ? (heads[at] ?? null) : headAt(grid, bottom);
  const [last] = head
    ? await engine.database.read(actor.tenantId, (session) =>
        tablesAlike(session, id, keyOf(head.columns)),
      )
    : [];
  const kept = new Map(
    (stored?.table === at ? stored.columns : (last?.layout.columns ?? [])).map(
      ({ heading, target }) => [heading, target] as const,
    ),
  );
  const columns = head?.columns ?? [];
  const matches = matchColumns(
    columns.map(({ heading }) => heading),
    options,
    kept,
  );
  const { columns: _columns, ...where } = head ?? { columns: [] };
  return {
    tables: grids.map(({ name }, index) => ({ name, hasHead: heads[index] !== null })),
    table: at,
    head: head ? (where as Omit<TableHead, 'columns'>) : null,
    columns: columns.map((column, index) => ({
      ...column,
      ...(matches[index] ?? { target: { is: 'ask' }, by: 'none' }),
    })),
    fields: offeredFields(resource, actor, language),
    last: !stored && last && readsTable(asking, last) ? last.name : null,
    lines: linesOf(grid, head),
  };
};

/** Decision of the officer: where the headings end, and what each column gets. */
export interface GivenLayout {
  readonly table: number;
  readonly bottom: number;
  readonly targets: readonly { readonly column: number; readonly target: ColumnTarget }[];
}

const checkedLayout = async (
  asking: FillAsker,
  id: string,
  given: GivenLayout,
): Promise<{ readonly layout: FillLayout; readonly row: FillTableRow }> => {
  const { engine, actor } = asking;
  const { row, file } = await openFill(asking, id);
  const { resource } = subjectOf(engine, actor, row.page);
  const grid = (await gridsIn(asking, id, file.id))[given.table];
  const head = grid ? headAt(grid, given.bottom) : null;
  if (!head) throw new Refused(['请先选择表头所在的行', 'Choose the row of the headings first']);
  const fields = fieldsFor(resource, actor);
  const targets = new Map(given.targets.map(({ column, target }) => [column, target]));
  const columns = head.columns.map((column): MappedColumn => {
    const target = targets.get(column.column) ?? { is: 'blank' };
    if (target.is === 'field' && !fields.has(target.field)) throw new Denied();
    return { ...column, target };
  });
  const { columns: _columns, ...where } = head;
  return {
    row,
    layout: {
      file: file.id,
      page: row.page ?? '',
      conditions: row.conditions ?? '',
      table: given.table,
      head: where,
      columns,
    },
  };
};

const fieldOf = ({ target }: MappedColumn): string | null =>
  target.is === 'field' ? target.field : null;

export const languageOf = (heading: string): Language =>
  /\p{Script=Han}/u.test(heading) ? 'zh' : 'en';

/** Value of a column for a record, before answers of people. */
const askedCell = (
  { dictionaries }: FillAsker,
  fields: ReadonlyMap<string, FieldSpec>,
  { row }: FillRecord,
  { target, heading }: MappedColumn,
  at: number,
): AskedCell => {
  // Words stand in the language of the table.
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
  /** Cells by record, then by heading. */
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

const filledRows = (
  asking: FillAsker,
  resource: Resource,
  layout: FillLayout,
  records: readonly FillRecord[],
  past: { readonly own: Past; readonly last: Past },
): { readonly rows: readonly FillRow[]; readonly cells: readonly FillCell[] } => {
  const rows = records.map(({ row: _row, ...record }, at) => ({
    ...record,
    row: at,
    resource: resource.key,
  }));
  const fields = fieldsFor(resource, asking.actor);
  const cells = records.flatMap((record, at) =>
    layout.columns.map((column): FillCell => {
      const asked = askedCell(asking, fields, record, column, at);
      const before = past.own.get(record.id, column.heading);
      const cell = filledCell(asked, before, past.last.get(record.id, column.heading));
      const isKept = cell.mark === 'hand' || cell.mark === 'answered' || cell.mark === 'unknown';
      return {
        ...cell,
        row: at,
        column: column.column,
        question: isKept ? (before?.question ?? null) : null,
        note: isKept && before ? before.note : '',
      };
    }),
  );
  return { rows, cells };
};

/** Counts that stand in the record of a table. */
export const standingOf = async (session: Session, id: string) => {
  const counts = await countsOf(session, id);
  return {
    known: counts.known,
    fromLast: counts.last,
    given: counts.answered + counts.hand,
    unknown: counts.unknown,
  };
};

/** May the actor read this table? Its mapping serves every officer; its values and its name those who may. */
const readsTable = ({ actor }: FillAsker, { createUser }: AlikeTable): boolean =>
  createUser === actor.id || actor.permissions.has(fillAllCode);

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

/** The first rows as they would be filled; nothing is stored. */
export const previewOf = async (
  asking: FillAsker,
  id: string,
  given: GivenLayout,
  most = 8,
): Promise<{ readonly rows: readonly FillRow[]; readonly cells: readonly FillCell[] }> => {
  const { engine, actor } = asking;
  const { layout } = await checkedLayout(asking, id, given);
  const page = subjectOf(engine, actor, layout.page);
  const fields = layout.columns.flatMap((column) => fieldOf(column) ?? []);
  const records = await recordsFor(asking, page, layout.conditions, fields, most);
  const past = await engine.database.read(actor.tenantId, (session) =>
    pastsOf(asking, session, id, layout),
  );
  return filledRows(asking, page.resource, layout, records, past);
};

const noRows: Label = [
  '没有符合条件的记录，请改「哪些记录」',
  'No record matches: change which records fill the table',
];

/**
 * Fills a table from the records that the actor may read now. What was entered or answered stays with its record.
 * @throws Refused where nothing matches, or too much
 */
export const runFill = async (asking: FillAsker, id: string, given: GivenLayout): Promise<void> => {
  const { engine, actor } = asking;
  const { layout } = await checkedLayout(asking, id, given);
  const page = subjectOf(engine, actor, layout.page);
  const fields = layout.columns.flatMap((column) => fieldOf(column) ?? []);
  const records = await recordsFor(asking, page, layout.conditions, fields);
  if (records.length === 0) throw new Refused(noRows);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const now = await lockRow(transaction, fillKind, id);
    if (now.status === fills.handed) throw new Refused(isHanded);
    const past = await pastsOf(asking, tx, id, layout);
    const { rows, cells } = filledRows(asking, page.resource, layout, records, past);
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
