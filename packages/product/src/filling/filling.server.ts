import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { LayoutAnswer, MappedColumn } from './answers.ts';
import { fills } from './dictionaries.ts';
import { fillAllCode, fillTable } from './fill-table.ts';
import {
  type ForeignGrid,
  findHead,
  headAt,
  placesOf,
  type TableHead,
  textsOfRow,
} from './grid.ts';
import { type ColumnTarget, headingsKey, knowsHeading, matchColumns } from './matching.ts';
import type { NamedRow, RowSource } from './naming.ts';
import {
  type AlikeTable,
  countsOf,
  type FillLayout,
  layoutOf,
  tablesAlike,
} from './store.server.ts';
import { fieldsFor, offeredFields, optionsOf, subjectOf } from './subject.server.ts';
import { tablesOfFile } from './tables.server.ts';

export interface FillAsker {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
  readonly files: FileService;
}

export const fillKind: Resource = untypedResource(fillTable);

export type FillTableRow = StoredRow<typeof fillTable.fields>;

/** Refusal of changes after the table was reported. */
export const tableHandedOutText: Label = ['该表已报出', 'The table has already been reported'];

const fileMissingText: Label = ['请先上传空表文件', 'Upload the empty table file first'];

/**
 * Table with its file, if the actor may read it.
 * @throws Missing if not
 */
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

/**
 * Table for the officer who fills it.
 * @throws Denied without the right; Refused without a file
 */
export const openFill = async (asking: FillAsker, id: string) => {
  const found = await readFill(asking, id);
  if (found.row.status === fills.handed && found.row.createUser === asking.actor.id) {
    throw new Refused(tableHandedOutText);
  }
  if (!found.mayFill) throw new Denied();
  if (!found.file) throw new Refused(fileMissingText);
  return { ...found, file: found.file };
};

/** Bytes of a table’s file. */
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

export const keyOf = (columns: readonly { readonly heading: string }[]): string =>
  createHash('sha256')
    .update(headingsKey(columns.map(({ heading }) => heading)))
    .digest('hex');

/** Number of rows shown above and below the headings. */
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
 * Layout of the file, with a proposed target for each column.
 * @param given table of the file and last heading row, if the officer corrected the detected ones
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
    namedRows: head ? Math.max(0, head.namedBottom - head.bodyTop + 1) : 0,
    source: stored?.source ?? (head && head.namedBottom > head.bodyBottom ? 'file' : 'list'),
    last: !stored && last && readsTable(asking, last) ? last.name : null,
    lines: linesOf(grid, head),
  };
};

/** Officer’s decision on layout: last heading row, target of each column, and source of rows. */
export interface GivenLayout {
  readonly table: number;
  readonly bottom: number;
  readonly targets: readonly { readonly column: number; readonly target: ColumnTarget }[];
  readonly source?: RowSource | undefined;
}

/** Validated decision, with the named rows of the file if these are to be filled. */
export interface CheckedLayout {
  readonly layout: FillLayout;
  readonly row: FillTableRow;
  /** Named rows of the file; null if every record of the list gets a row. */
  readonly named: readonly NamedRow[] | null;
}

const namedRowsOf = (grid: ForeignGrid, head: TableHead): readonly NamedRow[] => {
  const places = placesOf(grid);
  const count = Math.max(0, head.namedBottom - head.bodyTop + 1);
  return Array.from({ length: count }, (_, row) => ({
    row,
    texts: textsOfRow(places, head.bodyTop + row, head.columns),
  }));
};

const noNames: Label = [
  '表中没有已填名称的行，请按「哪些记录」填',
  'No row of the table has a name: fill it from the records',
];

export const checkedLayout = async (
  asking: FillAsker,
  id: string,
  given: GivenLayout,
): Promise<CheckedLayout> => {
  const { engine, actor } = asking;
  const { row, file } = await openFill(asking, id);
  const { resource } = subjectOf(engine, actor, row.page);
  const grid = (await gridsIn(asking, id, file.id))[given.table];
  const head = grid ? headAt(grid, given.bottom) : null;
  if (!grid || !head) throw new Refused(['请先选择表头所在的行', 'Choose the heading row first']);
  const fields = fieldsFor(resource, actor);
  const targets = new Map(given.targets.map(({ column, target }) => [column, target]));
  const columns = head.columns.map((column): MappedColumn => {
    const target = targets.get(column.column) ?? { is: 'blank' };
    if (target.is === 'field' && !fields.has(target.field)) throw new Denied();
    return { ...column, target };
  });
  const { columns: _columns, ...where } = head;
  const named = given.source === 'file' ? namedRowsOf(grid, head) : null;
  if (named?.length === 0) throw new Refused(noNames);
  return {
    row,
    named,
    layout: {
      file: file.id,
      page: row.page ?? '',
      conditions: row.conditions ?? '',
      table: given.table,
      head: named ? { ...where, bodyBottom: head.namedBottom } : where,
      columns,
      source: named ? 'file' : 'list',
    },
  };
};

export const languageOf = (heading: string): Language =>
  /\p{Script=Han}/u.test(heading) ? 'zh' : 'en';

/** Counts shown in the record of a table. */
export const standingOf = async (session: Session, id: string) => {
  const counts = await countsOf(session, id);
  return {
    known: counts.known,
    fromLast: counts.last,
    given: counts.answered + counts.hand,
    unknown: counts.unknown,
  };
};

/**
 * True if the actor may read the table. Mappings are shared by all officers; values and title only
 * by those who may read the table.
 */
export const readsTable = ({ actor }: FillAsker, { createUser }: AlikeTable): boolean =>
  createUser === actor.id || actor.permissions.has(fillAllCode);
