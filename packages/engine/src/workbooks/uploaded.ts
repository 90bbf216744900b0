import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Engine } from '../engine.ts';
import { bookMakerOf } from './book.ts';
import {
  fileRecords,
  firstRowsOf,
  isBook,
  type NotedRecord,
  sheetRecords,
} from './file-records.ts';
import { type Grid, readGrids } from './grids.ts';
import { type HeadingFields, withHeadings } from './headings.ts';
import { assertOwnKind, assertOwnTable } from './other-kind.ts';
import { isOwnTable, missingColumns, readRecords, type SheetRecord, spelledRefs } from './read.ts';
import { resolveRefs } from './spelled-references.ts';
import type { SameBy } from './standing.ts';

/** The records of a workbook, its references resolved. */
const bookRecords = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
): Promise<readonly SheetRecord[]> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const reader = { dictionaries, permissions: actor.permissions };
  assertOwnKind(resource, [...engine.resources.values()], grids, reader);
  const spelled = await spelledRefs(resource, grids, reader);
  const ids = await resolveRefs(engine, actor, resource, spelled);
  return readRecords(resource, grids, ids, reader);
};

/** The records of a workbook in the layout of the template, as they are written there. */
export const readBook = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
): Promise<readonly SheetRecord[]> =>
  bookRecords(engine, actor, resource, await readGrids(bookMakerOf(engine, actor), content));

/** The template as a text file, where files of other programs are text files, too; null for any other. */
const ownTable = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
): Promise<ReadonlyMap<string, Grid> | null> => {
  if (!resource.importFiles || isBook(content)) return null;
  try {
    const grids = await readGrids(bookMakerOf(engine, actor), content);
    const dictionaries = await engine.dictionaries.of(actor.tenantId);
    const reader = { dictionaries, permissions: actor.permissions };
    return isOwnTable(resource, grids, reader) ? grids : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

/** A file that was uploaded. */
export interface UploadedRecords {
  readonly name: string;
  readonly content: Buffer;
  /** Records of other kinds in it are left out. */
  readonly ownOnly?: boolean;
  /** The file is a table in which fields are called so. */
  readonly headings?: HeadingFields;
  /** Values of rows that have none. */
  readonly defaults?: RowLike;
  /** Rows that are stored records by these fields stay as they are. */
  readonly sameBy?: SameBy;
}

/** The template under other headings. */
const mappedTable = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
  headings: HeadingFields,
): Promise<ReadonlyMap<string, Grid>> => {
  const grids = await readGrids(bookMakerOf(engine, actor), content);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  return withHeadings(resource, grids, { dictionaries, permissions: actor.permissions }, headings);
};

/** The records of what was sent: a file of another program, a workbook of one, or the template. */
export const recordsOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  { content, headings }: UploadedRecords,
): Promise<{
  readonly ofFile: boolean;
  readonly lacks: readonly Label[];
  readonly records: readonly (SheetRecord & Partial<NotedRecord>)[];
}> => {
  const table = headings
    ? await mappedTable(engine, actor, resource, content, headings)
    : await ownTable(engine, actor, resource, content);
  const file = table ? null : await fileRecords(engine, actor, resource, content);
  if (file) return { ofFile: true, lacks: [], records: file };
  const grids = table ?? (await readGrids(bookMakerOf(engine, actor), content));
  const sheet = headings ? null : await sheetRecords(engine, actor, resource, grids);
  if (sheet) return { ofFile: true, lacks: [], records: sheet };
  const head = firstRowsOf(grids);
  await assertOwnTable(
    engine,
    resource,
    async (other) => (await sheetRecords(engine, actor, other, head)) !== null,
  );
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  return {
    ofFile: false,
    lacks: missingColumns(resource, grids, { dictionaries, permissions: actor.permissions }),
    records: await bookRecords(engine, actor, resource, grids),
  };
};
