import { Input } from 'antd';
import { useId } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import './field.css';

const longest = 500;

interface ReasonFieldProps {
  readonly value: string;
  readonly required: boolean;
  /** The dialog was sent: a reason that is missing is told now. */
  readonly asked: boolean;
  readonly hint: string;
  readonly focused?: boolean;
  readonly onChange: (reason: string) => void;
}

/** The reason of an action, in a dialog. */
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
  const lacking = asked && required && value.trim() === '';
  return (
    <>
      <label className="ky-label" htmlFor={id}>
        {required && <b aria-hidden="true">*</b>}
        {label(['原因', 'Reason'])}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        autoFocus={focused}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={longest}
        status={lacking ? 'error' : ''}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(['请输入原因', 'Enter the reason'])}
          </>
        ) : (
          hint
        )}
      </div>
    </>
  );
};
