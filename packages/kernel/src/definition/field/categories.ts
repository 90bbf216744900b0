import type { FieldFault } from '../../errors.ts';
import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';

type Condition = (row: RowLike) => boolean;

/** Category of attachments of a record. A tenant edits its own, seeded from the definition. */
export interface AttachmentCategory {
  readonly code: string;
  readonly label: Label;
  readonly required: boolean;
  /** Maximum number of files. */
  readonly limit: number;
  /** Maximum megabytes of a file; if omitted, the limit of the tenant. */
  readonly megabytes?: number;
  /** Condition on records that have the category; if omitted, all have it. */
  readonly when?: Condition;
  /** Condition on records for which the category is required; if omitted, all that have it. */
  readonly requiredWhen?: Condition;
  /**
   * True if the record's form is generated as PDF into this required category when the record is
   * submitted without a file there.
   */
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

/** Attachment as a value of a row that was read. */
export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly catalog: string;
  readonly suffix: string;
  readonly size: number;
  /** True if the page can show the file: pdf, jpg, jpeg, png, gif. */
  readonly preview: boolean;
  readonly link: string;
}

/**
 * Returns the categories of a record, each required or not for this record.
 * @param inForce all categories as edited by administrators
 * @param defined categories of the definition, whose conditions always apply
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

/** Returns the required categories without files. */
export const emptyCategories = (
  categories: readonly AttachmentCategory[],
  files: readonly Pick<AttachedFile, 'catalog'>[],
): readonly AttachmentCategory[] =>
  categories.filter(
    ({ required, code }) => required && !files.some(({ catalog }) => catalog === code),
  );

/** Returns the faults of a field whose required categories lack files; empty if none do. */
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
