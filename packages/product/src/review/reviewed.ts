import { anyScope, notInList, withStatus } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { CallField } from './calls.ts';

/** Members of the office with this code read results; others learn what is fed back. */
const resultCode = 'rresult';

/** The code is granted to no role. */
const partiesCode = 'rresult_parties';

/**
 * Readers of a grade that a score proposes: everybody once the record is approved, before that nobody whom it names
 * . The field of `grade` is open to them alone.
 */
export const readersOnceDecided = anyScope(
  withStatus(statuses.approved),
  notInList('reviewParties'),
);

/** A criterion by which experts judge, and its points of a hundred. */
export interface ReviewCriterion {
  readonly label: Label;
  readonly points: number;
  readonly standard: Label;
}

/** A field of the record that a score fills in, with its codes from the best downwards. */
export interface ReviewGrade {
  readonly field: string;
  readonly codes: readonly [string, string, string, string];
}

/** Requirements of a procedure on a review: a panel, opinions on each record, and a decision within this many days. */
export interface ReviewProcedure {
  readonly panel: number;
  readonly opinions: number;
  readonly days: number;
}

/** Options of the review for a kind whose records experts judge. */
export interface ReviewedOptions {
  /** Code of `reviewTarget`. */
  readonly target: string;
  /** The reference to what the records of one review answer; null where they answer nothing. */
  readonly call: CallField | null;
  /** The section of the office that arranges its reviews. */
  readonly arrangers: RoleAlias;
  /** Points add up to 100. A review may change them. */
  readonly criteria: readonly ReviewCriterion[];
  /** Fields of a record shown to experts, and no more. */
  readonly shown: readonly string[];
  /** Fields withheld if the review is double-blind. */
  readonly identifying: readonly string[];
  /** Categories of attachments that name nobody: the only ones that are shown then. */
  readonly anonymousFiles: readonly string[];
  /** Discipline and its keywords, by which experts are found. */
  readonly subject?: string;
  readonly keywords?: string;
  /** Accounts that it names beside those of `concerned`. */
  readonly people?: readonly string[];
  /** The record that it is about, the lines there that name people, and the account in a line. */
  readonly peopleOf?: readonly [reference: string, rows: string, person: string];
  /** The field of a record with the code of its procedure, and what each one asks for. */
  readonly procedures?: {
    readonly field: string;
    readonly of: Readonly<Record<string, ReviewProcedure>>;
  };
  /** States after its approval in which the outcome may still change, by a new review. */
  readonly openIn?: readonly string[];
  /** Field of the record that takes the grade which the score of the review proposes. */
  readonly grade?: ReviewGrade;
}

/** Options of a kind whose records experts judge; the review reads them from the kind's definition. */
export const reviewedMixin = defineMixin<ReviewedOptions>('reviewed');

/**
 * The mixin of a kind whose records experts judge: `with: [reviewed({ … })]`, and the wait of the route
 * for the matter `review`, with what `outcomeOf` names as what it may change.
 * @throws Error for criteria that do not add up to a hundred points.
 */
export const reviewedKind = (options: ReviewedOptions) => {
  const points = options.criteria.reduce((sum, one) => sum + one.points, 0);
  if (points !== 100) throw new Error(`the criteria add up to ${points} points`);
  const { call, shown, identifying, subject, keywords, people = [], peopleOf, grade } = options;
  const own = [peopleOf?.[0], grade?.field, options.procedures?.field];
  const read = [call, subject, keywords, ...people, ...own];
  return reviewedMixin.with(options, {
    fields: {
      reviewScore: f
        .decimal(['评审得分', 'Review score'], 2)
        .byApprover()
        .secret(resultCode)
        .openTo(notInList('reviewParties')),
      reviewRank: f
        .integer(['评审排名', 'Review rank'])
        .byApprover()
        .secret(resultCode)
        .openTo(notInList('reviewParties')),
      // Ids of everybody whom the record names, kept with its outcome.
      reviewParties: f
        .text(['评审当事人', 'Parties of the review'])
        .max(4000)
        .byApprover()
        .secret(partiesCode),
    },
    reads: [...read.filter((name) => typeof name === 'string'), ...shown, ...identifying],
  });
};

/** The fields into which the outcome of a review goes, for forms. */
export const reviewOutcome = ['reviewScore', 'reviewRank'] as const;

/** Fields that the wait for a review may change: its outcome, and the people who do not read it. */
export const reviewWrites = [...reviewOutcome, 'reviewParties'] as const;
