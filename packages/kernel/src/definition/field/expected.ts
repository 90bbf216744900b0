import type { Label } from '../../label.ts';
import type { FieldType } from './field.ts';

const decimalInputLabel: Label = [
  '应为数字，最多 {scale} 位小数，如 12.5',
  'a number with at most {scale} decimals, such as 12.5',
];
const textInputLabel: Label = ['应为文字', 'a text'];
const listInputLabel: Label = ['应从列表中选择', 'chosen from the list'];
const codeInputLabel: Label = ['应为选项的编码', 'the code of an option'];

/** Descriptions of valid input by field type, with an example of what people type. */
export const expectedInputLabels: Readonly<Record<FieldType, Label>> = {
  text: textInputLabel,
  note: textInputLabel,
  rich: textInputLabel,
  integer: ['应为整数，如 12', 'a whole number, such as 12'],
  year: ['应为四位年份，如 2026', 'a year of four digits, such as 2026'],
  decimal: decimalInputLabel,
  money: decimalInputLabel,
  percent: decimalInputLabel,
  date: ['应为日期，如 2026-03-15', 'a date, such as 2026-03-15'],
  time: ['应为时间，如 2026-03-15 09:30:00', 'a time, such as 2026-03-15 09:30:00'],
  dict: codeInputLabel,
  dicts: codeInputLabel,
  ref: listInputLabel,
  refs: listInputLabel,
  rows: ['应为若干行', 'a list of rows'],
  files: ['应为已上传的文件', 'files that were uploaded'],
};
