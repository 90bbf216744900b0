import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { YuanAmount } from './Amount.web.tsx';
import { type Book, type Figure, figureFormulas, moneyFigures } from './figures.ts';

/** Figures in display order. */
const shown = [
  'arrived',
  'taxed',
  'overhead',
  'net',
  'pending',
  'held',
  'spent',
  'available',
] as const;

/** Formula of a derived figure with current values. */
const Explanation = ({
  figure,
  sums,
}: {
  readonly figure: Figure;
  readonly sums: Book['sums'];
}) => {
  const label = useLabel();
  const formula = figureFormulas[figure];
  if (!formula) return null;
  const part = (name: Figure): string =>
    `${label(moneyFigures[name])} ${groupDigits(sums[name] ?? '0.00')}`;
  return (
    <span>
      {label(moneyFigures[figure])} {groupDigits(sums[figure] ?? '0.00')} ={' '}
      {formula.plus.map(part).join(' + ')}
      {formula.minus.map((name) => ` − ${part(name)}`).join('')}
    </span>
  );
};

interface FundsFiguresProps {
  readonly book: Book;
  readonly chosen: Figure | null;
  /** Callback for a click on a figure; undefined if the reader may not see entries. */
  readonly onChoose?: (figure: Figure) => void;
}

/** Figures of a project; a click shows the entries behind a figure. */
export const FundsFigures = ({ book, chosen, onChoose }: FundsFiguresProps) => {
  const label = useLabel();
  const { sums, rate, elapsed } = book;
  return (
    <div className="ky-funds-figures">
      {shown.map((figure) => {
        const text = (
          <>
            <span>{label(moneyFigures[figure])}</span>
            <strong>
              <YuanAmount value={sums[figure]} />
            </strong>
          </>
        );
        return onChoose ? (
          <button
            key={figure}
            type="button"
            aria-pressed={chosen === figure}
            onClick={() => onChoose(figure)}
          >
            {text}
          </button>
        ) : (
          <div key={figure}>{text}</div>
        );
      })}
      <div>
        <span>{label(['执行率', 'Spending rate'])}</span>
        <strong>{rate === '' ? '—' : `${rate} %`}</strong>
      </div>
      <div>
        <span>{label(['时间进度', 'Time elapsed'])}</span>
        <strong>{elapsed === '' ? '—' : `${elapsed} %`}</strong>
      </div>
      <p className="ky-note">
        <Explanation figure="available" sums={sums} />
        {label(['；执行率 = 已支出 ÷ 直接经费', '; spending rate = spent ÷ direct funds'])}
      </p>
    </div>
  );
};
