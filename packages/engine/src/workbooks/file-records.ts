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

/** Workbooks are archives or compound files; no file of text begins like one. */
export const isBook = (content: Buffer): boolean =>
  content.subarray(0, 2).toString('latin1') === 'PK' || isCompound(content);

/** A record of a file with what its reader says of it. */
export interface NotedRecord extends SheetRecord {
  readonly notes: readonly Label[];
  /** The page that takes it, where it is of another kind. */
  readonly elsewhere: OtherImportPage | undefined;
  /** The reader of the file found that it is none of this resource. */
  readonly isOther: boolean;
}

/**
 * The records of a file of another program, where the definition takes such files; null for a
 * workbook, and for any file where it takes none.
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
 * The records of a workbook that another program wrote; null for any other.
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

/** The rows of a table that may be its head: titles stand above it. */
const headsIn = (grid: Grid): readonly number[] =>
  grid
    .slice(0, maxRowsBeforeHead)
    .flatMap((line, at) => (line.filter((cell) => cellText(cell) !== '').length > 1 ? [at] : []));

/** The first rows of the first sheet: by their head a table of another program is known. */
export const firstRowsOf = (grids: ReadonlyMap<string, Grid>): ReadonlyMap<string, Grid> =>
  new Map([...grids].slice(0, 1).map(([name, grid]) => [name, grid.slice(0, maxRowsBeforeHead)]));

/** Records as their reader gives them, each with its place. */
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
