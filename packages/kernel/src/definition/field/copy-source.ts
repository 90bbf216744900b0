/** Reference and field from which a copy takes its value. */
export interface CopySource {
  /** Field of the same resource with the reference. */
  readonly from: string;
  /** Key of the referenced resource. */
  readonly target: string;
  /** Field of the referenced record. */
  readonly field: string;
}

/** Properties that a copy inherits from the copied field: all except those about input. */
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
 * Properties that a field of a dialog inherits from the record's field (`f.own`): limits and texts,
 * not whether it is required.
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
