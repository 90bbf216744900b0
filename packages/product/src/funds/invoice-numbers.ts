/** Separators between several numbers in one cell. */
const between = /[,，、;；/\n]+/;

/** Characters that people write around a number and that are no part of it. */
const around = /(?:发票号码?|NO\.?|№|[^0-9A-Z])/g;

/** One invoice number without case, width, blanks, punctuation and 「№」 (R-307, ruling 67). */
export const canonicalNumber = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replace(around, '');

/** The invoice numbers that a cell names, each once. */
export const invoiceNumbersIn = (cell: string | null | undefined): readonly string[] => [
  ...new Set(
    (cell ?? '')
      .split(between)
      .map(canonicalNumber)
      .filter((number) => number !== ''),
  ),
];

/** A number of eight digits: it says nothing without the code of its sheet. */
export const lacksSheetCode = (number: string): boolean => /^\d{8}$/.test(number);
