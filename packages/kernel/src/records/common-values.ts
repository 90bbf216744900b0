import type { FieldType } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';

/** Types whose values belong to a single record: lines, attachments, formatted text. */
const singleRecordTypes: ReadonlySet<FieldType> = new Set(['rows', 'files', 'rich']);

/** Returns the fields that identify a record or its variant. */
const identifyingFields = ({
  title,
  number,
  variants,
  identity = [],
}: Resource): ReadonlySet<string> =>
  new Set([
    title,
    ...(number ? [number.field] : []),
    ...(variants ? [variants.field] : []),
    ...identity.flatMap((names) => (names.length === 1 ? names : [])),
  ]);

/**
 * Returns the fields that may be set to one value for several records, in the order of the form:
 * fields that the person may see and write and that need not differ.
 */
export const commonFields = (
  resource: Resource,
  permissions: ReadonlySet<string>,
): readonly string[] => {
  const apart = identifyingFields(resource);
  return resource.form
    .flatMap(({ fields }) => fields)
    .filter((name) => {
      const spec = resource.fields[name]?.spec;
      if (!spec || apart.has(name) || singleRecordTypes.has(spec.type)) return false;
      const { readonly, unique, ordinal, masked, credential, secret } = spec;
      if (readonly || unique || ordinal || masked || credential) return false;
      return secret === undefined || permissions.has(secret);
    });
};
