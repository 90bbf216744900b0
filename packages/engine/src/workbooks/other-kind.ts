import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { OtherImportPage, OtherKindCount } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { Grid } from './grids.ts';
import { type SheetReader, sheetPlans } from './plan.ts';
import { mainGrid, placeColumns } from './read.ts';

/** How well the first sheet fits the template of a resource. */
interface Fit {
  readonly resource: Resource;
  /** Does the head have the column of the title? */
  readonly hasTitle: boolean;
  /** Columns that the template has, too. */
  readonly columns: number;
  /** A sheet has the name of the template's first. */
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

/** Fault of a file whose records are all of another kind. The link names that kind: the dialog goes on with it. */
export const otherKindFault = (key: string, page: Label, message: Label): Invalid =>
  new Invalid([{ path: 'file', message, link: { resource: key, id: '', text: page[0] } }]);

/** Pages of records that belong elsewhere: the number of records of each, the most first. */
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

/** Another one fits better: by the name of its sheet, else by the title that this one lacks. */
const isBetter = (other: Fit, own: Fit): boolean =>
  other.hasTitle &&
  ((other.isNamed && !own.isNamed && other.columns >= own.columns) ||
    (!own.hasTitle && other.columns > own.columns));

/**
 * Refuses a workbook that is the template of another resource, and says which.
 * @throws Invalid naming the other one and the page where it is imported.
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
 * Refuses a table that another program wrote of records of another kind, by its head.
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
