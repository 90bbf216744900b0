import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { isNamedInSearch } from './columns.ts';
import { filterControls } from './filters.tsx';

/** Returns true if all rows of the view have the same code in this field. */
export const isCodeFixed = ({ scope }: View, field: string | undefined): boolean =>
  (scope.kind === 'every' ? scope.scopes : [scope]).some(
    (one) => one.kind === 'coded' && one.field === field && one.codes.length === 1,
  );

/**
 * Returns the fields by which the list of a resource can be filtered, the most used first. Fields
 * that the search box names come last, so that two inputs for one field are not side by side.
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
