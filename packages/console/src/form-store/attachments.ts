import { type AttachedFile, categoriesFor } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Returns the attachment field of a resource; there is at most one (ruling 29). */
export const filesField = (resource: Resource): [name: string, spec: FieldSpec] | undefined => {
  const found = Object.entries(resource.fields).find(([, { spec }]) => spec.type === 'files');
  return found && [found[0], found[1].spec];
};

/**
 * Returns the categories that require a file from the user; without those that the server writes.
 */
export const requiredCategories = ({ categories = [] }: FieldSpec, values: RowLike) =>
  categoriesFor(categories, categories, values).filter(
    ({ required, drawn = false }) => required && !drawn,
  );

/** Returns the required categories without a file. */
export const missingCategories = (
  spec: FieldSpec,
  values: RowLike,
  files: readonly AttachedFile[],
) =>
  requiredCategories(spec, values).filter(
    ({ code }) => !files.some((file) => file.catalog === code),
  );

/** Returns `请上传【全文,收录证明】附件`, or undefined if every required category has a file. */
export const filesFault = (
  resource: Resource,
  values: RowLike,
): { readonly path: string; readonly message: Label } | undefined => {
  const field = filesField(resource);
  if (!field || resource.attachable?.(values) === false) return undefined;
  const [path, spec] = field;
  const missing = missingCategories(spec, values, (values[path] as AttachedFile[] | null) ?? []);
  if (missing.length === 0) return undefined;
  const names: Label = [
    missing.map(({ label }) => label[0]).join(','),
    missing.map(({ label }) => label[1]).join(', '),
  ];
  return { path, message: fill(['请上传【{names}】附件', 'Attach {names}'], { names }) };
};
