/** Reference and field from which a copy takes its value. */
export interface CopySource {
  /** The reference beside it. */
  readonly from: string;
  /** The key of the record's resource. */
  readonly target: string;
  /** The field of the record that the reference names. */
  readonly field: string;
}

/** Properties that a copy takes from the field that it copies: not those that concern input. */
export const copiedPropertiesOf = [
  'type',
  'label',
  'max',
  'scale',
  'unit',
  'inPercent',
  'dictionary',
  'target',
  'searchable',
  'namesPeople',
  'secret',
  'ordinal',
] as const;

/**
 * Properties that a field of a dialog takes from the record's field (`f.own`): limits and words, not when it is asked
 * for.
 */
export const dialogPropertiesOf = [
  'type',
  'label',
  'min',
  'max',
  'least',
  'most',
  'scale',
  'format',
  'personName',
  'unit',
  'leastMeans',
  'help',
  'dictionary',
  'target',
  'among',
  'otherwise',
  'inLines',
  'closes',
  'fields',
  'categories',
] as const;
