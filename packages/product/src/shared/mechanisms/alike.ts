import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Another kind whose titles count: all its records in these states, of the same years. */
export interface OtherSimilarKind {
  /** The key of the resource. */
  readonly resource: string;
  readonly title: string;
  /** A date or a year. */
  readonly year: string;
  readonly state: string;
  readonly counted: readonly string[];
}

/** Records of its kind that a record is compared with by its title. */
export interface SimilarityOptions {
  /** The field with its title. */
  readonly title: string;
  /** The field with the year of a record, and how far back others are looked at. */
  readonly year: string;
  readonly years: number;
  /** How that time is said: 三年. */
  readonly period: Label;
  /** Records of other kinds that are compared with, too. */
  readonly others?: readonly OtherSimilarKind[];
  /** Name of these records in a sentence. */
  readonly called: Label;
  /** The field with their state, and the states of those that count. */
  readonly state: string;
  readonly counted: readonly string[];
}

/** Whoever handles a record is told of others with nearly the same title. */
export const similarMixin = defineMixin<SimilarityOptions>('alike');

/** `with: [similarRecords(['相近申报', 'Similar declarations'], { title: 'programName', … })]` */
export const similarRecords = (label: Label, given: SimilarityOptions) =>
  similarMixin.with(given, {
    fields: {},
    checks: [suppliedCheck('likeness', label, [given.title])],
    reads: [given.title, given.year, given.state],
  });
