import { useQuery } from '@tanstack/react-query';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useClient } from '../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import '../form/dialogs.css';
import '../form/field.css';
import { ReasonField, reasonFault } from '../form/ReasonField.tsx';
import { type Text, useLabel } from '../i18n/language.ts';
import { workKeys } from './calls.ts';
import { managerCalls, type Settlement } from './manage/calls.ts';
import { processName } from './manage/processName.ts';

interface SettleDialogProps {
  readonly processInstanceId: string;
  readonly onCancel: () => void;
  readonly onGo: (settlement: Settlement) => void;
}

const resultChoices: readonly (readonly [flag: Settlement['flag'], text: Text])[] = [
  ['ok', ['继续流程', 'Continue the process']],
  ['back', ['不通过', 'Rejected']],
];

/** Renders 结束等待: ends a wait that nobody completes, with its result and a reason. */
export const EndWaitDialog = ({ processInstanceId, onCancel, onGo }: SettleDialogProps) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const [chosen, setChosen] = useState('');
  const [flag, setFlag] = useState<Settlement['flag']>('ok');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const process = useQuery({
    queryKey: workKeys.process(processInstanceId),
    queryFn: () => managerCalls(client).running(processInstanceId),
  });
  const waits = process.data?.held.filter((step) => step.waits) ?? [];
  const visitId = chosen || (waits[0]?.visitId ?? '');
  return (
    <Modal
      open
      width={560}
      title={label(['结束等待', 'End the wait'])}
      okText={label(['结束等待', 'End the wait'])}
      okButtonProps={{ danger: true, disabled: visitId === '' }}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (reasonFault(true, reason)) return;
        onGo({ processInstanceId, visitId, flag, reason: reason.trim() });
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
            {waits.length === 1 && ` · ${waits[0]?.nodeName ?? ''}`}
          </p>
          {waits.length > 1 && <div className="ky-label">{label(['等待', 'Wait'])}</div>}
          {waits.length > 1 && (
            <Radio.Group
              className="ky-choices ky-dialog-lead"
              value={visitId}
              aria-label={label(['结束的等待', 'Wait to end'])}
              onChange={({ target }) => setChosen(target.value)}
              options={waits.map((wait) => ({ value: wait.visitId, label: wait.nodeName }))}
            />
          )}
          <div className="ky-label">{label(['结果', 'Result'])}</div>
          <Radio.Group
            className="ky-choices ky-dialog-lead"
            value={flag}
            aria-label={label(['等待的结果', 'Result of the wait'])}
            onChange={({ target }) => setFlag(target.value)}
            options={resultChoices.map(([value, text]) => ({ value, label: label(text) }))}
          />
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
