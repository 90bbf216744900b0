/** Separators between several invoice numbers in one cell. */
const between = /[,，、;；/\n]+/;

/** Characters around a number that do not belong to it. */
const around = /(?:发票号码?|NO\.?|№|[^0-9A-Z])/g;

/**
 * Canonical invoice number: without case, width, spaces, punctuation and 「№」 (R-307, ruling 67).
 */
export const canonicalNumber = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replace(around, '');

/** Invoice numbers in a cell, without repetition. */
export const invoiceNumbersIn = (cell: string | null | undefined): readonly string[] => [
  ...new Set(
    (cell ?? '')
      .split(between)
      .map(canonicalNumber)
      .filter((number) => number !== ''),
  ),
];

/** True for an eight-digit number, which is ambiguous without its sheet code. */
export const lacksSheetCode = (number: string): boolean => /^\d{8}$/.test(number);
