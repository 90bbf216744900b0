import type { Label } from '@keyan/kernel/label.ts';

/** Ten bands of the spending rate, and a band for overspending; ordered by code. */
export const rateBands: readonly {
  readonly code: string;
  readonly label: Label;
  /** Lower limit in percent. */
  readonly from: number;
}[] = Array.from({ length: 11 }, (_, index) => {
  const from = index * 10;
  const text = index === 10 ? '≥ 100%' : `${from}–${from + 10}%`;
  return { code: String(index).padStart(2, '0'), label: [text, text], from };
});
