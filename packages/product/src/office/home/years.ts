/** A span of years, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Years that charts show until the reader chooses others. */
const usualYears = 5;

/** The last years, this one included. */
export const lastYears = (today: Date): Span => {
  const to = today.getFullYear();
  return { from: to - usualYears + 1, to };
};

/** The span as conditions of a list. */
export const spanConditions = ({ from, to }: Span): Readonly<Record<string, string>> => ({
  statYear_ge: String(from),
  statYear_le: String(to),
});
