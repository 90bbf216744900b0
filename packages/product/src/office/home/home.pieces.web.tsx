import { EmptyCard } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import './home.widgets.web.css';

/** Widget that shows a single line, such as an empty state. */
export const Line = ({ title, children }: { title: Label; children: ReactNode }) => {
  const label = useLabel();
  return <EmptyCard title={label(title)}>{children}</EmptyCard>;
};

/** Column of a table in a widget. */
export const widgetColumn = <Row,>(
  key: string,
  head: Label,
  cell: DataColumn<Row>['cell'],
  more: Omit<DataColumn<Row>, 'key' | 'head' | 'cell'> = {},
): DataColumn<Row> => ({ key, head, cell, align: 'left', ...more });

/** Column attributes that hide a column on narrow screens. */
export const hiddenOnPhones = { attributes: { 'data-minor': true } } as const;

interface FigureTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
}

/** Table of figures in a widget. */
export const FigureTable = <Row,>(props: FigureTableProps<Row>) => (
  <div className="ky-figures-table">
    <DataTable frame="plain" {...props} />
  </div>
);
