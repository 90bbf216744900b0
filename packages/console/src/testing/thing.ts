import { everyone } from '@keyan/kernel/access/scope.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import {
  defineResource,
  type FieldNameOf,
  type Resource,
} from '@keyan/kernel/definition/resource.ts';

/**
 * Returns a made-up resource of these fields, titled by the first; the rest of the definition is
 * filled with defaults that no test depends on.
 */
export const madeUpResource = <const F extends Fields>(
  fields: F,
  more: Partial<Pick<Resource<F>, 'compute' | 'form' | 'list' | 'views'>> = {},
): Resource<F> => {
  const names = Object.keys(fields) as FieldNameOf<F>[];
  const [title] = names;
  if (title === undefined) throw new Error('a thing has a name');
  return defineResource<F>({
    key: 'thing',
    label: ['物', 'Thing'],
    path: 'things',
    title,
    fields,
    list: { columns: [title], filters: [], sort: title },
    form: [{ key: 'all', title: ['全部', 'All'], fields: names }],
    access: { read: everyone(), write: everyone() },
    ...more,
  });
};
