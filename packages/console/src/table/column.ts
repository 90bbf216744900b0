import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { Text } from '../i18n/language.ts';

/** Actions that the open menu of a row offers: those without a button, or all of them. */
export type RowMenu = 'more' | 'all';

/** Data that a cell may need beside its row. */
export interface CellInfo {
  /** Position of the row on the page, from 0. */
  readonly index: number;
  /** The open menu of the row, if any. */
  readonly menu: RowMenu | undefined;
  readonly closeMenu: () => void;
}

/** Attributes of one cell, such as `title` and `data-*`. */
export type CellAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One column of a `DataTable`. */
export interface DataColumn<Row> {
  readonly key: string;
  readonly head: Text;
  readonly cell: (row: Row, info: CellInfo) => ReactNode;
  /** Pixels; columns without a width share what the others leave. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
  /** Class of its `col`, `th` and `td`. */
  readonly className?: string;
  /** Attributes of its `th` and every `td`. */
  readonly attributes?: CellAttributes;
  /** Attributes of the `td` of one row. */
  readonly cellAttributes?: (row: Row) => CellAttributes;
  /** Style of its `th` and every `td`: where a pinned column stops. */
  readonly style?: CSSProperties;
  /** Cells of the column name the row: `<th scope="row">`. */
  readonly isRowHead?: boolean;
}

/** Whole `<th>`s that replace the usual heads, by the key of the column. */
export type HeaderCells = Readonly<Record<string, ReactElement>>;
