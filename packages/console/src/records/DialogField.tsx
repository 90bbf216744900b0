import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Suspense, useId } from 'react';
import { choicesFor, type Lookup } from '../data/values.ts';
import { fieldEditors } from '../fields/editors.ts';
import { LabelledField } from '../form/LabelledField.tsx';
import { useLabel } from '../i18n/language.ts';

interface DialogFieldProps {
  readonly resource: Resource;
  readonly name: string;
  /** Path of the definition that has the field; absent for a field of the record. */
  readonly path?: string;
  readonly spec: FieldSpec;
  readonly values: RowLike;
  /** Record of the dialog; undefined for several records. */
  readonly record?: RowLike | undefined;
  readonly fault: string | undefined;
  readonly required?: boolean;
  readonly onChange: (values: RowLike) => void;
}

/**
 * Returns the lookup of a field; if the field names lines, only records in lines of the record are
 * offered.
 */
const lookupFor = ({
  resource,
  path,
  name,
  spec,
  record,
}: DialogFieldProps): Lookup | undefined => {
  if (!spec.target) return undefined;
  const all = choicesFor(resource, path ?? name, '');
  const lines = spec.inLines && record?.[spec.inLines.rows];
  if (!spec.inLines || !Array.isArray(lines)) return all;
  const { field } = spec.inLines;
  const named = (lines as readonly RowLike[]).map((line) => line[field]).filter(Boolean);
  return { ...all, query: { ...all.query, ids: named.join(',') } };
};

/** Renders a field of a record in a dialog, outside its form. */
export const DialogField = (props: DialogFieldProps) => {
  const { name, spec, values, fault, required, onChange } = props;
  const label = useLabel();
  const id = useId();
  const Editor = fieldEditors[spec.type];
  if (!Editor) return null;
  return (
    <LabelledField
      id={id}
      label={spec.label}
      required={required}
      fault={fault}
      help={spec.help && label(spec.help)}
    >
      <Suspense>
        <Editor
          id={id}
          name={name}
          spec={spec}
          value={values[name] ?? null}
          row={values}
          faulty={fault !== undefined}
          describedBy={`${id}-help`}
          required={required}
          lookup={lookupFor(props)}
          onChange={(value, more) => onChange({ ...more, [name]: value })}
        />
      </Suspense>
    </LabelledField>
  );
};
