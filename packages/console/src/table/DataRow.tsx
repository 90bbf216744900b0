import { memo } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { CellAttributes, DataColumn, RowMenu } from './column.ts';

/** Selection of one row, as its checkbox shows it; undefined if the row cannot be selected. */
interface RowSelection {
  readonly selected: boolean;
  /** Name of the row, for screen readers. */
  readonly name: string;
}

export interface DataRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly attributes: ((row: Row) => CellAttributes) | undefined;
  /** Position on the page, from 0. */
  readonly index: number;
  /** True if the table has a column of checkboxes. */
  readonly selectable: boolean;
  readonly selected: boolean;
  /** Returns the name of a row; undefined if the row cannot be selected. */
  readonly selectName: ((row: Row) => string | undefined) | undefined;
  /** Element id of the row in a grid, where the keyboard moves from row to row. */
  readonly gridId: string | undefined;
  readonly active: boolean;
  readonly menu: RowMenu | undefined;
  readonly closeMenu: () => void;
}

/** Renders one row of a `DataTable`, again only when one of its properties changes. */
const DataRowBase = <Row,>(props: DataRowProps<Row>) => {
  const { row, rowKey, columns, attributes, index, selectable, selected } = props;
  const { selectName, gridId, active, menu, closeMenu } = props;
  const name = selectable ? selectName?.(row) : undefined;
  const selection: RowSelection | undefined = name === undefined ? undefined : { selected, name };
  return (
    <tr
      id={gridId}
      data-row={rowKey}
      // Only a part of a long page is in the document: the head is row 1.
      aria-rowindex={gridId === undefined ? undefined : index + 2}
      data-active={active || undefined}
      aria-selected={selectable ? selected : undefined}
      {...attributes?.(row)}
    >
      {selectable && (
        <td className="ky-col-check">
          {selection && <SelectBox {...selection} inGrid={gridId !== undefined} />}
        </td>
      )}
      {columns.map((column) => {
        const { key, className, align, style, isRowHead, cell } = column;
        const shared = { className, style, 'data-align': align, ...column.attributes };
        const content = cell(row, { index, menu, closeMenu });
        return isRowHead ? (
          <th key={key} scope="row" {...shared} {...column.cellAttributes?.(row)}>
            {content}
          </th>
        ) : (
          <td key={key} {...shared} {...column.cellAttributes?.(row)}>
            {content}
          </td>
        );
      })}
    </tr>
  );
};

export const DataRow = memo(DataRowBase) as typeof DataRowBase;

/** Renders the checkbox of a row; the table handles the click: `data-action`. */
const SelectBox = ({ selected, name, inGrid }: RowSelection & { readonly inGrid: boolean }) => {
  const label = useLabel();
  return (
    <input
      type="checkbox"
      tabIndex={inGrid ? -1 : undefined}
      checked={selected}
      data-action="select"
      aria-label={label([`选择 ${name}`, `Select ${name}`])}
      readOnly
    />
  );
};
