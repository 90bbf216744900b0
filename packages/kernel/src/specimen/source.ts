import type { SpecimenSource } from '../definition/field/draw.ts';
import type { FieldSpec } from '../definition/field/field.ts';
import { decimalText, decimalUnits, readDecimal } from '../values/decimal.ts';
import type { RowLike } from '../values/row.ts';

/** Source of random whole numbers: a seeded generator, or the draws of a property test. */
export interface RandomSource {
  /** Draws a whole number between the bounds, both included. */
  int(least: number, most: number): number;
}

/**
 * Returns ids of records that a reference may name, by the key of their resource; the reference may
 * limit them.
 */
export interface Targets {
  (key: string, reference?: FieldSpec): readonly string[];
  /** Returns the fields of such a record, undefined if unknown. */
  readonly record?: (key: string, id: string) => RowLike | undefined;
}

/** Returns a pseudorandom generator determined by the seed (mulberry32). */
export const seededRandom = (seed: number): RandomSource => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { int: (least, most) => least + Math.floor(next() * (most - least + 1)) };
};

/**
 * Makes the source of one specimen.
 * @param serial number of the specimen in the run, from 1
 * @param today `yyyy-MM-dd`
 */
export const specimenSource = (
  source: RandomSource,
  serial: number,
  targets: Targets,
  today: string,
): SpecimenSource => ({
  serial,
  today,
  ids: targets,
  record: (key, id) => (typeof id === 'string' ? targets.record?.(key, id) : undefined),
  int: (least, most) => source.int(least, most),
  pick: <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('there is nothing to pick from');
    return list[source.int(0, list.length - 1)] as T;
  },
  parts: (total, count) => partsOf(source, total, count),
});

const partsOf = (source: RandomSource, total: string, count: number): readonly string[] => {
  const scale = total.split('.')[1]?.length ?? 0;
  const decimal = readDecimal(total);
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null || count < 1) throw new Error(`${total} has no ${count} parts`);
  let rest = units;
  return Array.from({ length: count }, (_, index) => {
    const others = BigInt(count - index - 1);
    const part = others === 0n ? rest : (rest - others) / (others + 1n) + BigInt(source.int(0, 1));
    const least = rest > others ? 1n : 0n;
    const taken = part < least ? least : part;
    rest -= taken;
    return decimalText(taken, scale);
  });
};
