import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { pickSpec } from '@keyan/kernel/definition/field/spec.ts';

/** Range of numeric columns: no value outside can match. */
const held: Partial<Record<FieldType, { readonly least: number; readonly most: number }>> = {
  integer: { least: -2_147_483_647, most: 2_147_483_647 },
  year: { least: -32_767, most: 32_767 },
  decimal: { least: -999_999_999, most: 999_999_999 },
  percent: { least: -999_999_999, most: 999_999_999 },
};

/** Removes the rules of a record (length, pattern, range) from a field, for search values. */
export const looseFieldSpec = (spec: FieldSpec): FieldSpec =>
  ({
    ...pickSpec(spec, ['type', 'label', 'scale', 'dictionary', 'target']),
    ...held[spec.type],
  }) as FieldSpec;
