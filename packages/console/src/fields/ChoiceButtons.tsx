import { selectableEntries } from '@keyan/kernel/values/dictionary.ts';
import { useEntries } from '../data/dictionary.ts';
import { useFormEntries } from '../data/in-use.ts';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import './choice-buttons.css';

/** Renders all entries of a short dictionary as buttons, chosen by one click. */
export const ChoiceButtons = (props: EditorProps) => {
  const { id, name, spec, value, onChange, onBlur, faulty, describedBy, required } = props;
  const label = useLabel();
  const { entries: all } = useEntries(spec.dictionary);
  const entries = selectableEntries(useFormEntries(spec.dictionary?.key, all));
  return (
    <div
      className="ky-choice-buttons"
      role="radiogroup"
      aria-label={label(spec.label)}
      aria-invalid={faulty || undefined}
      aria-describedby={describedBy}
      aria-required={required || undefined}
    >
      {entries.map((entry, index) => (
        <label key={entry.code} className="ky-choice-button">
          <input
            // The label of the field focuses the first button.
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={value === entry.code}
            onChange={() => onChange(entry.code, { [`${name}Name`]: label(entry.label) })}
            onBlur={onBlur}
          />
          {label(entry.label)}
        </label>
      ))}
    </div>
  );
};
