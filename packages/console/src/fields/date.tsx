import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { EditorProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';

dayjs.extend(customParseFormat);

/**
 * Accepted formats by field type, the stored format first. The picker rewrites a text as soon as it
 * matches a format, so no format may be the beginning of another.
 */
const acceptedFormats = {
  year: ['YYYY'],
  date: ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'],
  time: ['YYYY-MM-DD HH:mm:ss'],
} as const;

/** Shorter formats, parsed after the field loses focus or on Enter. */
const shorterFormats = {
  year: [],
  date: ['YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYY-M', 'YYYY/M', 'YYYY.M'],
  time: ['YYYY-M-D HH:mm', 'YYYY-M-D'],
} as const satisfies Record<keyof typeof acceptedFormats, readonly string[]>;

/** Initial time of day in pickers of closing times. */
const endOfDay = dayjs('23:59:59', 'HH:mm:ss');

type DateType = keyof typeof acceptedFormats;

const dateEditorOf = (type: DateType) => {
  const formats = [...acceptedFormats[type]];
  const stored = acceptedFormats[type][0];
  return (props: EditorProps) => {
    const { value, spec, onChange, onBlur, placeholder, inCell } = props;
    const { id, status, variant, autoFocus, ...aria } = controlAttributes(props);
    const at = value ? dayjs(String(value), formats) : null;
    const finish = (typed: string) => {
      // Formats are tried one by one: for an empty list dayjs returns a value whose `isValid`
      // throws.
      const found = shorterFormats[type]
        .map((spelling) => dayjs(typed.trim(), spelling, true))
        .find((one) => one.isValid());
      const text = found?.format(stored);
      if (text !== undefined && text !== value) onChange(text);
    };
    return (
      <DatePicker
        {...aria}
        id={id}
        status={status}
        variant={variant}
        autoFocus={autoFocus}
        className="ky-wide"
        value={at?.isValid() ? at : null}
        picker={type === 'year' ? 'year' : 'date'}
        showTime={type === 'time' && (spec.closes ? { defaultOpenValue: endOfDay } : true)}
        format={formats}
        placeholder={placeholder ?? ''}
        suffixIcon={inCell ? null : undefined}
        minDate={type === 'year' && spec.least ? dayjs(`${spec.least}`, 'YYYY') : undefined}
        maxDate={type === 'year' && spec.most ? dayjs(`${spec.most}`, 'YYYY') : undefined}
        onChange={(next) => {
          const text = next?.format(stored) ?? null;
          onChange(type === 'year' && text !== null ? Number(text) : text);
        }}
        onKeyDown={({ key, target }) => {
          if (key === 'Enter') finish((target as HTMLInputElement).value);
        }}
        onBlur={({ target }) => {
          finish((target as HTMLInputElement).value);
          onBlur?.();
        }}
      />
    );
  };
};

/** Renders an editor of a calendar year, a number. */
export const YearEditor = dateEditorOf('year');
/** Renders an editor of a date `yyyy-MM-dd`; a typed month counts as its first day. */
export const DateEditor = dateEditorOf('date');
/** Renders an editor of a time `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const TimeEditor = dateEditorOf('time');
