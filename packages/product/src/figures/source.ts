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

/** Figure with one source. */
export const countedFigure = (
  said: Omit<CountedFigure, 'sources'>,
  ...sources: readonly FigureSource[]
): CountedFigure => ({ ...said, sources });

/** Share of one figure in another, in percent. */
export const shareFigure = (
  said: Pick<DerivedFigure, 'key' | 'label' | 'caliber'>,
  ...parts: DerivedFigure['parts']
): DerivedFigure => ({ ...said, unit: 'percent', of: 'share', parts });

/** One figure divided by another, such as papers per person. */
export const perHeadFigure = (
  said: Omit<DerivedFigure, 'of' | 'parts'>,
  ...parts: DerivedFigure['parts']
): DerivedFigure => ({ ...said, of: 'each', parts });

/**
 * View of a source.
 * @throws Error for an unknown view
 */
export const pageOfSource = ({ resource, view }: Pick<FigureSource, 'resource' | 'view'>): View => {
  const page = resource.views[view];
  if (!page) throw new Error(`${resource.key} has no view ${view}`);
  return page;
};

/** Resource without its field types, as parameters of the engine expect. */
export const plainResource = (resource: { readonly key: string }): Resource => resource as Resource;
