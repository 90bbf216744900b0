import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { OtherImportPage, OtherKindCount } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { Grid } from './grids.ts';
import { type SheetReader, sheetPlans } from './plan.ts';
import { mainGrid, placeColumns } from './read.ts';

/** Measure of how well the first sheet matches the template of a resource. */
interface Fit {
  readonly resource: Resource;
  /** True if the header has the column of the title. */
  readonly hasTitle: boolean;
  /** Number of columns that the template has too. */
  readonly columns: number;
  /** True if a sheet has the name of the template's first sheet. */
  readonly isNamed: boolean;
}

const fitOf = (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): Fit | null => {
  const [main] = sheetPlans(resource, reader);
  if (!main) return null;
  const columns = [...placeColumns(mainGrid(grids, main), main.columns).values()];
  return {
    resource,
    hasTitle: columns.some(({ name }) => name === resource.title),
    columns: columns.length,
    isNamed: main.title.some((title) => grids.has(title)),
  };
};

const importPage = ({ views }: Resource) =>
  Object.values(views).find(({ actions }) => actions.includes('import'));

/**
 * Returns the fault of a file whose records are all of another kind. Its link names that kind, with which the dialog
 * continues.
 */
export const otherKindFault = (key: string, page: Label, message: Label): Invalid =>
  new Invalid([{ path: 'file', message, link: { resource: key, id: '', text: page[0] } }]);

/** Returns the pages of records of other kinds, with their numbers, most frequent first. */
export const otherKinds = (
  pages: readonly (OtherImportPage | undefined)[],
): readonly OtherKindCount[] => {
  const found = new Map<string, OtherKindCount>();
  for (const one of pages) {
    if (!one) continue;
    const { resource, page } = one;
    found.set(resource, { resource, page, count: (found.get(resource)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
};

const elsewhere = ({ key, label }: Resource, page: Label): Invalid =>
  otherKindFault(
    key,
    page,
    fill(
      [
        '这是【{kind}】的工作簿，请在【{page}】页面导入',
        'This workbook is for “{kind}”: import it on the page “{page}”',
      ],
      { kind: label, page },
    ),
  );

/** True if another template matches better: by the name of its sheet, else by the title column that this one lacks. */
const isBetter = (other: Fit, own: Fit): boolean =>
  other.hasTitle &&
  ((other.isNamed && !own.isNamed && other.columns >= own.columns) ||
    (!own.hasTitle && other.columns > own.columns));

/**
 * Refuses a workbook in the template of another resource.
 * @throws Invalid naming the other resource and the page where it is imported.
 */
export const assertOwnKind = (
  resource: Resource,
  resources: readonly Resource[],
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): void => {
  const own = fitOf(resource, grids, reader);
  if (!own || (own.isNamed && own.hasTitle)) return;
  const [best] = resources
    .filter((other) => other.key !== resource.key && importPage(other))
    .flatMap((other) => fitOf(other, grids, reader) ?? [])
    .filter((other) => isBetter(other, own))
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.columns - a.columns);
  const page = best && importPage(best.resource);
  if (best && page) throw elsewhere(best.resource, page.label);
};

/**
 * Refuses a table of another program with records of another kind, recognised by its header.
 * @throws Invalid naming that kind and the page where it is imported.
 */
export const assertOwnTable = async (
  engine: Pick<Engine, 'resources' | 'behaviours'>,
  resource: Resource,
  reads: (other: Resource) => Promise<boolean>,
): Promise<void> => {
  for (const other of engine.resources.values()) {
    if (other.key === resource.key || !engine.behaviours.get(other.key)?.readSheet) continue;
    const page = importPage(other);
    if (page && (await reads(other))) throw elsewhere(other, page.label);
  }
};
