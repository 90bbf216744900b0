import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { Output } from './scholar.ts';

interface YearsProps {
  readonly outputs: readonly Output[];
  readonly year: number | undefined;
  readonly onYear: (year: number | undefined) => void;
}

/** Maximum number of bars. */
const maxYearBars = 24;

/** Bars with the number of outputs per year; a click filters the list by year. */
export const YearBars = ({ outputs, year, onYear }: YearsProps) => {
  const label = useLabel();
  const counts = new Map<number, number>();
  for (const output of outputs) {
    if (output.year > 0) counts.set(output.year, (counts.get(output.year) ?? 0) + 1);
  }
  const known = [...counts.keys()];
  if (known.length < 2) return null;
  const last = Math.max(...known);
  const first = Math.max(Math.min(...known), last - maxYearBars + 1);
  const highest = Math.max(...counts.values());
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div className="ky-scholar-years ky-noprint">
      {years.map((each) => {
        const count = counts.get(each) ?? 0;
        return (
          <button
            key={each}
            type="button"
            aria-pressed={year === each}
            disabled={count === 0}
            title={label(
              fill(['{year} 年 {count} 项', '{count} in {year}'], { year: each, count }),
            )}
            onClick={() => onYear(year === each ? undefined : each)}
          >
            <span className="ky-scholar-count">{count > 0 ? count : ''}</span>
            <i style={{ height: `${Math.round((count / highest) * 48)}px` }} />
            <span className="ky-scholar-label">{each}</span>
          </button>
        );
      })}
    </div>
  );
};
