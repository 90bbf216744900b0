import { MenuUnfoldOutlined } from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import { Button, Pagination, Tooltip } from 'antd';
import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { pageItem } from '../components/pageItem.ts';
import { ErrorPanel, NoMatches, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import type { Peek } from './listController.ts';
import { PageSizeChoice } from './PageSizeChoice.tsx';
import { lastPageIfTooFar, type PageState, rowCountText } from './paging.ts';
import type { PageSizing } from './usePageSize.ts';
import './cards.css';
import './filters.css';
import './list.css';
import './table.css';

interface ListBodyProps<Row> {
  /** Rows of the page; undefined until fetched. */
  readonly rows: readonly Row[] | undefined;
  /** Error of the failed request. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** True if conditions narrow the list, which may be why it is empty. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
  /** Content shown if there are no rows at all. */
  readonly empty: ReactNode;
  /** Height of a placeholder row in pixels. */
  readonly rowHeight?: number;
  /** Ref of the box with the rows: `PageSizing.ref`. */
  readonly boxRef?: Ref<HTMLDivElement> | undefined;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Renders the rows of a list, or its loading, error or empty state. */
export const ListBody = <Row,>(props: ListBodyProps<Row>) => {
  const { rows, error, onRetry, narrowed, onClear, empty, rowHeight, children } = props;
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={onRetry} />;
    if (!rows) return <SkeletonRows height={rowHeight} />;
    if (rows.length > 0) return children(rows);
    return narrowed ? <NoMatches onClear={onClear} /> : empty;
  };
  return (
    <div className="ky-list-body" ref={props.boxRef}>
      {content()}
    </div>
  );
};

interface PageFootProps extends PageState {
  readonly total: number;
  /** Number of all rows of a tree, if `total` counts its top level; null if not counted. */
  readonly whole?: number | null;
  /** True if there are more rows than `total`. */
  readonly more?: boolean;
  /** Counts all rows on demand, because counting a large list takes time. */
  readonly onCountAll?: () => void;
  /** Shows another page. */
  readonly onPage: (page: number) => void;
  /** Page size and its origin; if absent, the size does not follow the window. */
  readonly sizing?: PageSizing | undefined;
  /** State of the row shown beside the list, if the list supports it. */
  readonly peek?: Peek<never> | undefined;
  /** First row of the page, shown beside the list initially. */
  readonly firstRow?: unknown;
  /** Shows the first page with this many rows. */
  readonly onResize: (size: number) => void;
  /** True if the list has half the page: previous and next instead of page numbers. */
  readonly half?: boolean;
  /** Number of selected rows. */
  readonly chosen?: number;
  readonly onUnselect?: () => void;
  /** Buttons for the selected rows. */
  readonly children?: ReactNode;
}

/**
 * Renders the footer of a list: the number of selected rows, their actions, the total and the
 * pages. Goes to the last page if the current page no longer exists because rows were removed.
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
    sizing,
    onResize,
    peek,
    half,
    chosen = 0,
    onUnselect,
    children,
  } = props;
  const label = useLabel();
  const screen = useScreen();
  const counted = more ? total : whole;
  const back = more ? undefined : lastPageIfTooFar({ page, size }, total);
  const onShort = useEffectEvent(onPage);
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
          simple={screen < 2 || half || peek?.row !== undefined}
          showSizeChanger={false}
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
          onChange={(next) => onPage(next)}
        />
      )}
      {peek && total > 0 && <PeekToggle peek={peek} firstRow={props.firstRow} />}
      {total > 0 && screen > 0 && (
        <PageSizeChoice size={size} isFitted={sizing?.isFitted} onChoose={onResize} />
      )}
    </div>
  );
};

interface PeekToggleProps {
  readonly peek: Peek<never>;
  readonly firstRow: unknown;
}

/** Renders the button that shows a row beside the list, or hides it. */
const PeekToggle = ({ peek, firstRow }: PeekToggleProps) => {
  const label = useLabel();
  const text = label(['侧边查看（→）', 'Quick view (→)']);
  return (
    <Tooltip title={text}>
      <Button
        type="text"
        icon={<MenuUnfoldOutlined />}
        aria-label={text}
        aria-pressed={peek.row !== undefined}
        onClick={() => peek.show(peek.row === undefined ? (firstRow as never) : undefined)}
      />
    </Tooltip>
  );
};
