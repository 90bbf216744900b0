import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { Text } from '../i18n/language.ts';

/** Actions in the open menu of a row: those without a button, or all. */
export type RowMenu = 'more' | 'all';

/** Data that a cell may need besides its row. */
export interface CellInfo {
  /** Position of the row on the page, from 0. */
  readonly index: number;
  /** Open menu of the row, if any. */
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
  /** Width in pixels; columns without a width share the rest. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
  /** CSS class of its `col`, `th` and `td`. */
  readonly className?: string;
  /** Attributes of its `th` and every `td`. */
  readonly attributes?: CellAttributes;
  /** Returns attributes of the `td` of one row. */
  readonly cellAttributes?: (row: Row) => CellAttributes;
  /** Style of its `th` and every `td`: the position of a pinned column. */
  readonly style?: CSSProperties;
  /** True if cells of the column name the row: `<th scope="row">`. */
  readonly isRowHead?: boolean;
}

/** `<th>` elements that replace the default heads, by key of the column. */
export type HeaderCells = Readonly<Record<string, ReactElement>>;
