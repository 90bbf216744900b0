import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../dictionaries.ts';

/** Kind as which records score, and the fields by which they can be counted. */
export interface ScoringRegistration {
  /** Name of the kind in rules of scoring: a code of `scoredKind`. */
  readonly as: string;
  /** The field with its amount in yuan, for scores per 10,000 yuan. */
  readonly yuan?: string;
  /** May a teacher count as first author in the place of a student? */
  readonly byMentor?: boolean;
  /** Length in units of this many words, for scores per 10,000 words. */
  readonly words?: { readonly field: string; readonly of: 1_000 | 10_000 };
}

/** How records of a kind score. */
export interface ScoredKindOptions extends ScoringRegistration {
  /** The fields with its day; the first that is filled in. */
  readonly dates: readonly string[];
  /** The field with the year for which it counts; left out, the year of the first of these days. */
  readonly year?: string;
  /** People of the record: the lines of a sub-table, with their shares and roles if there are any, or one person. */
  readonly people:
    | { readonly rows: string; readonly share?: string; readonly role?: string }
    | { readonly field: string };
  /** The field with the place of the university among those who signed; left out, it is the first. */
  readonly sign?: string;
  /** The field with the statistical category, for batches of one. */
  readonly category?: string;
}

/** Fields that scoring writes into records of every kind that scores: spread into the fields of the kind. */
export const scoreFields = {
  isLocked: f.dict(['计分锁定', 'Locked by scoring'], yesNo).computed(),
  scoreTotal: f.decimal(['已计分值', 'Score'], 2).computed(),
};

/** what a confirmed batch scored changes only after the office has unlocked it. */
export const scoreLock = {
  fields: ['isLocked'],
  check: ({ isLocked }: RowLike): Label | null =>
    isLocked === '1'
      ? [
          '已计分锁定，请先由科研处解锁',
          'Locked by scoring: the research office must unlock it first',
        ]
      : null,
} as const;

/**
 * Mixin for records that score although their kind is no achievement: achievements declare it among their own
 * options.
 */
export const scoredMixin = defineMixin<ScoredKindOptions>('scored');

/** `with: [scoredKind({ as: 'conclusion', … })]`, `fields: { …, ...scoreFields }` */
export const scoredKind = (scored: ScoredKindOptions) =>
  scoredMixin.with(scored, {
    fields: scoreFields,
    reads: [
      ...scored.dates,
      'rows' in scored.people ? scored.people.rows : scored.people.field,
      ...[scored.year, scored.yuan, scored.sign, scored.category].filter(
        (one) => one !== undefined,
      ),
    ],
    once: { fixed: scoreLock },
  });
