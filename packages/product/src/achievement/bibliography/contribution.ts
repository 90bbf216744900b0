/**
 * The default shares of authors by their number (R-603 mode 2, used for the prefill of
 * R-503), in hundredths of a percent. From five authors on, the first five share and the others
 * have nothing until an editor sets their shares.
 */
const shares: readonly (readonly number[])[] = [
  [],
  [10000],
  [7000, 3000],
  [6000, 3000, 1000],
  [5000, 2500, 1500, 1000],
  [4500, 2500, 1500, 1000, 500],
];

const percent = (hundredths: number): string => (hundredths / 100).toFixed(2);

/**
 * The default contribution of each author in percent, with two decimals. The sum is exactly 100.00.
 * @param authors their number, from 0
 */
export function defaultContributions(authors: number): string[] {
  const table = shares[Math.min(authors, shares.length - 1)] ?? [];
  return Array.from({ length: authors }, (_, index) => percent(table[index] ?? 0));
}
