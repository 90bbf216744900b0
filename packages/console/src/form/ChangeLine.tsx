import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { FieldChangeRow } from '@keyan/kernel/wire/records.ts';
import type { ReactNode } from 'react';
import { plainTextOf } from '../base/plainText.ts';
import { lookupOptions, referenceIds } from '../data/values.ts';
import { valueText } from '../fields/values.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import { LineChanges } from './LineChanges.tsx';
import { lineChanges } from './lineChanges.ts';
import { RecordNames } from './RecordNames.tsx';
import './dialogs.css';

type Spec = Resource['fields'][string]['spec'];

const isLine = (value: unknown): boolean => typeof value === 'object' && value !== null;

interface SideProps {
  readonly resource: Resource;
  readonly path: string;
  readonly spec: Spec | undefined;
  readonly value: unknown;
}

/** Renders the old or the new value of a change. */
const Side = ({ resource, path, spec, value }: SideProps) => {
  const label = useLabel();
  const language = useLanguage();
  const { Past } = fieldPresentation(usePresentation(resource), path);
  if (isEmpty(value)) return label(['空', 'empty']);
  if (Past) return <Past value={value} />;
  if (!spec) return String(value);
  // The field may have been a sub-table when the change was recorded.
  if (spec.target && Array.isArray(value) && value.some(isLine)) {
    return fieldTypeTable.rows.text(value, spec, language);
  }
  if (spec.target)
    return <RecordNames lookup={lookupOptions(resource, path)} ids={referenceIds(value)} />;
  if (spec.type === 'rich') return plainTextOf(String(value));
  return valueText(path, spec, { [path]: value }, language);
};

/** Renders the old value struck out, unless it is empty. */
const Before = ({ empty, children }: { empty: boolean; children: ReactNode }) =>
  empty ? children : <del>{children}</del>;

/** Renders a changed field: its old and its new value. */
export const ChangeLine = ({
  resource,
  change,
}: {
  resource: Resource;
  change: FieldChangeRow;
}) => {
  const { path, before, after } = change;
  const language = useLanguage();
  const spec = listFields(resource)[path]?.spec;
  const lines = spec?.type === 'rows' ? lineChanges(spec, before, after, language) : [];
  if (lines.length > 0) {
    return (
      <div className="ky-change">
        <dt>{change.label}</dt>
        <dd>
          <LineChanges resource={resource} path={path} lines={lines} />
        </dd>
      </div>
    );
  }
  return (
    <div className="ky-change">
      <dt>{change.label}</dt>
      <dd>
        <Before empty={isEmpty(before)}>
          <Side resource={resource} path={path} spec={spec} value={before} />
        </Before>
        <span aria-hidden="true"> → </span>
        <ins>
          <Side resource={resource} path={path} spec={spec} value={after} />
        </ins>
      </dd>
    </div>
  );
};
