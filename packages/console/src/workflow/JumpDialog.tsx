import type { JumpPreviewRow } from '@keyan/kernel/wire/processes.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useClient } from '../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import '../form/dialogs.css';
import '../form/field.css';
import { ReasonField, reasonFault } from '../form/ReasonField.tsx';
import { type Text, useLabel } from '../i18n/language.ts';
import { workKeys } from './calls.ts';
import { type JumpTarget, managerCalls } from './manage/calls.ts';
import { processName } from './manage/processName.ts';
import './jump.css';

interface JumpDialogProps {
  readonly processInstanceId: string;
  readonly onCancel: () => void;
  /** @param step name of the step that gets the task */
  readonly onGo: (jump: JumpTarget, step: string) => void;
}

/** Effects of a jump, the most serious first. */
const effectGroups: readonly (readonly [key: keyof JumpPreviewRow, title: Text])[] = [
  ['voids', ['作废的同意意见', 'Approvals that will no longer count']],
  ['leavesOut', ['越过、无人审批的环节', 'Steps skipped without approval']],
  ['loses', ['取消的待办', 'Tasks that will be cancelled']],
  ['opens', ['接着办理', 'Next to act']],
];

/** Renders the effects of a jump, as the server reports them. */
const Effects = ({ preview }: { readonly preview: JumpPreviewRow }) => {
  const label = useLabel();
  return (
    <dl className="ky-jump-effects">
      {effectGroups
        .filter(([key]) => preview[key].length > 0)
        .map(([key, title]) => (
          <div key={key} data-effect={key}>
            <dt>{label(title)}</dt>
            {preview[key].map(({ nodeKey, nodeName, people }) => (
              <dd key={nodeKey}>
                {nodeName}
                {people.length > 0 && <span className="ky-note"> {people.join('、')}</span>}
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
};

/**
 * Renders 跳转: moves a process to any step, with a reason. Its effects are shown first, from a trial
 * on the server. Long because the choice of step, its effects and the reason are one form.
 */
export const JumpDialog = ({ processInstanceId, onCancel, onGo }: JumpDialogProps) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const id = useId();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const process = useQuery({
    queryKey: workKeys.process(processInstanceId),
    queryFn: () => managerCalls(client).running(processInstanceId),
  });
  const { held = [], steps = [] } = process.data ?? {};
  const visitId = from || (held[0]?.visitId ?? '');
  const jump = { processInstanceId, visitId, nodeKey: to };
  const preview = useQuery({
    queryKey: [...workKeys.process(processInstanceId), 'jump', visitId, to],
    queryFn: () => managerCalls(client).tryJump(jump),
    enabled: visitId !== '' && to !== '',
    retry: false,
  });
  const here = held.find((step) => step.visitId === visitId);
  const refused = preview.error instanceof Error ? preview.error.message : '';
  const stepFault = refused || (asked && to === '' ? label(['请选择环节', 'Choose a step']) : '');
  return (
    <Modal
      open
      width={560}
      title={label(['跳转到其他环节', 'Move to another step'])}
      okText={label(['跳转', 'Move'])}
      okButtonProps={{ danger: true, disabled: refused !== '' || preview.isFetching }}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (!preview.data || reasonFault(true, reason)) return;
        const name = steps.find(({ key }) => key === to)?.name ?? to;
        onGo({ ...jump, reason: reason.trim() }, name);
      }}
    >
      {process.error ? (
        <ErrorPanel fault={process.error} onRetry={() => void process.refetch()} />
      ) : !process.data ? (
        <SkeletonRows rows={3} height={40} />
      ) : (
        <>
          <p className="ky-dialog-lead">
            {label(processName(process.data))}
            {held.length === 1 && ` · ${here?.nodeName ?? ''}`}
          </p>
          {held.length > 1 && (
            <Radio.Group
              className="ky-choices ky-dialog-lead"
              value={visitId}
              aria-label={label(['离开的环节', 'From step'])}
              onChange={({ target }) => setFrom(target.value)}
              options={held.map((step) => ({ value: step.visitId, label: step.nodeName }))}
            />
          )}
          <label className="ky-label" htmlFor={`${id}-to`}>
            <b aria-hidden="true">*</b>
            {label(['跳转到', 'Move to'])}
          </label>
          <Select
            id={`${id}-to`}
            className="ky-jump-step"
            value={to || null}
            status={stepFault ? 'error' : ''}
            placeholder={label(['请选择环节', 'Choose a step'])}
            options={steps
              .filter(({ key }) => key !== here?.nodeKey)
              .map(({ key, name }) => ({ value: key, label: name }))}
            onChange={setTo}
          />
          <div className="ky-help" data-tone={stepFault ? 'error' : undefined} role="status">
            {stepFault}
          </div>
          {preview.data && !refused && <Effects preview={preview.data} />}
          <ReasonField
            value={reason}
            required
            asked={asked}
            hint={label([
              '写入流程的办理记录，申请人能看到',
              'Kept in the approval records; visible to the applicant',
            ])}
            onChange={setReason}
          />
        </>
      )}
    </Modal>
  );
};
