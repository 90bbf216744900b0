import { pageSizes } from '@keyan/kernel/records/query.ts';
import { Select } from 'antd';
import { useLabel } from '../i18n/language.ts';
import { followsWindow } from './paging.ts';

interface PageSizeChoiceProps {
  readonly size: number;
  /** The page has as many rows as its window holds; undefined where none follows the window. */
  readonly isFitted: boolean | undefined;
  /** Gets `followsWindow` or a number of rows. */
  readonly onChoose: (size: number) => void;
}

/** How many rows a page has: as many as the window holds, or a number of one's own. */
export const PageSizeChoice = ({ size, isFitted, onChoose }: PageSizeChoiceProps) => {
  const label = useLabel();
  // A link may ask for a number that is not offered.
  const sizes = [...new Set<number>([...pageSizes, ...(isFitted ? [] : [size])])].sort(
    (a, b) => a - b,
  );
  return (
    <Select
      className="ky-page-size"
      aria-label={label(['每页条数', 'Rows per page'])}
      value={isFitted ? followsWindow : size}
      popupMatchSelectWidth={false}
      options={[
        ...(isFitted === undefined
          ? []
          : [{ value: followsWindow, label: label(['适应窗口', 'Fit window']) }]),
        ...sizes.map((each) => ({
          value: each,
          label: label([`${each} 条/页`, `${each} / page`]),
        })),
      ]}
      onChange={onChoose}
    />
  );
};
