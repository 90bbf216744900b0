import { momentOf } from '@keyan/kernel/values/time.ts';

// When a rule warns, and what it says. Pure.

const day = 86_400_000;

/** Whole days from one day to another, both `yyyy-MM-dd`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((momentOf(to.slice(0, 10)).getTime() - momentOf(from.slice(0, 10)).getTime()) / day);

/** Nearest rung before a date that the days left have reached; null for none. */
export const rungBefore = (rungs: readonly number[], left: number): number | null =>
  left < 0 ? null : (rungs.toSorted((a, b) => a - b).find((one) => left <= one) ?? null);

/** Farthest rung after a date that the days passed have reached; null for none. */
export const rungAfter = (rungs: readonly number[], passed: number): number | null =>
  rungs.toSorted((a, b) => b - a).find((one) => passed >= one) ?? null;

/** A template with its places filled in; what there is no value for stays empty. */
export const filled = (
  template: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string => template.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));
