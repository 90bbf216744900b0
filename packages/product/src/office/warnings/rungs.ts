import { fill, type Label } from '@keyan/kernel/label.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';

// Thresholds and texts of warnings. Pure functions.

const day = 86_400_000;

/** Whole days between two days, `yyyy-MM-dd`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round(
    (dateOfText(to.slice(0, 10)).getTime() - dateOfText(from.slice(0, 10)).getTime()) / day,
  );

/** Nearest threshold before a date that the remaining days have reached; null if none. */
export const thresholdBefore = (rungs: readonly number[], left: number): number | null =>
  left < 0 ? null : (rungs.toSorted((a, b) => a - b).find((one) => left <= one) ?? null);

/** Farthest threshold after a date that the elapsed days have reached; null if none. */
export const thresholdAfter = (rungs: readonly number[], passed: number): number | null =>
  rungs.toSorted((a, b) => b - a).find((one) => passed >= one) ?? null;

const stageWords: Readonly<
  Record<'before' | 'after' | 'measured', readonly [first: Label, further: Label]>
> = {
  before: [
    ['已到期', 'Due'],
    ['提前 {days} 天', '{days} days ahead'],
  ],
  after: [
    ['当日', 'On the day'],
    ['满 {days} 天', '{days} days past'],
  ],
  measured: [
    ['低于阈值', 'Below the threshold'],
    ['低于阈值', 'Below the threshold'],
  ],
};

/** Threshold in words, by the unit of its target. */
export const thresholdLabel = (kind: 'before' | 'after' | 'measured', rung: number): Label =>
  fill(stageWords[kind][rung === 0 ? 0 : 1], { days: rung });

/** Template with placeholders filled in; placeholders without a value become empty. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string => template.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));
