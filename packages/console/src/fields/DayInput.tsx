import { f } from '@keyan/kernel/definition/field/field.ts';
import { DateEditor } from './date.tsx';

const { spec } = f.date(['日期', 'Date']);
const noRow = {};

interface DayInputProps {
  readonly id: string;
  /** `yyyy-MM-dd`; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day in a dialog of its own, as in forms: the browser would write it as its country does, and not as the page. */
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
