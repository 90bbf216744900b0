import { pageSizes } from '@keyan/kernel/query.ts';
import { Pagination } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { pageItem } from '../components/pageItem.ts';
import { EmptyFiltered, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { type PageState, pageBack } from './paging.ts';
import './cards.css';
import './filters.css';
import './list.css';
import './table.css';

interface ListBodyProps<Row> {
  /** The rows in sight, once there are any to speak of. */
  readonly rows: readonly Row[] | undefined;
  /** What the call was rejected with. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Conditions are in force, which may be why nothing is there. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
  /** Instead of rows where there are none at all. */
  readonly empty: ReactNode;
  /** Pixels of a row to come. */
  readonly rowHeight?: number;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The middle of a list: its rows, or why there are none. */
export const ListBody = <Row,>(props: ListBodyProps<Row>) => {
  const { rows, error, onRetry, narrowed, onClear, empty, rowHeight, children } = props;
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={onRetry} />;
    if (!rows) return <SkeletonRows height={rowHeight} />;
    if (rows.length > 0) return children(rows);
    return narrowed ? <EmptyFiltered onClear={onClear} /> : empty;
  };
  return <div className="ky-list-body">{content()}</div>;
};

interface PageFootProps extends PageState {
  readonly total: number;
  /** There are more than `total` says. */
  readonly more?: boolean;
  /** Another page; with another number of rows on it, the first. */
  readonly onPage: (page: number, size: number) => void;
  /** The list has half a page's room: previous and next in place of numbers. */
  readonly half?: boolean;
  /** How many rows are chosen. */
  readonly chosen?: number;
  readonly onUnselect?: () => void;
  /** What may be done with them. */
  readonly children?: ReactNode;
}

/**
 * The foot of a list: what is chosen and what may be done with it; the total and the pages. Where the
 * last page has gone with its rows, it asks for the one before.
 */
export const PageFoot = (props: PageFootProps) => {
  const { total, more, page, size, onPage, half, chosen = 0, onUnselect, children } = props;
  const label = useLabel();
  const screen = useScreen();
  const back = more ? undefined : pageBack({ page, size }, total);
  const onShort = useEffectEvent((last: number) => onPage(last, size));
  useEffect(() => {
    if (back !== undefined) onShort(back);
  }, [back]);
  return (
    <div className="ky-list-foot">
      {/* Told as it changes, as the total is: whoever listens hears what is chosen and what is left. */}
      <div className="ky-list-chosen" aria-live="polite">
        {chosen > 0 && <b>{label([`已选 ${chosen} 条`, `${chosen} chosen`])}</b>}
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
          showTotal={(count) => {
            const said = more ? `${count.toLocaleString('en')}+` : count;
            return <span aria-live="polite">{label([`共 ${said} 条`, `${said} in total`])}</span>;
          }}
          onChange={(next, wanted) => onPage(wanted === size ? next : 1, wanted)}
        />
      )}
    </div>
  );
};
