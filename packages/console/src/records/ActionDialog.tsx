import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Field } from '@keyan/kernel/definition/field/field.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Writer } from '@keyan/kernel/definition/life/writer.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies, isRequired, validateForm } from '@keyan/kernel/records/validate.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Modal } from 'antd';
import { useMemo, useState } from 'react';
import { today } from '../base/time.ts';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useUser } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { DialogField } from './DialogField.tsx';
import { DialogFiles } from './DialogFiles.tsx';

type Action = NonNullable<Resource['actions']>[string];
type Faults = Readonly<Record<string, string>>;

interface ActionDialogProps {
  readonly resource: Resource;
  /** Name of the action; absent if the dialog only asks for fields of the record. */
  readonly name?: string;
  readonly action: Action;
  /** Current values of the record; undefined for several records. */
  readonly row: WireRow | undefined;
  readonly onCancel: () => void;
  /** Sends the entered values; an error of a field leaves the dialog open. */
  readonly onGo: (input: RowLike) => Promise<void>;
}

/** Returns the fields of the dialog; without attachments for a record that may have none. */
const formOf = (resource: Resource, { form = {} }: Action, row: WireRow | undefined) =>
  row && resource.attachable?.(row) === false
    ? Object.fromEntries(Object.entries(form).filter(([, { spec }]) => spec.type !== 'files'))
    : form;

/**
 * Returns the initial values of the dialog: those of the record, or else the initial values of its
 * fields; without files.
 */
const firstValues = (
  form: NonNullable<Action['form']>,
  row: WireRow | undefined,
  writer: Writer,
): RowLike => {
  const first: RowLike = initialRow(form, writer);
  return Object.fromEntries(
    Object.entries(form).map(([name, { spec }]) => [
      name,
      spec.type === 'files' ? [] : (row?.[name] ?? first[name]),
    ]),
  );
};

interface ActionFieldProps {
  readonly resource: Resource;
  readonly name: string;
  readonly path: string;
  readonly field: Field<unknown>;
  readonly values: RowLike;
  readonly record: WireRow | undefined;
  readonly fault: string | undefined;
  readonly onChange: (values: RowLike) => void;
  readonly onSending: (sending: boolean) => void;
}

const ActionField = (props: ActionFieldProps) => {
  const { resource, name, path, field, values, record, fault, onChange, onSending } = props;
  const { spec } = field;
  if (spec.type === 'files') {
    return (
      <DialogFiles
        resource={resource}
        spec={spec}
        files={values[name] as readonly AttachedFile[]}
        fault={fault}
        onChange={(files) => onChange({ [name]: files })}
        onSending={onSending}
      />
    );
  }
  if (!fieldApplies(field, values)) return null;
  return (
    <DialogField
      resource={resource}
      name={name}
      path={path}
      spec={spec}
      values={values}
      record={record}
      fault={fault}
      required={isRequired(spec, values)}
      onChange={onChange}
    />
  );
};

/** Renders the inputs of a kind's action, validated by the same rules as on the server. */
const ActionDialog = (props: ActionDialogProps) => {
  const { resource, name: own, action, row, onCancel, onGo } = props;
  const label = useLabel();
  useFocusReturn();
  const { ask, danger } = action;
  const form = useMemo(() => formOf(resource, action, row), [resource, action, row]);
  const { userId: id, realName, deptId } = useUser();
  const [values, setValues] = useState(() =>
    firstValues(form, row, { id, name: realName, departments: [deptId], today: today() }),
  );
  const [faults, setFaults] = useState<Faults>({});
  const [sending, setSending] = useState(false);
  const [filesOnTheWay, setFilesOnTheWay] = useState(false);
  const send = async () => {
    const found = validateForm(form, {}, values, dictionariesAsDefined).faults;
    setFaults(Object.fromEntries(found.map(({ path, message }) => [path, label(message)])));
    if (found.length > 0) return;
    setSending(true);
    try {
      await onGo(values);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      setFaults(Object.fromEntries(fault.fields.map(({ path, message }) => [path, message])));
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(action.label)}
      okText={label(action.label)}
      okButtonProps={{ danger, disabled: filesOnTheWay }}
      confirmLoading={sending}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => void send()}
    >
      {ask && <p className="ky-note">{label(ask)}</p>}
      {Object.entries(form).map(([name, field]) => (
        <ActionField
          key={name}
          resource={resource}
          name={name}
          path={own && !Object.hasOwn(resource.fields, name) ? `${own}.${name}` : name}
          field={field}
          values={values}
          record={row}
          fault={faults[name]}
          onChange={(changed) => setValues((before) => ({ ...before, ...changed }))}
          onSending={setFilesOnTheWay}
        />
      ))}
    </Modal>
  );
};

export default ActionDialog;
