import { fill, type Label } from '@keyan/kernel/label.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';

// When a rule warns, and what it says. Pure.

const day = 86_400_000;

/** Whole days from one day to another, both `yyyy-MM-dd`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round(
    (dateOfText(to.slice(0, 10)).getTime() - dateOfText(from.slice(0, 10)).getTime()) / day,
  );

/** Nearest rung before a date that the days left have reached; null for none. */
export const thresholdBefore = (rungs: readonly number[], left: number): number | null =>
  left < 0 ? null : (rungs.toSorted((a, b) => a - b).find((one) => left <= one) ?? null);

/** Farthest rung after a date that the days passed have reached; null for none. */
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

/** A rung in words, by how its target is measured. */
export const thresholdLabel = (kind: 'before' | 'after' | 'measured', rung: number): Label =>
  fill(stageWords[kind][rung === 0 ? 0 : 1], { days: rung });

/** A template with its places filled in; what there is no value for stays empty. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string => template.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));
