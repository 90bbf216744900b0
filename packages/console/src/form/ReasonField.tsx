import type { Label } from '@keyan/kernel/label.ts';
import { opinionFault, opinionLabels, opinionLength } from '@keyan/kernel/values/opinion.ts';
import { Input } from 'antd';
import { useId } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import './field.css';

/** Returns the error of a reason, by the same rule as the server; null if it is valid. */
export const reasonFault = (required: boolean, reason: string): Label | null => {
  if (reason.trim() === '') return required ? ['请输入原因', 'Enter the reason'] : null;
  return opinionFault(opinionLabels.reason, reason);
};

interface ReasonFieldProps {
  readonly value: string;
  readonly required: boolean;
  /** True after an attempt to send the dialog: a missing reason is then an error. */
  readonly asked: boolean;
  readonly hint: string;
  readonly focused?: boolean;
  readonly onChange: (reason: string) => void;
}

/** Renders the input for the reason of an action, in a dialog. */
export const ReasonField = ({
  value,
  required,
  asked,
  hint,
  focused = false,
  onChange,
}: ReasonFieldProps) => {
  const label = useLabel();
  const id = useId();
  const lacking = asked ? reasonFault(required, value) : null;
  return (
    <>
      <label className="ky-label" htmlFor={id}>
        {required && <b aria-hidden="true">*</b>}
        {label(opinionLabels.reason)}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        autoFocus={focused}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={opinionLength.max}
        status={lacking ? 'error' : ''}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(lacking)}
          </>
        ) : (
          hint
        )}
      </div>
    </>
  );
};
