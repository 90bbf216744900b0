import { user } from '@keyan/kernel/definition/base-fields.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { Modal } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { Glyph } from '../components/Glyph.tsx';
import { RefEditor } from '../fields/ref.tsx';
import { useLabel } from '../i18n/language.ts';
import './dialogs.css';
import './field.css';

export interface AssigneeDialogProps {
  readonly step: NextStepRow;
  readonly onCancel: () => void;
  /** Without an id the task goes to all candidates, and the first to claim it gets it. */
  readonly onChosen: (userId: string | undefined) => void;
}

const person = f.ref(['办理人', 'Assignee'], user).spec;

/** 选择办理人: anybody, for a step whose route leaves its people to whoever submits. */
export const NamedAssigneeDialog = ({ step, onCancel, onChosen }: AssigneeDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [asked, setAsked] = useState(false);
  const lacking = asked && !chosen;
  return (
    <Modal
      open
      width={420}
      title={label(['选择办理人', 'Choose the assignee'])}
      okText={label(['提交审核', 'Submit'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (chosen) onChosen(chosen.id);
      }}
    >
      <p className="ky-dialog-lead">{step.taskName}</p>
      <label className="ky-label" htmlFor={id}>
        <b aria-hidden="true">*</b>
        {label(person.label)}
      </label>
      <RefEditor
        id={id}
        name="person"
        spec={person}
        value={chosen?.id ?? null}
        row={{ personName: chosen?.name ?? '' }}
        required
        faulty={lacking}
        describedBy={`${id}-help`}
        onChange={(value, more) =>
          setChosen(value ? { id: String(value), name: String(more?.personName ?? '') } : null)
        }
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(['请选择办理人', 'Choose the assignee'])}
          </>
        ) : (
          label(['该环节的办理人由提交人指定', 'At this step the assignee is whom you name'])
        )}
      </div>
    </Modal>
  );
};
