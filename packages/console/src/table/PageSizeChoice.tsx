import { pageSizes } from '@keyan/kernel/records/query.ts';
import { Select } from 'antd';
import { useLabel } from '../i18n/language.ts';
import { followsWindow } from './paging.ts';

interface PageSizeChoiceProps {
  readonly size: number;
  /**
   * True if the page has as many rows as the window fits; undefined if the size cannot follow the
   * window.
   */
  readonly isFitted: boolean | undefined;
  /** Called with `followsWindow` or a number of rows. */
  readonly onChoose: (size: number) => void;
}

/** Renders the choice of the page size: as many rows as the window fits, or a number. */
export const PageSizeChoice = ({ size, isFitted, onChoose }: PageSizeChoiceProps) => {
  const label = useLabel();
  // A link may name a number that is not offered.
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
