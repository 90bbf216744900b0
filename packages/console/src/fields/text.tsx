import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable, groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { Input } from 'antd';
import { type CSSProperties, type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { LargeAmount } from './values.tsx';

/** Returns the text of a control: what was typed, until it can be parsed. */
const textOfValue = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Returns the canonical format of a typed text, or the text itself if it cannot be parsed. */
export const canonicalSpelling = (value: unknown, spec: FieldSpec): unknown => {
  if (textOfValue(value).trim() === '') return null;
  const parsed = fieldTypeTable[spec.type].parse(value, spec);
  return 'fault' in parsed ? value : parsed.value;
};

/** Returns the attributes of every control: its id, and those for screen readers. */
export const controlAttributes = ({
  id,
  faulty,
  describedBy,
  required,
  caption,
  inCell,
}: EditorProps) => ({
  id,
  status: faulty ? ('error' as const) : undefined,
  variant: inCell ? ('borderless' as const) : ('outlined' as const),
  'aria-label': caption,
  'aria-invalid': faulty || undefined,
  'aria-describedby': describedBy,
  'aria-required': required || undefined,
  autoFocus: inCell,
  // Typing in a cell replaces its content, as in a spreadsheet.
  onFocus: inCell ? selectAll : undefined,
});

const selectAll = (event: FocusEvent<HTMLElement>): void => {
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
};

const useTidyOnBlur =
  ({ value, spec, onChange, onBlur }: EditorProps) =>
  () => {
    const next = canonicalSpelling(value, spec);
    if (next !== value && !(next === null && textOfValue(value) === '')) onChange(next);
    onBlur?.();
  };

/** Renders an editor of one line of text. */
export const TextEditor = (props: EditorProps) => {
  const { value, spec, onChange, placeholder, suffix } = props;
  const leave = useTidyOnBlur(props);
  const Line = spec.credential ? Input.Password : Input;
  return (
    <Line
      {...controlAttributes(props)}
      // The browser neither offers nor stores a password here; typing replaces a stored password.
      autoComplete={spec.credential && 'new-password'}
      onFocus={props.inCell || spec.credential ? selectAll : undefined}
      value={textOfValue(value)}
      placeholder={placeholder ?? spec.format?.example}
      suffix={suffix}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
    />
  );
};

/** Minimum and maximum number of visible rows of a text of several lines. */
const noteRows = { minRows: 3, maxRows: 14 } as const;
const cellRows = { minRows: 1, maxRows: 6 } as const;

/**
 * True if the browser grows a box with its text; otherwise antd measures the text, which costs
 * several layouts.
 */
const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false;

/**
 * Renders an editor of several lines that grows with the text. Shows the character count once half
 * of the maximum is used.
 */
export const NoteEditor = (props: EditorProps) => {
  const { value, spec, onChange, placeholder, inCell } = props;
  const leave = useTidyOnBlur(props);
  const text = textOfValue(value);
  const max = spec.max ?? 0;
  const rows = inCell ? cellRows : noteRows;
  return (
    <Input.TextArea
      {...controlAttributes(props)}
      value={text}
      placeholder={placeholder}
      autoSize={!growsByItself && rows}
      classNames={{ textarea: 'ky-grows' }}
      style={{ '--ky-least': rows.minRows, '--ky-most': rows.maxRows } as CSSProperties}
      count={{ show: text.length > max / 2, max }}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
    />
  );
};

/**
 * Renders an editor of integers and decimals: text throughout, so that no digit passes through a
 * float.
 */
export const NumberEditor = (props: EditorProps) => {
  const { value, spec, onChange, placeholder, inCell } = props;
  const label = useLabel();
  const leave = useTidyOnBlur(props);
  return (
    <Input
      {...controlAttributes(props)}
      className="ky-number"
      value={textOfValue(value)}
      placeholder={placeholder}
      inputMode={spec.type === 'integer' ? 'numeric' : 'decimal'}
      suffix={spec.unit && !inCell ? label(spec.unit) : undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
    />
  );
};

/**
 * Renders an editor of an amount in yuan: grouped while read, plain while typed, with ≈ 万元 beside.
 */
export const MoneyEditor = (props: EditorProps) => {
  const { value, spec, onChange, inCell } = props;
  const label = useLabel();
  const leave = useTidyOnBlur(props);
  const [typing, setTyping] = useState(false);
  // Formatting changes the text on focus; a selection of the whole text, as by Tab, is restored.
  const whole = useRef<HTMLInputElement | null>(null);
  useLayoutEffect(() => {
    if (typing) whole.current?.select();
  }, [typing]);
  const text = textOfValue(value);
  const plain = /^-?\d+(\.\d*)?$/.test(text);
  return (
    <Input
      {...controlAttributes(props)}
      className="ky-number"
      value={typing || !plain ? text : groupDigits(text)}
      inputMode="decimal"
      suffix={
        inCell ? undefined : (
          <>
            {label(spec.unit ?? ['元', 'yuan'])}
            <LargeAmount value={text} />
          </>
        )
      }
      onFocus={({ target }) => {
        const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
        whole.current = inCell || isWhole ? target : null;
        setTyping(true);
      }}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        setTyping(false);
        leave();
      }}
    />
  );
};
