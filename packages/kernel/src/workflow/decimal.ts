/**
 * Exact decimal for conditions, `digits / 10^scale`: a limit of 50000.00 yuan must not be compared
 * as a float. Equal values may differ in scale.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Number of digits after the point of a quotient, rounded half away from zero. */
const quotientScale = 12;

/** Maximum number of digits; longer numbers are refused, so that arithmetic is always fast. */
const maxDigits = 100;

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Parses `12`, `-0.50`, `1e4`; undefined for other text. */
export const parseDecimal = (text: string): Decimal | undefined => {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length;
  if (whole.length + fraction.length + Math.abs(shift) > maxDigits) return undefined;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return shift >= 0 ? { digits: digits * pow10(shift), scale: 0 } : { digits, scale: -shift };
};

const align = (a: Decimal, b: Decimal): [bigint, bigint, number] => {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * pow10(scale - a.scale), b.digits * pow10(scale - b.scale), scale];
};

const bounded = (value: Decimal): Decimal | undefined =>
  value.digits.toString().length > maxDigits || value.scale > maxDigits ? undefined : value;

export const compareDecimals = (a: Decimal, b: Decimal): -1 | 0 | 1 => {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Arithmetic operations; each returns undefined for division by zero and for too many digits. */
export const decimalArithmetic = {
  '+': (a: Decimal, b: Decimal) => {
    const [left, right, scale] = align(a, b);
    return bounded({ digits: left + right, scale });
  },
  '-': (a: Decimal, b: Decimal) => {
    const [left, right, scale] = align(a, b);
    return bounded({ digits: left - right, scale });
  },
  '*': (a: Decimal, b: Decimal) =>
    bounded({ digits: a.digits * b.digits, scale: a.scale + b.scale }),
  '/': (a: Decimal, b: Decimal) => {
    const [left, right] = align(a, b);
    if (right === 0n) return undefined;
    const doubled = (left * pow10(quotientScale) * 2n) / right;
    const away = doubled < 0n ? -1n : 1n;
    return bounded({ digits: (doubled + away) / 2n, scale: quotientScale });
  },
  '%': (a: Decimal, b: Decimal) => {
    const [left, right, scale] = align(a, b);
    return right === 0n ? undefined : bounded({ digits: left % right, scale });
  },
} as const satisfies Record<string, (a: Decimal, b: Decimal) => Decimal | undefined>;

/** Formats a decimal in its shortest form: `1.50` as `1.5`, `2.00` as `2`. */
export const printDecimal = ({ digits, scale }: Decimal): string => {
  if (scale === 0) return digits.toString();
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = text.slice(-scale).replace(/0+$/, '');
  return `${sign}${text.slice(0, -scale)}${fraction && `.${fraction}`}`;
};
