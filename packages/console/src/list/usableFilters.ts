import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { isNamedInSearch } from './columns.ts';
import { filterControls } from './filters.tsx';

/** Do all rows of the view have the same code in this field? */
export const isCodeFixed = ({ scope }: View, field: string | undefined): boolean =>
  (scope.kind === 'every' ? scope.scopes : [scope]).some(
    (one) => one.kind === 'coded' && one.field === field && one.codes.length === 1,
  );

/**
 * The fields that the list of a resource can be filtered by, the most used first. What the search box
 * beside them names comes last: two boxes for one thing would stand side by side.
 */
export const usableFilters = (resource: Resource, view?: View): readonly string[] => {
  const fields = listFields(resource);
  const usable = resource.list.filters.filter((name) => {
    const field = fields[name];
    return field && filterControls[field.spec.type] && !(view && isCodeFixed(view, name));
  });
  return usable.toSorted(
    (a, b) => Number(isNamedInSearch(resource, a)) - Number(isNamedInSearch(resource, b)),
  );
};
