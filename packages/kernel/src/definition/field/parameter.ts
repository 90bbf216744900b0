import type { Label } from '../../label.ts';
import type { Field } from './field.ts';
import { fieldTypeTable } from './field-types.ts';

/** Setting of each tenant, stored as text under its key. */
export interface Parameter<out V = unknown> {
  readonly key: string;
  /** Field to enter the value: type, label, bounds, dictionary. */
  readonly field: Field<V>;
  /** Value if the tenant has set none. */
  readonly initial: V;
}

/**
 * Declares a parameter: `parameter('delay.maxMonths', f.integer(['单次延期月数', 'Months of an
 * extension']).between(1, 60), 12)`
 *
 * @throws Error for an initial value that the field refuses.
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

/** Returns the fault of a text as the value of the parameter, or null. */
export const parameterFault = ({ field: { spec } }: Parameter, text: string): Label | null => {
  const parsed = fieldTypeTable[spec.type].parse(text, spec);
  return 'fault' in parsed ? parsed.fault : null;
};

/**
 * Parses a stored text as the value of the parameter; the initial value if there is none or it is
 * invalid.
 */
export const parameterValue = <V>(
  { field: { spec }, initial }: Parameter<V>,
  text: string | null | undefined,
): V => {
  if (text === null || text === undefined || text.trim() === '') return initial;
  const parsed = fieldTypeTable[spec.type].parse(text, spec);
  return 'fault' in parsed ? initial : (parsed.value as V);
};
