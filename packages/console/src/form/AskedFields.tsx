import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { useEffect } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { type FormStore, useForm } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import './asked.css';

interface AskedFieldsProps {
  readonly form: FormStore;
  readonly names: readonly string[];
}

/** Renders links to the fields that the address asks to fill in; the first field gets the focus. */
const AskedFields = ({ form, names }: AskedFieldsProps) => {
  const label = useLabel();
  const known = names.filter((name) => form.resource.fields[name]);
  const filled = useForm(form, ({ values }) =>
    known.filter((name) => !isEmpty(values[name])).join(' '),
  ).split(' ');
  const [first] = known;
  useEffect(() => {
    if (first) form.reveal(first);
  }, [form, first]);
  const open = known.length - known.filter((name) => filled.includes(name)).length;
  return known.length === 0 ? null : (
    <section className="ky-asked">
      <h2>
        {open === 0
          ? label(['已补全，保存后生效', 'Complete; save to apply'])
          : label([`待补全 ${open} 项`, `${open} to fill in`])}
      </h2>
      <ul>
        {known.map((name) => (
          <li key={name}>
            <button type="button" className="ky-link" onClick={() => form.reveal(name)}>
              <Glyph
                name={filled.includes(name) ? 'approved' : 'draft'}
                tone={filled.includes(name) ? 'success' : 'neutral'}
              />
              {label(form.resource.fields[name]?.spec.label ?? '')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

export default AskedFields;
