import { fieldsInGroups } from '@keyan/kernel/definition/field/group.ts';
import type { FormSection as Definition } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { memo } from 'react';
import { type FormStore, useForm } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import { blockEditors } from './blocks.ts';
import { FieldBox, useFieldApplies } from './FieldBox.tsx';
import { isFieldShown } from './progress.ts';

interface FormSectionProps {
  readonly form: FormStore;
  readonly section: Definition;
  /** Id of the section's element, target of its link. */
  readonly id: string;
}

/**
 * Renders one section of the form. A section that is a single sub-table has its buttons beside the
 * title.
 */
export const FormSection = memo(({ form, section, id }: FormSectionProps) => {
  const label = useLabel();
  const [only = ''] = section.fields;
  const single = section.fields.length === 1;
  const type = form.resource.fields[only]?.spec.type;
  const own = fieldPresentation(usePresentation(form.resource), only);
  const Tools = single && type && !own.Block ? blockEditors[type]?.Tools : undefined;
  const present = useFieldApplies(form, only);
  if (single && !present) return null;
  return (
    <section id={id} className="ky-section" aria-labelledby={`${id}-title`} data-key={section.key}>
      <div className="ky-section-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {label(section.title)}
        </h2>
        {section.note && <span className="ky-note">{label(section.note)}</span>}
        {Tools && <Tools form={form} path={only} />}
      </div>
      <div className="ky-grid">
        {fieldsInGroups(form.resource.fields, section.fields).map(({ of, names }) => {
          const [first] = names;
          return of === null ? (
            <SectionField key={first} form={form} name={first} titled={!single} />
          ) : (
            <PartsField key={first} form={form} of={of} names={names} />
          );
        })}
      </div>
    </section>
  );
});
FormSection.displayName = 'FormSection';

interface PartsFieldProps {
  readonly form: FormStore;
  readonly of: Label;
  readonly names: readonly string[];
}

/** Renders the parts of a group in a frame with its label; nothing if no part applies. */
const PartsField = ({ form, of, names }: PartsFieldProps) => {
  const label = useLabel();
  const isAny = useForm(form, ({ values }) =>
    names.some((name) => isFieldShown(form.resource, name, values)),
  );
  if (!isAny) return null;
  return (
    <fieldset className="ky-fieldset">
      <legend>{label(of)}</legend>
      <div className="ky-grid">
        {names.map((name) => (
          <SectionField key={name} form={form} name={name} titled />
        ))}
      </div>
    </fieldset>
  );
};

interface SectionFieldProps {
  readonly form: FormStore;
  readonly name: string;
  /** True for blocks among other fields: they show a title line. */
  readonly titled: boolean;
}

const SectionField = ({ form, name, titled }: SectionFieldProps) => {
  const label = useLabel();
  const present = useFieldApplies(form, name);
  const spec = form.resource.fields[name]?.spec;
  const block = spec && blockEditors[spec.type];
  if (!spec || !present) return null;
  if (!block || !titled) return <FieldBox form={form} path={name} />;
  const { Tools } = block;
  return (
    <div className="ky-block">
      <div className="ky-block-head">
        <span className="ky-label">
          {spec.required && <b aria-hidden="true">*</b>}
          {label(spec.label)}
        </span>
        {Tools && <Tools form={form} path={name} />}
      </div>
      <FieldBox form={form} path={name} />
    </div>
  );
};
