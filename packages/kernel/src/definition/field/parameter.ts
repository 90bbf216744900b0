import type { Label } from '../../label.ts';
import type { Field } from './field.ts';
import { fieldTypeTable } from './field-types.ts';

/** A choice that each school makes for itself, stored as text under its key. */
export interface Parameter<out V = unknown> {
  readonly key: string;
  /** Field for the value to be entered: type, label, bounds, dictionary. */
  readonly field: Field<V>;
  /** Where the school has set none. */
  readonly initial: V;
}

/**
 * `parameter('delay.maxMonths', f.integer(['单次延期月数', 'Months of an extension']).between(1, 60), 12)`
 *
 * @throws Error for a first value that the field would refuse.
 */
export const parameter = <V extends string | number>(
  key: string,
  field: Field<V>,
  initial: NoInfer<V>,
): Parameter<V> => {
  const parsed = fieldTypeTable[field.spec.type].parse(initial, field.spec);
  if ('fault' in parsed) throw new Error(`${key}: ${parsed.fault[1]}`);
  return { key, field, initial };
};

/** Fault of a text as the value of the parameter. */
export const parameterFault = ({ field: { spec } }: Parameter, text: string): Label | null => {
  const parsed = fieldTypeTable[spec.type].parse(text, spec);
  return 'fault' in parsed ? parsed.fault : null;
};

/** The value that a stored text means; the first one where there is none that can be read. */
export const parameterValue = <V>(
  { field: { spec }, initial }: Parameter<V>,
  text: string | null | undefined,
): V => {
  if (text === null || text === undefined || text.trim() === '') return initial;
  const parsed = fieldTypeTable[spec.type].parse(text, spec);
  return 'fault' in parsed ? initial : (parsed.value as V);
};
