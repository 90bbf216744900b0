import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookMaker } from '@keyan/engine/workbooks/book.ts';
import { type Grid, readGrids } from '@keyan/engine/workbooks/grids.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { parse } from 'csv-parse/sync';
import type { FinanceRow, ObjectKey } from './objects.ts';
import {
  type FinanceTables,
  rowKeyText,
  type SourceTable,
  type StoredFinanceSource,
  sourceTableOf,
} from './places.server.ts';

/** Maximum file size in bytes. */
const maxFileBytes = 20 * 1024 ** 2;

const cellText = (cell: unknown): string | null => {
  if (cell === null || cell === undefined || cell === '') return null;
  return cell instanceof Date ? dayText(cell) : String(cell).trim() || null;
};

/** Rows of a sheet whose first row contains the column names. */
const rowsIn = (grid: Grid, { columns }: SourceTable): readonly FinanceRow[] => {
  const [heads = [], ...lines] = grid;
  const places = new Map(heads.map((head, index) => [cellText(head), index]));
  return lines
    .map((line) =>
      Object.fromEntries(
        Object.entries(columns).map(([ours, theirs]) => {
          const index = places.get(theirs);
          return [ours, index === undefined ? null : cellText(line[index])];
        }),
      ),
    )
    .filter((row) => Object.values(row).some((value) => value !== null));
};

const csvCell = (value: string | null): string =>
  value !== null && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? '');

/**
 * Tables as files in a folder, named after the table; `.csv` is preferred to `.xlsx`. Files are
 * written as `.csv`. Long because reading and writing share the changed files.
 */
export const folderTables = (
  source: StoredFinanceSource,
  folder: string,
  maker: BookMaker,
): FinanceTables => {
  const sizeOf = (path: string): Promise<number | null> =>
    stat(path).then(
      ({ size }) => size,
      () => null,
    );
  const all = async (object: ObjectKey): Promise<readonly FinanceRow[]> => {
    const place = sourceTableOf(source, object);
    for (const suffix of ['csv', 'xlsx'] as const) {
      const path = join(folder, `${place.table}.${suffix}`);
      const size = await sizeOf(path);
      if (size === null) continue;
      if (size > maxFileBytes) {
        throw new Refused(
          fill(['文件 {file} 超过 20 MB', 'The file {file} exceeds 20 MB'], {
            file: `${place.table}.${suffix}`,
          }),
        );
      }
      const content = await readFile(path);
      if (suffix === 'csv') {
        const lines = parse(decodeText(content, TextDecoder), {
          bom: true,
          relax_column_count: true,
          skip_empty_lines: true,
        });
        return rowsIn(lines as string[][], place);
      }
      const [grid = []] = (await readGrids(maker, content)).values();
      return rowsIn(grid, place);
    }
    return [];
  };
  const sorted = async (object: ObjectKey): Promise<readonly FinanceRow[]> =>
    [...(await all(object))].sort((a, b) =>
      rowKeyText(object, a) < rowKeyText(object, b) ? -1 : 1,
    );
  // Changed files that are not yet written, by table.
  const changed = new Map<ObjectKey, Map<string, FinanceRow>>();
  const flush = async (): Promise<void> => {
    for (const [object, merged] of changed) {
      const { table, columns } = sourceTableOf(source, object);
      const names = Object.keys(columns);
      const lines = [
        names.map((name) => csvCell(columns[name] ?? name)),
        ...[...merged.values()].map((row) => names.map((name) => csvCell(row[name] ?? null))),
      ];
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${table}.csv`);
      // Writes a temporary file and renames it, so that concurrent readers never see a partial
      // file.
      await writeFile(
        `${path}.new`,
        `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`,
      );
      await rename(`${path}.new`, path);
      changed.delete(object);
    }
  };
  return {
    read: async (object, after, most) => {
      await flush();
      const rows = await sorted(object);
      return rows.filter((row) => after === '' || rowKeyText(object, row) > after).slice(0, most);
    },
    put: async (object, rows) => {
      const merged =
        changed.get(object) ??
        new Map((await all(object)).map((row) => [rowKeyText(object, row), row] as const));
      changed.set(object, merged);
      for (const row of rows) {
        const key = rowKeyText(object, row);
        merged.set(key, { ...merged.get(key), ...row });
      }
    },
    flush,
    close: async () => changed.clear(),
  };
};
