import type { Label } from '@keyan/kernel/label.ts';

/** Permission code of 试算对比: compares what-if computations by groups of people. */
export const compareCode = 'strialcompare';
export const comparePath = '/score/trialCompare/index';
export const compareCall = 'kh-edu-research/scoreTrial/compare';

/** Groupings of people in display order. */
export const peopleGroupings = ['college', 'rank', 'discipline', 'age'] as const;

export type PeopleGrouping = (typeof peopleGroupings)[number];

export const groupingLabels: Readonly<Record<PeopleGrouping, Label>> = {
  college: ['学院', 'College'],
  rank: ['职称', 'Rank'],
  discipline: ['一级学科', 'Discipline'],
  age: ['年龄段', 'Age'],
};

/** Result of one trial for a group, with the current value. */
export interface GroupOutcome {
  readonly after: string;
  readonly change: string;
  readonly winners: number;
  readonly losers: number;
}

export interface ComparedGroup {
  readonly key: string;
  readonly label: Label;
  readonly people: number;
  readonly before: string;
  /** Outcomes in order of the trials. */
  readonly trials: readonly GroupOutcome[];
}

export interface TrialComparison {
  readonly trials: readonly { readonly id: string; readonly name: string; readonly norm: string }[];
  readonly groups: readonly ComparedGroup[];
}
