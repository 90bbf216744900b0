import { anyScope, notInList, withStatus } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { CallField } from './calls.ts';

/** Permission code for reading results; parties get only the published feedback. */
const resultCode = 'rresult';

/** Permission code that is granted to no role. */
const partiesCode = 'rresult_parties';

/**
 * Readers of a grade proposed by a score: everyone after approval; before, everyone but the parties
 * . The `grade` field must have this scope.
 */
export const readersOnceDecided = anyScope(
  withStatus(statuses.approved),
  notInList('reviewParties'),
);

/** Judging criterion with its maximum points. */
export interface ReviewCriterion {
  readonly label: Label;
  readonly points: number;
  readonly standard: Label;
}

/** Field of the record for the proposed grade, with its codes from best to worst. */
export interface ReviewGrade {
  readonly field: string;
  readonly codes: readonly [string, string, string, string];
}

/** Requirements of a procedure: panel size, opinions per record, and days until the decision. */
export interface ReviewProcedure {
  readonly panel: number;
  readonly opinions: number;
  readonly days: number;
}

/** Review options of a kind. */
export interface ReviewedOptions {
  /** Code of `reviewTarget`. */
  readonly target: string;
  /** Field with the call that groups records into reviews; null for kinds without calls. */
  readonly call: CallField | null;
  /** Role of the section that arranges reviews. */
  readonly arrangers: RoleAlias;
  /** Default criteria; their points add up to 100; a review may change them. */
  readonly criteria: readonly ReviewCriterion[];
  /** Fields of a record that experts may see. */
  readonly shown: readonly string[];
  /** Fields hidden in double-blind reviews. */
  readonly identifying: readonly string[];
  /** Attachment categories without names of people, the only ones shown in double-blind reviews. */
  readonly anonymousFiles: readonly string[];
  /** Fields with discipline and keywords, by which experts are matched. */
  readonly subject?: string;
  readonly keywords?: string;
  /** Fields with accounts of further parties besides `concerned`. */
  readonly people?: readonly string[];
  /** Record behind the record, its sub-table of people, and the account column. */
  readonly peopleOf?: readonly [reference: string, rows: string, person: string];
  /** Field with the code of the procedure, and requirements by code. */
  readonly procedures?: {
    readonly field: string;
    readonly of: Readonly<Record<string, ReviewProcedure>>;
  };
  /** States after approval in which a new review may still change the outcome. */
  readonly openIn?: readonly string[];
  /** Field for the grade that the score proposes. */
  readonly grade?: ReviewGrade;
}

/** Mixin that marks a kind as reviewable; stores its options in the definition. */
export const reviewedMixin = defineMixin<ReviewedOptions>('reviewed');

/**
 * Mixin of a reviewable kind: `with: [reviewed({ … })]`; its route must wait for the matter
 * `review` with `reviewWrites`.
 * @throws Error unless the criteria add up to 100 points
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
      // Account ids of the parties, stored with the outcome.
      reviewParties: f
        .text(['评审当事人', 'Parties of the review'])
        .max(4000)
        .byApprover()
        .secret(partiesCode),
    },
    reads: [...read.filter((name) => typeof name === 'string'), ...shown, ...identifying],
  });
};

/** Fields of a review’s outcome, for forms. */
export const reviewOutcome = ['reviewScore', 'reviewRank'] as const;

/** Fields that the wait for a review may change: outcome and parties. */
export const reviewWrites = [...reviewOutcome, 'reviewParties'] as const;
