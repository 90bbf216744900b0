import type { FieldFault } from '../../errors.ts';
import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';

type Condition = (row: RowLike) => boolean;

/** Category of attachments of a record. A tenant edits its own, seeded from the definition. */
export interface AttachmentCategory {
  readonly code: string;
  readonly label: Label;
  readonly required: boolean;
  /** The largest number of files that it takes. */
  readonly limit: number;
  /** Megabytes that one file may have; left out, what the university lets a file have. */
  readonly megabytes?: number;
  /** Says which records have the category at all; without it all have. */
  readonly when?: Condition;
  /** Says of which records it is required, where it is; without it of all that have it. */
  readonly requiredWhen?: Condition;
  /** Required and without a file when the record is handed in, it gets the record's own form as PDF. */
  readonly drawn?: boolean;
}

export const attachmentCategory = (
  code: string,
  label: Label,
  {
    required = false,
    limit = 1000,
    ...conditions
  }: Partial<Omit<AttachmentCategory, 'code' | 'label'>> = {},
): AttachmentCategory => ({ code, label, required, limit, ...conditions });

/** An attachment as it stands in a row that was read. */
export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly catalog: string;
  readonly suffix: string;
  readonly size: number;
  /** The page can show it: pdf, jpg, jpeg, png, gif. */
  readonly preview: boolean;
  readonly link: string;
}

/**
 * The categories that a record has, each required or not for this record.
 * @param inForce all of them, as administrators may have changed them
 * @param defined as the definition has them: its conditions hold whatever administrators change
 */
export const categoriesFor = (
  inForce: readonly AttachmentCategory[],
  defined: readonly AttachmentCategory[],
  row: RowLike,
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

/** Faults of a field whose categories lack files; none where no category does. */
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
            `请上传【${lacking.map(({ label }) => label[0]).join(',')}】附件`,
            `Attach ${lacking.map(({ label }) => label[1]).join(', ')}`,
          ],
        },
      ];
