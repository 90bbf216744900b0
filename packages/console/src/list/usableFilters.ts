import { listFields } from '@keyan/kernel/definition/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { filterControls } from './filters.tsx';

/** The fields that the list of a resource can be filtered by, the most used first. */
export const usableFilters = (resource: Resource): readonly string[] => {
  const fields = listFields(resource);
  return resource.list.filters.filter((name) => {
    const field = fields[name];
    return field && filterControls[field.spec.kind];
  });
};
