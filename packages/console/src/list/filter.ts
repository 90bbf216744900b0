import type { FieldSpec } from '@keyan/kernel/field.ts';
import type { Lookup } from '../data/values.ts';

/** Conditions by wire key. */
export type Conditions = Readonly<Record<string, string>>;

export interface FilterProps {
  /** Of a reference: what it may choose. */
  readonly lookup?: Lookup;
  readonly name: string;
  readonly spec: FieldSpec;
  readonly filters: Conditions;
  /** Stands in the empty control; empty where a label above says what it filters by. */
  readonly placeholder: string;
  /** Undefined takes a condition away. */
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** The codes of a condition. */
export const codesOf = (text: string | undefined): string[] => (text ? text.split(',') : []);
export const conditionOf = (codes: readonly string[]): string | undefined =>
  codes.join(',') || undefined;
