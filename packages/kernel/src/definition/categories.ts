import type { FieldFault } from '../errors.ts';
import type { AttachedFile, AttachmentCategory } from './field.ts';

/**
 * The categories that a record has, each required or not for this record.
 * @param inForce all of them, as administrators may have changed them
 * @param defined as the definition has them: its conditions hold whatever administrators change
 */
export const categoriesFor = (
  inForce: readonly AttachmentCategory[],
  defined: readonly AttachmentCategory[],
  row: Readonly<Record<string, unknown>>,
): readonly AttachmentCategory[] =>
  inForce.flatMap((category) => {
    const { when, requiredWhen } = defined.find(({ code }) => code === category.code) ?? {};
    if (when?.(row) === false) return [];
    return [{ ...category, required: category.required && requiredWhen?.(row) !== false }];
  });

/** The required categories that hold none of these files. */
export const emptyCategories = (
  categories: readonly AttachmentCategory[],
  files: readonly Pick<AttachedFile, 'catalog'>[],
): readonly AttachmentCategory[] =>
  categories.filter(
    ({ required, code }) => required && !files.some(({ catalog }) => catalog === code),
  );

/** What is said of a field whose categories lack files; nothing where none does. */
export const categoryFaults = (
  path: string,
  lacking: readonly AttachmentCategory[],
): readonly FieldFault[] =>
  lacking.length === 0
    ? []
    : [
        {
          path,
          message: [
            `请上传【${lacking.map(({ label }) => label[0]).join('、')}】附件`,
            `Attach ${lacking.map(({ label }) => label[1]).join(', ')}`,
          ],
        },
      ];
