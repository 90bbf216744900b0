import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import './field.css';

interface LabelledFieldProps {
  readonly id: string;
  readonly label: Label;
  readonly required?: boolean;
  readonly fault?: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** Renders a control with its label above, and a line for help or an error below. */
export const LabelledField = (props: LabelledFieldProps) => {
  const { id, label: text, required, fault, help, children } = props;
  const label = useLabel();
  return (
    <div className="ky-form-field">
      <label className="ky-label" htmlFor={id}>
        {required && <b aria-hidden="true">*</b>}
        {label(text)}
      </label>
      {children}
      <div id={`${id}-help`} className="ky-help" data-tone={fault ? 'error' : undefined}>
        {fault ? (
          <>
            <Glyph name="warning" size={12} /> {fault}
          </>
        ) : (
          help
        )}
      </div>
    </div>
  );
};
