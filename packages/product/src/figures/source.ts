import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Split } from '@keyan/kernel/records/aggregate.ts';
import { anyOf, type Condition } from '@keyan/kernel/records/query.ts';
import type { CountedFigure, DerivedFigure, FigureSource } from './figure.ts';

export const splitByField = (field: string): Split => ({ field });
export const splitByYear = (field: string): Split => ({ field, part: 'year' });
export const monthDimension = (field: string): Split => ({ field, part: 'month' });
export const splitByDay = (field: string): Split => ({ field, part: 'day' });

export const inStates = (field: string, ...codes: readonly string[]): Condition =>
  anyOf(field, codes);

/** A figure of one page. */
export const countedFigure = (
  said: Omit<CountedFigure, 'sources'>,
  ...sources: readonly FigureSource[]
): CountedFigure => ({ ...said, sources });

/** The share of one figure in another, in percent. */
export const shareFigure = (
  said: Pick<DerivedFigure, 'key' | 'label' | 'caliber'>,
  ...parts: DerivedFigure['parts']
): DerivedFigure => ({ ...said, unit: 'percent', of: 'share', parts });

/** A figure divided by another one, such as papers per person. */
export const perHeadFigure = (
  said: Omit<DerivedFigure, 'of' | 'parts'>,
  ...parts: DerivedFigure['parts']
): DerivedFigure => ({ ...said, of: 'each', parts });

/** The page of a source. @throws Error for a view that does not exist. */
export const pageOfSource = ({ resource, view }: Pick<FigureSource, 'resource' | 'view'>): View => {
  const page = resource.views[view];
  if (!page) throw new Error(`${resource.key} has no view ${view}`);
  return page;
};

/** Any resource as the engine's parts take it. */
export const plainResource = (resource: { readonly key: string }): Resource => resource as Resource;
