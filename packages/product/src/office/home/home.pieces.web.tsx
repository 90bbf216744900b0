import { EmptyCard } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import './home.widgets.web.css';

/** A widget with nothing in it. */
export const Line = ({ title, children }: { title: Label; children: ReactNode }) => {
  const label = useLabel();
  return <EmptyCard title={label(title)}>{children}</EmptyCard>;
};

/** A column of a widget's table. */
export const widgetColumn = <Row,>(
  key: string,
  head: Label,
  cell: DataColumn<Row>['cell'],
  more: Omit<DataColumn<Row>, 'key' | 'head' | 'cell'> = {},
): DataColumn<Row> => ({ key, head, cell, align: 'left', ...more });

/** Columns that are hidden on a phone. */
export const hiddenOnPhones = { attributes: { 'data-minor': true } } as const;

interface FigureTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
}

/** A table of figures inside a widget. */
export const FigureTable = <Row,>(props: FigureTableProps<Row>) => (
  <div className="ky-figures-table">
    <DataTable frame="plain" {...props} />
  </div>
);
