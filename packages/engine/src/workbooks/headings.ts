import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FileHeadings } from '@keyan/kernel/wire/workbooks.ts';
import { cellText } from './cell.ts';
import type { Grid } from './grids.ts';
import { type SheetReader, sheetPlans } from './plan.ts';
import { headIn, mainGrid, maxRowsBeforeHead, plainHead } from './read.ts';

/** Fields by the headings of a file that calls them otherwise; an empty field leaves the column out. */
export type HeadingFields = Readonly<Record<string, string>>;

/** Heading that no field is called. */
const leftOut = '×';

const headRow = (grid: Grid, known: { readonly at: number; readonly size: number }): number => {
  if (known.size > 0) return known.at;
  const likely = grid
    .slice(0, maxRowsBeforeHead)
    .findIndex((line) => line.filter((cell) => cellText(cell) !== '').length > 1);
  return Math.max(0, likely);
};

/** The first sheet of a file of records with the place of its head. */
const headOf = (resource: Resource, grids: ReadonlyMap<string, Grid>, reader: SheetReader) => {
  const [main] = sheetPlans(resource, reader);
  if (!main) return null;
  const grid = mainGrid(grids, main);
  const { at, columns } = headIn(grid, main.columns);
  return { main, grid, at: headRow(grid, { at, size: columns.size }), columns };
};

/** The headings of a file, each with the field whose column it is. */
export const fileHeadings = (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): FileHeadings => {
  const head = headOf(resource, grids, reader);
  if (!head) return { headings: [], fields: [] };
  const { main, grid, at, columns } = head;
  const below = grid.slice(at + 1, at + 4);
  return {
    headings: (grid[at] ?? []).flatMap((cell, index) => {
      const text = cellText(cell).replace(/\*$/, '').trim();
      if (text === '') return [];
      const samples = below.map((line) => cellText(line[index])).filter((one) => one !== '');
      return [{ text, field: columns.get(index)?.name ?? '', sample: samples[0] ?? '' }];
    }),
    fields: main.columns.map(({ name, header, spec }) => ({
      name,
      label: header,
      required: spec.required !== undefined && !spec.when,
    })),
  };
};

/** The sheets of a file with its headings called as the template calls them. */
export const withHeadings = (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
  fields: HeadingFields,
): ReadonlyMap<string, Grid> => {
  const head = headOf(resource, grids, reader);
  if (!head || Object.keys(fields).length === 0) return grids;
  const { main, grid, at } = head;
  const labels = new Map(main.columns.map(({ name, header }) => [name, header[0]]));
  const told = new Map(Object.entries(fields).map(([text, name]) => [plainHead(text), name]));
  const line = (grid[at] ?? []).map((cell) => {
    const name = told.get(plainHead(cellText(cell).replace(/\*$/, '')));
    return name === undefined ? cell : (labels.get(name) ?? leftOut);
  });
  const renamed = grid.map((row, index) => (index === at ? line : row));
  return new Map([...grids].map(([name, one]) => [name, one === grid ? renamed : one]));
};
