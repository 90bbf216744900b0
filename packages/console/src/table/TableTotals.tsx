import type { ReactNode } from 'react';
import { type Text, useLabel } from '../i18n/language.ts';
import type { DataColumn } from './column.ts';

/** A sum over all rows that a list finds, of which the table shows one page. */
export interface ColumnTotal {
  /** Key of the column below which it stands. */
  readonly key: string;
  readonly head: Text;
  readonly value: ReactNode;
  /** Why there is no sum, where the rows do not add up. */
  readonly apart?: Text;
}

interface TableTotalsProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly totals: readonly ColumnTotal[];
  /** Checkboxes stand before the columns. */
  readonly hasChecks: boolean;
}

const title = ['合计', 'Total'] as const;

/** The last row of a table: the sums, each below its column. */
export const TableTotals = <Row,>({ columns, totals, hasChecks }: TableTotalsProps<Row>) => {
  const label = useLabel();
  // The word stands in the first column that has no sum, after those that show no field.
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
                {label(title)}
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

/** Totals below the cards of a phone. */
export const CardTotals = ({ totals }: Pick<TableTotalsProps<unknown>, 'totals'>) => {
  const label = useLabel();
  return (
    <li className="ky-card-totals">
      {totals.map(({ key, head, value, apart }) => (
        <span key={key}>
          {label(head)} {label(title)} <b>{value}</b>
          {apart && <span className="ky-note"> {label(apart)}</span>}
        </span>
      ))}
    </li>
  );
};
