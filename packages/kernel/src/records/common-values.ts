import type { FieldType } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';

/** Types that belong to one record: its lines, its attachments, its formatted text. */
const ofOne: ReadonlySet<FieldType> = new Set(['rows', 'files', 'rich']);

/** Fields that tell records apart, or say what a record is. */
const tellingApart = ({ title, number, variants, identity = [] }: Resource): ReadonlySet<string> =>
  new Set([
    title,
    ...(number ? [number.field] : []),
    ...(variants ? [variants.field] : []),
    ...identity.flatMap((names) => (names.length === 1 ? names : [])),
  ]);

/**
 * The fields that several records may be given one value of, in the order of the form: those that a
 * person writes, that are no secret to them, and that may be the same in many records.
 */
export const commonFields = (
  resource: Resource,
  permissions: ReadonlySet<string>,
): readonly string[] => {
  const apart = tellingApart(resource);
  return resource.form
    .flatMap(({ fields }) => fields)
    .filter((name) => {
      const spec = resource.fields[name]?.spec;
      if (!spec || apart.has(name) || ofOne.has(spec.type)) return false;
      const { readonly, unique, ordinal, masked, credential, secret } = spec;
      if (readonly || unique || ordinal || masked || credential) return false;
      return secret === undefined || permissions.has(secret);
    });
};
