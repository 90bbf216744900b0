import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { EditorProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';

dayjs.extend(customParseFormat);

/**
 * How each type is written, stored form first. The picker writes a text anew as soon as it fits one, so none of them is
 * the beginning of another.
 */
const spellings = {
  year: ['YYYY'],
  date: ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'],
  time: ['YYYY-MM-DD HH:mm:ss'],
} as const;

/** Shorter spellings, which are understood once the person has left the field or pressed Enter. */
const shorter = {
  year: [],
  date: ['YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYY-M', 'YYYY/M', 'YYYY.M'],
  time: ['YYYY-M-D HH:mm', 'YYYY-M-D'],
} as const satisfies Record<keyof typeof spellings, readonly string[]>;

/** The time of day that a picker begins with where something closes. */
const endOfDay = dayjs('23:59:59', 'HH:mm:ss');

type DateType = keyof typeof spellings;

const editor = (type: DateType) => {
  const formats = [...spellings[type]];
  const stored = spellings[type][0];
  return (props: EditorProps) => {
    const { value, spec, onChange, onBlur, placeholder, inCell } = props;
    const { id, status, variant, autoFocus, ...aria } = controlAttributes(props);
    const at = value ? dayjs(String(value), formats) : null;
    const finish = (typed: string) => {
      // Spellings are tried one by one: for an empty list dayjs answers a value whose isValid throws.
      const found = shorter[type]
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

/** A calendar year, as a number. */
export const YearEditor = editor('year');
/** `yyyy-MM-dd`; a month alone may be typed and counts as its first day. */
export const DateEditor = editor('date');
/** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const TimeEditor = editor('time');
