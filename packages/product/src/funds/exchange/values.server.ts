import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import { fundsExpenditure } from '../funds-expenditure.ts';

/** Decimals of an amount, and maximum digits before the decimal point. */
const scale = 2;
const maxIntegerDigits = 13;

/**
 * Amount in yuan with two decimals, from the notation of another system; null for an empty text or
 * no amount.
 */
export const amountOfForeignText = (text: string | null | undefined): string | null => {
  const decimal = text ? readDecimal(text) : null;
  const units =
    decimal && decimal.whole.length <= maxIntegerDigits ? decimalUnits(decimal, scale) : null;
  return units === null ? null : decimalText(units, scale);
};

/**
 * Day from the notation of another system, which may append a time; null for an empty text or no
 * day.
 */
export const dayOfForeignText = (text: string | null | undefined): string | null => {
  const given = (text ?? '').slice(0, 10).replaceAll('/', '-');
  const parsed = fieldTypeTable.date.parse(given, fundsExpenditure.fields.expenseDate.spec);
  return 'fault' in parsed ? null : String(parsed.value ?? '') || null;
};

/** Placeholder for an unreadable amount. */
export const unreadableAmount: Label = [
  '金额格式不正确（应为最多两位小数的数字，如 1200.50）',
  'Invalid amount (a number with at most two decimals, such as 1200.50)',
];
