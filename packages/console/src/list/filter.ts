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
  /** Placeholder; empty where the control has a label above it. */
  readonly placeholder: string;
  /** Undefined removes a condition. */
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** The codes of a condition. */
export const filterCodes = (text: string | undefined): string[] => (text ? text.split(',') : []);
export const filterCondition = (codes: readonly string[]): string | undefined =>
  codes.join(',') || undefined;
