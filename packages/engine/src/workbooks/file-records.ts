import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { OtherImportPage } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { FileRecord } from '../records/behaviour.ts';
import { cellText } from './cell.ts';
import { isCompound } from './compound.ts';
import type { Grid } from './grids.ts';
import { maxRowsBeforeHead, type SheetRecord } from './read.ts';
import { maxImportRows } from './read-limits.ts';

/** True for archives and compound files, which workbooks are; no text file begins like one. */
export const isBook = (content: Buffer): boolean =>
  content.subarray(0, 2).toString('latin1') === 'PK' || isCompound(content);

/** Record of a file, with the notes of its reader. */
export interface NotedRecord extends SheetRecord {
  readonly notes: readonly Label[];
  /** Page for its kind, if it is a record of another kind. */
  readonly elsewhere: OtherImportPage | undefined;
  /** True if the reader found that it is no record of this resource. */
  readonly isOther: boolean;
}

/**
 * Returns the records of a file of another program; null for a workbook, and for a resource that imports no such files.
 * @throws Refused for a file without records, or with too many.
 */
export const fileRecords = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  content: Buffer,
): Promise<readonly NotedRecord[] | null> => {
  const readFile = engine.behaviours.get(resource.key)?.readFile;
  if (!readFile || !resource.importFiles || isBook(content)) return null;
  return noted(resource, await readFile(content, { engine, actor }));
};

/**
 * Returns the records of a workbook written by another program; null for any other.
 * @throws Refused for a workbook with too many records.
 */
export const sheetRecords = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
): Promise<readonly NotedRecord[] | null> => {
  const readSheet = engine.behaviours.get(resource.key)?.readSheet;
  if (!readSheet) return null;
  const [grid = []] = grids.values();
  for (const at of headsIn(grid)) {
    const lines = grid.slice(at).map((line) => line.map(cellText));
    const found = await readSheet(lines, { engine, actor });
    if (found) return noted(resource, found);
  }
  return null;
};

/** Returns indexes of rows that may be the header of a table: titles may precede it. */
const headsIn = (grid: Grid): readonly number[] =>
  grid
    .slice(0, maxRowsBeforeHead)
    .flatMap((line, at) => (line.filter((cell) => cellText(cell) !== '').length > 1 ? [at] : []));

/** Returns the first rows of the first sheet: their header identifies a table of another program. */
export const firstRowsOf = (grids: ReadonlyMap<string, Grid>): ReadonlyMap<string, Grid> =>
  new Map([...grids].slice(0, 1).map(([name, grid]) => [name, grid.slice(0, maxRowsBeforeHead)]));

/** Converts records of a reader, each with its row number. */
const noted = (resource: Resource, found: readonly FileRecord[]): readonly NotedRecord[] => {
  if (found.length > maxImportRows) {
    throw new Refused(
      fill(['一次最多导入 {max} 条，请分批导入', 'At most {max} records at a time'], {
        max: maxImportRows,
      }),
    );
  }
  const titleLabel = resource.fields[resource.title]?.spec.label ?? resource.label;
  return found.map(({ title, input, notes, refused, elsewhere }, index) => ({
    row: index + 1,
    input: refused ? { [resource.title]: title } : { ...input },
    lines: {},
    notes,
    elsewhere,
    isOther: refused !== undefined,
    faults: refused
      ? [
          {
            sheet: resource.label[0],
            row: index + 1,
            path: resource.title,
            field: titleLabel,
            message: refused,
          },
        ]
      : [],
  }));
};
