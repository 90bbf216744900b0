import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { applies, validateForm } from '@keyan/kernel/records/validate.ts';
import { asDefined } from '@keyan/kernel/values/dictionary.ts';
import { Modal } from 'antd';
import { Suspense, useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { ApiFault } from '../client/fault.ts';
import type { WireRow } from '../data/calls.ts';
import { choicesFor, type Values } from '../data/values.ts';
import { editors } from '../fields/editors.ts';
import { LabelledField } from '../form/LabelledField.tsx';
import { useLabel } from '../i18n/language.ts';

type Action = NonNullable<Resource['actions']>[string];
type Faults = Readonly<Record<string, string>>;

interface ActionDialogProps {
  readonly resource: Resource;
  readonly action: Action;
  /** What the record has already; nothing for several records. */
  readonly row: WireRow | undefined;
  readonly onCancel: () => void;
  /** Sends what was entered; a fault that names fields keeps the dialog open. */
  readonly onGo: (input: Values) => Promise<void>;
}

/** Asks for what an action of a kind needs, by the same rules as the server. */
const ActionDialog = ({ resource, action, row, onCancel, onGo }: ActionDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const base = useId();
  const { form = {}, ask, danger } = action;
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(Object.keys(form).map((name) => [name, row?.[name] ?? null])),
  );
  const [faults, setFaults] = useState<Faults>({});
  const [sending, setSending] = useState(false);
  const send = async () => {
    const found = validateForm(form, {}, values, asDefined).faults;
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
      okButtonProps={{ danger }}
      confirmLoading={sending}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => void send()}
    >
      {ask && <p className="ky-note">{label(ask)}</p>}
      {Object.entries(form).map(([name, field]) => {
        const { spec } = field;
        const Editor = editors[spec.kind];
        if (!Editor || !applies(field, values)) return null;
        const id = `${base}-${name}`;
        return (
          <LabelledField
            key={name}
            id={id}
            label={spec.label}
            required={spec.required}
            fault={faults[name]}
            help={spec.help && label(spec.help)}
          >
            <Suspense>
              <Editor
                id={id}
                name={name}
                spec={spec}
                value={values[name] ?? null}
                row={values}
                faulty={faults[name] !== undefined}
                describedBy={`${id}-help`}
                required={spec.required}
                lookup={spec.kind === 'ref' ? choicesFor(resource, name, '') : undefined}
                onChange={(value, more) =>
                  setValues((before) => ({ ...before, ...more, [name]: value }))
                }
              />
            </Suspense>
          </LabelledField>
        );
      })}
    </Modal>
  );
};

export default ActionDialog;
