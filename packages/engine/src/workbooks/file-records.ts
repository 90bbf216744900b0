import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { OtherPage } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { FileRecord } from '../records/behaviour.ts';
import { cellText } from './cell.ts';
import type { Grid } from './grids.ts';
import type { SheetRecord } from './read.ts';
import { maxImportRows } from './read-limits.ts';

/** Workbooks are archives; no file of text begins like one. */
const isArchive = (content: Buffer): boolean => content.subarray(0, 2).toString('latin1') === 'PK';

/** A record of a file with what its reader says of it. */
export interface NotedRecord extends SheetRecord {
  readonly notes: readonly Label[];
  /** The page that takes it, where it is of another kind. */
  readonly elsewhere: OtherPage | undefined;
  /** Its reader found that it is none of this resource. */
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
  if (!readFile || !resource.importFiles || isArchive(content)) return null;
  return noted(resource, await readFile(content, { engine, actor }));
};

/**
 * The records of a workbook that another program wrote; null for any other.
 * @throws Refused for one with too many.
 */
export const sheetRecords = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
): Promise<readonly NotedRecord[] | null> => {
  const readSheet = engine.behaviours.get(resource.key)?.readSheet;
  const [grid = []] = grids.values();
  const found = await readSheet?.(
    grid.map((line) => line.map(cellText)),
    { engine, actor },
  );
  return found ? noted(resource, found) : null;
};

/** The first sheet without its rows: by its head a table of another program is known. */
export const headOf = (grids: ReadonlyMap<string, Grid>): ReadonlyMap<string, Grid> =>
  new Map([...grids].slice(0, 1).map(([name, grid]) => [name, grid.slice(0, 1)]));

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
