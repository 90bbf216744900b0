import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useLabel } from '../i18n/language.ts';
import type { FilterProps } from './filter.ts';

/** Renders a filter from one day to another, both included. */
const DateFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  const from = filters[`${name}_dategt`];
  const to = filters[`${name}_datelt`];
  const title = label(spec.label);
  return (
    <DatePicker.RangePicker
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      allowEmpty={[true, true]}
      // The picker orders the two days; the days in an address may be reversed.
      status={from && to && from > to ? 'error' : ''}
      placeholder={[
        [placeholder, label(['起', 'from'])].filter(Boolean).join(' '),
        label(['止', 'to']),
      ]}
      aria-label={title}
      onChange={(range) =>
        onChange({
          [`${name}_dategt`]: range?.[0]?.format('YYYY-MM-DD'),
          [`${name}_datelt`]: range?.[1]?.format('YYYY-MM-DD'),
        })
      }
    />
  );
};

export default DateFilter;
