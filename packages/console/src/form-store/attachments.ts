import type { AttachedFile, FieldSpec } from '@keyan/kernel/field.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Values } from '../data/values.ts';

/** The field of a resource that holds its attachments; there is one at most (decisions 29). */
export const filesField = (resource: Resource): [name: string, spec: FieldSpec] | undefined => {
  const found = Object.entries(resource.fields).find(([, { spec }]) => spec.kind === 'files');
  return found && [found[0], found[1].spec];
};

/** The categories that must hold a file and hold none. */
export const missingCategories = (spec: FieldSpec, files: readonly AttachedFile[]) =>
  (spec.categories ?? []).filter(
    ({ required, code }) => required && !files.some((file) => file.catalog === code),
  );

/** `请上传【全文,收录证明】附件` (spec §5), or undefined when every required one is there. */
export const filesFault = (
  resource: Resource,
  values: Values,
): { readonly path: string; readonly message: Label } | undefined => {
  const field = filesField(resource);
  if (!field || resource.attachable?.(values as never) === false) return undefined;
  const [path, spec] = field;
  const lacking = missingCategories(spec, (values[path] as AttachedFile[] | null) ?? []);
  if (lacking.length === 0) return undefined;
  const names: Label = [
    lacking.map(({ label }) => label[0]).join(','),
    lacking.map(({ label }) => label[1]).join(', '),
  ];
  return { path, message: fill(['请上传【{names}】附件', 'Attach {names}'], { names }) };
};
