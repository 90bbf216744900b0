import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Lookup } from '../data/values.ts';

/** Conditions by wire key. */
export type FilterConditions = Readonly<Record<string, string>>;

export interface FilterProps {
  /** Call that lists the options of a reference. */
  readonly lookup?: Lookup;
  readonly name: string;
  readonly spec: FieldSpec;
  readonly filters: FilterConditions;
  /** Placeholder; empty if the control has a label above. */
  readonly placeholder: string;
  /** Changes conditions; undefined removes one. */
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** Returns the codes of a condition. */
export const filterCodes = (text: string | undefined): string[] => (text ? text.split(',') : []);
export const filterCondition = (codes: readonly string[]): string | undefined =>
  codes.join(',') || undefined;
