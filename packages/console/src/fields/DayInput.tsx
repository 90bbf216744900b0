import { f } from '@keyan/kernel/definition/field/field.ts';
import { DateEditor } from './date.tsx';

const { spec } = f.date(['日期', 'Date']);
const noRow = {};

interface DayInputProps {
  readonly id: string;
  /** Day as `yyyy-MM-dd`; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * Renders a date picker, as in forms: the browser's own control would format by its country, not by
 * the page's language.
 */
export const DayInput = ({ id, value, onChange }: DayInputProps) => (
  <DateEditor
    id={id}
    name={id}
    spec={spec}
    row={noRow}
    value={value || null}
    onChange={(day) => onChange(typeof day === 'string' ? day : '')}
  />
);
