import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { dictCode } from './dict-pages.ts';

/** Key of the row that stands for the dictionary as a whole. */
export const dictionaryRoot = '-1';

/** Parent id on the wire of a row without parent. */
export const noParentId = '0';

/** Format of codes, which appear in comma-separated lists and in URLs. */
const plainCode = {
  test: (value: string) => /^[\w.-]+$/.test(value),
  message: [
    '只能填写字母、数字、下划线、中划线和点',
    'Only letters, digits, underscores, hyphens and dots',
  ],
} as const;

/**
 * Entry of a dictionary, or a whole dictionary, whose row has the key -1 and no parent (spec §3). Its calls are
 * BladeX's and are not derived from this definition.
 */
export const dictEntry = defineResource({
  key: 'dict',
  label: ['字典', 'Dictionary'],
  table: 'dict_entry',
  path: 'blade-system/dict',
  title: 'dictValue',
  fields: {
    code: f.text(['字典编号', 'Code']).required().max(50).format(plainCode),
    dictKey: f.text(['代码', 'Key']).required().max(50).format(plainCode),
    dictValue: f.text(['字典名称', 'Name']).required().max(100),
    dictValueEn: f.text(['英文名称', 'English name']).max(200),
    sort: f.integer(['字典排序', 'Order']).required().between(0, 999_999),
    isSealed: f.dict(['封存', 'Sealed'], yesNo).required().initial('0'),
    synonyms: f.text(['同义词', 'Other names']).max(300),
    remark: f.text(['备注', 'Remark']).max(300),
  },
  list: { columns: ['code', 'dictValue', 'sort', 'isSealed'], filters: [], sort: 'sort' },
  form: [
    {
      key: 'dict',
      title: ['字典', 'Dictionary'],
      fields: [
        'code',
        'dictValue',
        'dictValueEn',
        'dictKey',
        'sort',
        'isSealed',
        'synonyms',
        'remark',
      ],
    },
  ],
  access: { read: everyone(), write: permission(dictCode('edit')) },
});

export type DictField = keyof typeof dictEntry.fields;

/** Values of a row as its fields store them: codes as text, numbers as numbers, empty as null. */
export type DictValues = Record<DictField, string | number | null>;

/** Row as calls of administrators return it. */
export interface DictRow {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string;
  readonly parentName: string;
  readonly code: string;
  readonly dictKey: string;
  readonly dictValue: string;
  readonly dictValueEn: string;
  readonly sort: number;
  readonly isSealed: 0 | 1;
  /** Synonyms in the school's lists, comma-separated; imports accept them. */
  readonly synonyms: string;
  readonly remark: string;
  readonly isDeleted: 0;
  readonly version: number;
  readonly hasChildren: boolean;
  /**
   * True for rows shipped with the product: code, key and parent are fixed, and the row can be sealed but not removed.
   */
  readonly builtIn: boolean;
}

/** Splits the field `synonyms` of an entry. */
export const synonymsOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Validates an entry, in the form and on the server: `stored` overlaid with `given`.
 * @param isDictionary true for a whole dictionary, whose key is fixed
 */
export const judgeDictEntry = (
  stored: Partial<DictValues>,
  given: RowLike,
  isDictionary: boolean,
): { readonly row: DictValues; readonly faults: readonly FieldFault[] } => {
  const input = isDictionary ? { ...given, dictKey: dictionaryRoot } : given;
  const { row, faults } = validate(dictEntry, stored, input, 'complete', { today: '' });
  const reserved = !isDictionary && row.dictKey === dictionaryRoot;
  return {
    row: row as DictValues,
    faults: reserved
      ? [...faults, { path: 'dictKey', message: ['键值 -1 已保留', 'The key -1 is reserved'] }]
      : faults,
  };
};
