import { fill } from '@keyan/kernel/label.ts';
import { pageSizes } from '@keyan/kernel/records/query.ts';
import { Pagination } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { pageItem } from '../components/pageItem.ts';
import { ErrorPanel, NoMatches, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { lastPageIfTooFar, type PageState, rowCountText } from './paging.ts';
import './cards.css';
import './filters.css';
import './list.css';
import './table.css';

interface ListBodyProps<Row> {
  /** The rows of the page; undefined until they are fetched. */
  readonly rows: readonly Row[] | undefined;
  /** Why the request failed. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Conditions narrow the list, which may be why it is empty. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
  /** In place of rows where there are none at all. */
  readonly empty: ReactNode;
  /** Pixels of a row, for the placeholder. */
  readonly rowHeight?: number;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a list, or its loading, error or empty state. */
export const ListBody = <Row,>(props: ListBodyProps<Row>) => {
  const { rows, error, onRetry, narrowed, onClear, empty, rowHeight, children } = props;
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={onRetry} />;
    if (!rows) return <SkeletonRows height={rowHeight} />;
    if (rows.length > 0) return children(rows);
    return narrowed ? <NoMatches onClear={onClear} /> : empty;
  };
  return <div className="ky-list-body">{content()}</div>;
};

interface PageFootProps extends PageState {
  readonly total: number;
  /** Number of all rows of a tree, where `total` is its top level; null where nobody counted them. */
  readonly whole?: number | null;
  /** There are more rows than `total` says. */
  readonly more?: boolean;
  /** Counts them all, on demand: counting a large list takes its time. */
  readonly onCountAll?: () => void;
  /** Shows another page; another page size goes to the first one. */
  readonly onPage: (page: number, size: number) => void;
  /** The list has half the page: previous and next in place of page numbers. */
  readonly half?: boolean;
  /** Number of selected rows. */
  readonly chosen?: number;
  readonly onUnselect?: () => void;
  /** Buttons for the selected rows. */
  readonly children?: ReactNode;
}

/**
 * The foot of a list: the number of selected rows, their actions, the total and the pages. Where the
 * page no longer exists because rows were removed, it goes to the last one.
 */
export const ListFooter = (props: PageFootProps) => {
  const {
    total,
    whole = total,
    more,
    onCountAll,
    page,
    size,
    onPage,
    half,
    chosen = 0,
    onUnselect,
    children,
  } = props;
  const label = useLabel();
  const screen = useScreen();
  const counted = more ? total : whole;
  const back = more ? undefined : lastPageIfTooFar({ page, size }, total);
  const onShort = useEffectEvent((last: number) => onPage(last, size));
  useEffect(() => {
    if (back !== undefined) onShort(back);
  }, [back]);
  return (
    <div className="ky-list-foot">
      {/* Announced by screen readers at every change, like the total. */}
      <div className="ky-list-chosen" aria-live="polite">
        {chosen > 0 && <b>{label([`已选 ${chosen} 条`, `${chosen} selected`])}</b>}
        {children}
        {chosen > 0 && onUnselect && (
          <button type="button" className="ky-link" onClick={onUnselect}>
            {label(['取消选择', 'Clear selection'])}
          </button>
        )}
      </div>
      {total > 0 && (
        <Pagination
          itemRender={pageItem}
          current={page}
          pageSize={size}
          total={total}
          simple={screen < 2 || half}
          showSizeChanger={screen > 0}
          pageSizeOptions={[...pageSizes]}
          showTotal={() => (
            <span aria-live="polite">
              {counted !== null &&
                label(
                  fill(['共 {rows}', '{rows} in total'], { rows: rowCountText(counted, more) }),
                )}{' '}
              {more && onCountAll && (
                <button type="button" className="ky-link" onClick={onCountAll}>
                  {label(['精确计数', 'Count all'])}
                </button>
              )}
            </span>
          )}
          onChange={(next, wanted) => onPage(wanted === size ? next : 1, wanted)}
        />
      )}
    </div>
  );
};
