import type { Label } from '@keyan/kernel/label.ts';
import { isZero, minus, plus } from '@keyan/kernel/values/amounts.ts';
import type { ComparedGroup } from './trial-page.ts';

// Compares what-if computations by groups of people. Pure functions.

/** Current and trial score of a person in a trial, with the group. */
export interface GroupedPerson {
  readonly person: string;
  readonly key: string;
  readonly label: Label;
  readonly before: string;
  readonly after: string;
}

/** Decade of an age; its key is the first year, such as `40`. */
export const ageBandOf = (age: number | null): { readonly key: string; readonly label: Label } => {
  if (age === null) return { key: '', label: ['未填写', 'Not given'] };
  const first = Math.min(60, Math.max(20, Math.floor(age / 10) * 10));
  if (first === 60) return { key: '60', label: ['60 岁及以上', '60 and over'] };
  const span = `${first}–${first + 9}`;
  return { key: String(first), label: [`${span} 岁`, span] };
};

/** Age limits of a decade by key; the first and last are unbounded. */
export const agesOfBand = (key: string): { readonly least?: number; readonly most?: number } => {
  const first = Number(key);
  return {
    ...(first > 20 && { least: first }),
    ...(first < 60 && { most: first + 9 }),
  };
};

const outcomeOf = (people: readonly GroupedPerson[]) => {
  const before = plus('0.00', ...people.map((one) => one.before));
  const after = plus('0.00', ...people.map((one) => one.after));
  const changes = people.map((one) => minus(one.after, one.before));
  return {
    before,
    after,
    change: minus(after, before),
    winners: changes.filter((one) => !one.startsWith('-') && !isZero(one)).length,
    losers: changes.filter((one) => one.startsWith('-')).length,
  };
};

/**
 * Groups of all trials, largest change first.
 * @param trials people of each trial; a person missing in a trial counts with 0
 */
export const groupTrials = (
  trials: readonly (readonly GroupedPerson[])[],
): readonly ComparedGroup[] => {
  const labels = new Map(trials.flat().map(({ key, label }) => [key, label]));
  return [...labels]
    .map(([key, label]) => {
      const parts = trials.map((people) => people.filter((one) => one.key === key));
      const outcomes = parts.map(outcomeOf);
      const [first] = outcomes;
      return {
        key,
        label,
        people: new Set(parts.flat().map(({ person }) => person)).size,
        before: first?.before ?? '0.00',
        trials: outcomes.map(({ before: _before, ...one }) => one),
      };
    })
    .toSorted((a, b) => {
      const moved = ({ trials: [one] }: ComparedGroup) => Math.abs(Number(one?.change ?? 0));
      return moved(b) - moved(a) || (a.key < b.key ? -1 : 1);
    });
};
