import { trimEndCharacters } from './pattern.ts';

/** Parsed decimal text; the fraction has no trailing zeros. */
interface Decimal {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/** Parses `-1,234.50`; null for text that is no decimal of at most 16 whole digits. */
export const readDecimal = (text: string): Decimal | null => {
  const match = /^(-?)0*(\d{1,16})(?:\.(\d*))?$/.exec(text.replaceAll(',', '').trim());
  if (!match) return null;
  const [, sign, whole = '', tail = ''] = match;
  return { negative: sign === '-', whole, fraction: trimEndCharacters(tail, '0') };
};

/**
 * Converts a decimal to units of its last digit: `12.5` at scale 2 is 1250n, so that money is
 * compared exactly and never becomes a float. Null for more digits than the scale.
 */
export const decimalUnits = (
  { negative, whole, fraction }: Decimal,
  scale: number,
): bigint | null => {
  if (fraction.length > scale) return null;
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return negative ? -units : units;
};

/** Converts units of the last digit to text: 1250n at scale 2 is `12.50`. */
export const decimalText = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  const whole = digits.slice(0, digits.length - scale);
  return sign + whole + (scale > 0 ? `.${digits.slice(-scale)}` : '');
};

/**
 * Converts a bound of a definition, such as `0.01`, to units of the field's last digit.
 * @throws Error for a bound with more digits than the field.
 */
export const boundUnits = (bound: number, scale: number): bigint => {
  const decimal = readDecimal(String(bound));
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null) throw new Error(`the bound ${bound} has more than ${scale} decimals`);
  return units;
};
