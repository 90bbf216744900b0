import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../dictionaries.ts';

/** Code of a scored kind, and fields by which it is counted. */
export interface ScoringRegistration {
  /** Code of `scoredKind` that names the kind in scoring rules. */
  readonly as: string;
  /** Field with the amount in yuan, for scores per 10,000 yuan. */
  readonly yuan?: string;
  /** True if a teacher may count as first author instead of a student. */
  readonly byMentor?: boolean;
  /** Field with the length in the given number of words, for scores per 10,000 words. */
  readonly words?: { readonly field: string; readonly of: 1_000 | 10_000 };
}

/** Scoring options of a kind. */
export interface ScoredKindOptions extends ScoringRegistration {
  /** Fields with the day of the record; the first non-empty is used. */
  readonly dates: readonly string[];
  /** Field with the scoring year; if undefined, the year of the day. */
  readonly year?: string;
  /** People of the record: a sub-table with optional shares and roles, or a single person field. */
  readonly people:
    | { readonly rows: string; readonly share?: string; readonly role?: string }
    | { readonly field: string };
  /** Field with the position of the university among affiliations; if undefined, first. */
  readonly sign?: string;
  /** Field with the statistical category, for batches of one category. */
  readonly category?: string;
}

/** Fields that scoring writes, to be spread into the fields of every scored kind. */
export const scoreFields = {
  isLocked: f.dict(['计分锁定', 'Locked by scoring'], yesNo).computed(),
  scoreTotal: f.decimal(['已计分值', 'Score'], 2).computed(),
};

/**
 * Lock of a scored record: changes need unlocking by the office after a batch is confirmed.
 */
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

/** Mixin of scored kinds other than achievements, which declare scoring in their own options. */
export const scoredMixin = defineMixin<ScoredKindOptions>('scored');

/**
 * Mixin value, such as `with: [scoredKind({ as: 'conclusion', … })]` with `fields: { …,
 * ...scoreFields }`.
 */
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
