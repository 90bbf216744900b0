import { choicesFor } from '@keyan/console/data/values.ts';
import { fieldEditors } from '@keyan/console/fields/editors.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { DialogFiles } from '@keyan/console/records/DialogFiles.tsx';
import {
  type AttachedFile,
  attachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { Suspense, useId } from 'react';
import type { FillingOutcome, GapRow } from './missing.ts';

interface FieldProps {
  readonly resource: Resource;
  readonly name: string;
  readonly id: string;
  readonly values: RowLike;
  readonly fault: string | undefined;
  readonly onChange: (values: RowLike) => void;
}

/** Missing field with the editor of its type. */
const GapField = ({ resource, name, id, values, fault, onChange }: FieldProps) => {
  const label = useLabel();
  const spec = resource.fields[name]?.spec;
  const Editor = spec && fieldEditors[spec.type];
  if (!Editor) return null;
  return (
    <div>
      <label htmlFor={`${id}-${name}`}>{label(spec.label)}</label>
      <Suspense>
        <Editor
          id={`${id}-${name}`}
          name={name}
          spec={spec}
          value={values[name] ?? null}
          row={values}
          faulty={fault !== undefined}
          describedBy={`${id}-fault`}
          lookup={spec.target ? choicesFor(resource, name, '') : undefined}
          onChange={(value, more) => onChange({ ...values, ...more, [name]: value })}
        />
      </Suspense>
    </div>
  );
};

type FilesProps = Omit<FieldProps, 'name' | 'id'> & {
  readonly row: GapRow;
  readonly name: string;
  readonly onSending: (sending: boolean) => void;
};

/** Upload of files for attachment categories that have none. */
const GapFiles = ({ resource, row, name, values, fault, onChange, onSending }: FilesProps) => {
  const spec = resource.fields[name]?.spec;
  if (spec?.type !== 'files') return null;
  const categories = (row.files ?? []).map(
    ({ code, label }) =>
      spec.categories?.find((one) => one.code === code) ??
      attachmentCategory(code, [label, label], { required: true }),
  );
  return (
    <div data-wide>
      <DialogFiles
        resource={resource}
        spec={{ ...spec, categories }}
        files={(values[name] as readonly AttachedFile[] | undefined) ?? []}
        fault={fault}
        onChange={(files) => onChange({ ...values, [name]: files })}
        onSending={onSending}
      />
    </div>
  );
};

const labelIn = (resource: Resource | null, name: string): Label =>
  resource?.fields[name]?.spec.label ?? [name, name];

/** Labels of the missing fields of a record. */
const Lacks = ({ row, resource }: { readonly row: GapRow; readonly resource: Resource | null }) => {
  const label = useLabel();
  const { oneOf = [] } = row;
  const grouped = new Set(oneOf.flat());
  const names = [
    ...(row.files ?? []).map((file) => file.label),
    ...row.fields
      .filter((name) => !grouped.has(name))
      .map((name) => label(labelIn(resource, name))),
    ...oneOf.map((names) =>
      names.map((name) => label(labelIn(resource, name))).join(label(['或', ' or '])),
    ),
    ...row.others,
  ];
  return (
    <ul className="ky-gaps-lacks">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
};

interface LineProps {
  readonly row: GapRow;
  readonly values: RowLike;
  readonly fault: FillingOutcome['fault'] | undefined;
  /** True while values can be entered. */
  readonly isOpen: boolean;
  readonly onChange: (values: RowLike) => void;
  readonly onSending: (sending: boolean) => void;
  /** Callback that reminds the responsible person; undefined if there is nobody to ask. */
  readonly onRemind?: (() => void) | undefined;
}

/** Record with its missing fields: listed, or with an editor for each. */
export const GapLine = (props: LineProps) => {
  const { row, values, fault, isOpen, onChange, onSending, onRemind } = props;
  const label = useLabel();
  const resource = useDefinition(row.resource) ?? null;
  const id = useId();
  const takes = isOpen && !row.why && resource;
  const { filesField: files } = row;
  const faultAt = (name: string) => (fault?.path === name ? fault.message : undefined);
  return (
    <tr>
      <th scope="row">
        <RecordLink resource={row.resource} id={row.id}>
          {row.title || '–'}
        </RecordLink>
        <small>{[row.kind, row.dept, row.personName].filter(Boolean).join(' · ')}</small>
      </th>
      <td>
        {takes ? (
          <div className="ky-gaps-fields">
            {(row.oneOf ?? []).map((names) => (
              <p key={names.join()} className="ky-note">
                {names.map((name) => label(labelIn(resource, name))).join(label(['、', ', ']))}
                {label(['至少填一项', ': one is enough'])}
              </p>
            ))}
            {row.fields.map((name) => (
              <GapField
                key={name}
                resource={resource}
                name={name}
                id={id}
                values={values}
                fault={faultAt(name)}
                onChange={onChange}
              />
            ))}
            {files && (row.files ?? []).length > 0 && (
              <GapFiles
                resource={resource}
                row={row}
                name={files}
                values={values}
                fault={faultAt(files)}
                onChange={onChange}
                onSending={onSending}
              />
            )}
            {row.others.length > 0 && (
              <p className="ky-note">
                {label(['在记录中补填：', 'To be completed in the record: '])}
                {row.others.join(label(['、', ', ']))}
              </p>
            )}
          </div>
        ) : (
          <Lacks row={row} resource={resource} />
        )}
        {isOpen && row.why && <p className="ky-note">{row.why}</p>}
        {fault && (
          <p id={`${id}-fault`} className="ky-gaps-fault" role="alert">
            {fault.message}
          </p>
        )}
      </td>
      <td>
        {onRemind && (
          <Button size="small" onClick={onRemind}>
            {label(['提醒', 'Remind'])}
          </Button>
        )}
        {row.reminded && (
          <small>{label([`${row.reminded} 已提醒`, `Reminded ${row.reminded}`])}</small>
        )}
      </td>
    </tr>
  );
};
