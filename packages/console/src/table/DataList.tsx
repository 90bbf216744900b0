import type { ReactElement } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { DataTable, type DataTableProps, type TableSelection } from './DataTable.tsx';
import { useList } from './listController.ts';
import { CardTotals } from './TableTotals.tsx';
import './cards.css';

interface DataListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'selection'> {
  /** Renders the `<li>` of one row on a phone. */
  readonly card: (row: Row) => ReactElement;
  /**
   * Returns the name of a selectable row; see `TableSelection`. Absent if rows cannot be selected.
   */
  readonly selectName?: TableSelection<Row>['nameOf'] | undefined;
}

/** Renders the rows of the surrounding list page: a table, or cards on a phone. */
export const DataList = <Row,>({ card, selectName, ...table }: DataListProps<Row>) => {
  const { rows = [], selection, peek } = useList<Row>();
  const { caption, refreshing, totals } = table;
  if (useScreen() === 0) {
    return (
      <ul className="ky-cards" aria-label={caption} aria-busy={refreshing}>
        {rows.map(card)}
        {totals && totals.length > 0 && <CardTotals totals={totals} />}
      </ul>
    );
  }
  const { selected, select } = selection;
  return (
    <DataTable
      {...table}
      grid={
        table.grid && {
          ...table.grid,
          onPeek: peek?.show,
          peeked: peek?.row && table.keyOf(peek.row, 0),
        }
      }
      rows={rows}
      selection={selectName && { selected, nameOf: selectName, onSelect: select }}
    />
  );
};
