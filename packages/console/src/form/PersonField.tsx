import { user } from '@keyan/kernel/definition/field/base-fields.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { useId } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { RefEditor } from '../fields/ref.tsx';
import { type Text, useLabel } from '../i18n/language.ts';
import './field.css';

/** A chosen person. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

interface PersonFieldProps {
  readonly label: Text;
  readonly value: Person | null;
  /** True after an attempt to send the dialog: a missing person is then an error. */
  readonly asked: boolean;
  /** False if no person needs to be chosen; true by default. */
  readonly required?: boolean;
  readonly missing: Text;
  readonly hint: Text;
  readonly onChange: (person: Person | null) => void;
}

const { spec } = f.ref(['人员', 'Person'], user);

/** Renders a picker for one person in a dialog. */
export const PersonField = ({
  label: name,
  value,
  asked,
  required = true,
  missing,
  hint,
  onChange,
}: PersonFieldProps) => {
  const label = useLabel();
  const id = useId();
  const lacking = asked && value === null;
  return (
    <>
      <label className="ky-label" htmlFor={id}>
        {required && <b aria-hidden="true">*</b>}
        {label(name)}
      </label>
      <RefEditor
        id={id}
        name="person"
        spec={spec}
        value={value?.id ?? null}
        row={{ personName: value?.name ?? '' }}
        required={required}
        faulty={lacking}
        describedBy={`${id}-help`}
        onChange={(chosen, more) =>
          onChange(chosen ? { id: String(chosen), name: String(more?.personName ?? '') } : null)
        }
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(missing)}
          </>
        ) : (
          label(hint)
        )}
      </div>
    </>
  );
};
