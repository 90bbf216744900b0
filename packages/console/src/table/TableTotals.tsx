import type { ReactNode } from 'react';
import { type Text, useLabel } from '../i18n/language.ts';
import type { DataColumn } from './column.ts';

/** Sum over all rows of a list, of which the table shows one page. */
export interface ColumnTotal {
  /** Key of the column below which the sum is shown. */
  readonly key: string;
  readonly head: Text;
  readonly value: ReactNode;
  /** Reason shown instead of a sum, if the rows must not be added up. */
  readonly apart?: Text;
}

interface TableTotalsProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly totals: readonly ColumnTotal[];
  /** True if a column of checkboxes is in front. */
  readonly hasChecks: boolean;
}

const totalText = ['合计', 'Total'] as const;

/** Renders the last row of a table: the sums, each below its column. */
export const TableTotals = <Row,>({ columns, totals, hasChecks }: TableTotalsProps<Row>) => {
  const label = useLabel();
  // The word 合计 is in the first column that shows a field and has no sum.
  const first = columns.find(({ key, width }) => width === undefined && !isTotal(totals, key));
  const word = first ?? columns.find(({ key }) => !isTotal(totals, key));
  const [why] = totals.flatMap(({ apart }) => apart ?? []);
  return (
    <tfoot>
      <tr>
        {hasChecks && <td className="ky-col-check" />}
        {columns.map(({ key, className, align, attributes, style }) => (
          <td key={key} className={className} data-align={align} style={style} {...attributes}>
            {key === word?.key ? (
              <>
                {label(totalText)}
                {why && <span className="ky-note"> {label(why)}</span>}
              </>
            ) : (
              totals.find((total) => total.key === key)?.value
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
};

const isTotal = (totals: readonly ColumnTotal[], key: string): boolean =>
  totals.some((total) => total.key === key);

/** Renders the sums below the cards of a phone. */
export const CardTotals = ({ totals }: Pick<TableTotalsProps<unknown>, 'totals'>) => {
  const label = useLabel();
  return (
    <li className="ky-card-totals">
      {totals.map(({ key, head, value, apart }) => (
        <span key={key}>
          {label(head)} {label(totalText)} <b>{value}</b>
          {apart && <span className="ky-note"> {label(apart)}</span>}
        </span>
      ))}
    </li>
  );
};
