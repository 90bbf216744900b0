import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/** Field types by which the server groups. */
const groupableTypes: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts', 'ref', 'refs']);

/** Returns the filters of a list by which its rows can be grouped. */
export const groupFields = ({ fields, list }: Resource): readonly string[] =>
  list.filters.filter((name) => {
    const spec = fields[name]?.spec;
    const isTold = spec?.secret === undefined && spec?.openTo === undefined;
    return spec && groupableTypes.has(spec.type) && isTold;
  });
