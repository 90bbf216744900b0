import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { EditorProps } from '../presentation/present.ts';
import { attributesOf } from './text.tsx';

dayjs.extend(customParseFormat);

/** How each kind is written, stored form first; the other spellings are understood when typed. */
const spellings = {
  year: ['YYYY'],
  date: ['YYYY-MM-DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'YYYY-MM', 'YYYY/MM'],
  time: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD'],
} as const;

/** The time of day that a picker begins with where something closes. */
const endOfDay = dayjs('23:59:59', 'HH:mm:ss');

type DateKind = keyof typeof spellings;

const editor = (kind: DateKind) => {
  const formats = [...spellings[kind]];
  const stored = spellings[kind][0];
  return (props: EditorProps) => {
    const { value, spec, onChange, onBlur, placeholder, inCell } = props;
    const { id, status, variant, autoFocus, ...aria } = attributesOf(props);
    const at = value ? dayjs(String(value), formats) : null;
    return (
      <DatePicker
        {...aria}
        id={id}
        status={status}
        variant={variant}
        autoFocus={autoFocus}
        className="ky-wide"
        value={at?.isValid() ? at : null}
        picker={kind === 'year' ? 'year' : 'date'}
        showTime={kind === 'time' && (spec.closes ? { defaultOpenValue: endOfDay } : true)}
        format={formats}
        placeholder={placeholder ?? ''}
        suffixIcon={inCell ? null : undefined}
        minDate={kind === 'year' && spec.least ? dayjs(`${spec.least}`, 'YYYY') : undefined}
        maxDate={kind === 'year' && spec.most ? dayjs(`${spec.most}`, 'YYYY') : undefined}
        onChange={(next) => {
          const text = next?.format(stored) ?? null;
          onChange(kind === 'year' && text !== null ? Number(text) : text);
        }}
        onBlur={onBlur}
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
