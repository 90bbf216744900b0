import type { AttachmentCategory } from './field.ts';

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
