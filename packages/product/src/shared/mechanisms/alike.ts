import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Another kind to compare with: records in the given states within the same period. */
export interface OtherSimilarKind {
  /** Key of the resource. */
  readonly resource: string;
  readonly title: string;
  /** Field with a date or a year. */
  readonly year: string;
  readonly state: string;
  readonly counted: readonly string[];
}

/** Options of comparing records by title. */
export interface SimilarityOptions {
  /** Field with the title. */
  readonly title: string;
  /** Field with the year, and number of earlier years to compare (`back`). */
  readonly year: string;
  readonly years: number;
  /** Period in words: 三年. */
  readonly period: Label;
  /** Other kinds to compare with. */
  readonly others?: readonly OtherSimilarKind[];
  /** Name of the compared records in a sentence. */
  readonly called: Label;
  /** Field with the state, and the states that count. */
  readonly state: string;
  readonly counted: readonly string[];
}

/** Mixin that reports records with similar titles to people who handle a record. */
export const similarMixin = defineMixin<SimilarityOptions>('alike');

/**
 * Mixin value, such as `with: [similarRecords(['相近申报', 'Similar declarations'], { title:
 * 'programName', … })]`.
 */
export const similarRecords = (label: Label, given: SimilarityOptions) =>
  similarMixin.with(given, {
    fields: {},
    checks: [suppliedCheck('likeness', label, [given.title])],
    reads: [given.title, given.year, given.state],
  });
