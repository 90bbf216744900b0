import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal, Progress } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { FaultList } from '../../components/FaultList.tsx';
import { toast } from '../../components/toast.ts';
import '../../form/dialogs.css';
import { type Person, PersonField } from '../../form/PersonField.tsx';
import { useLabel } from '../../i18n/language.ts';
import { workCalls } from '../calls.ts';
import { processName } from './processName.ts';

interface Refused {
  readonly key: string;
  readonly name: string;
  readonly message: string;
}

interface HandOverDialogProps {
  readonly processes: readonly RunningRow[];
  /** Called with the processes whose tasks were all reassigned. */
  readonly onClose: (handled: readonly string[]) => void;
}

/**
 * Renders a dialog that reassigns the open tasks of several processes to one person. Each task is a
 * transaction of its own; refused ones are listed with the reason. Long because choosing, running
 * and what was refused are the states of one dialog.
 */
export const HandOverDialog = ({ processes, onClose }: HandOverDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  useFocusReturn();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [asked, setAsked] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const [handled, setHandled] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const tasks = processes.flatMap((process) =>
    process.held.flatMap((step) =>
      step.tasks.map(({ taskId }) => ({ taskId, process, step: step.nodeName })),
    ),
  );
  const run = async (to: string) => {
    const failed: Refused[] = [];
    const left = new Set<string>();
    for (const [index, { taskId, process, step }] of tasks.entries()) {
      setAt(index);
      try {
        await workCalls(client).transfer(taskId, to, '');
      } catch (fault) {
        const message = fault instanceof Error ? fault.message : String(fault);
        failed.push({ key: taskId, name: `${label(processName(process))} · ${step}`, message });
        left.add(process.processInstanceId);
      }
    }
    setAt(null);
    const done = processes
      .map(({ processInstanceId }) => processInstanceId)
      .filter((instance) => !left.has(instance));
    setHandled(done);
    setRefused(failed);
    await queries.invalidateQueries({ queryKey: ['live'] });
    const count = tasks.length - failed.length;
    if (count > 0) toast.success([`已转办 ${count} 条`, `${count} reassigned`]);
    if (failed.length === 0) onClose(done);
  };
  const over = refused.length > 0;
  return (
    <Modal
      open
      width={560}
      title={label([`转办 ${tasks.length} 条待办`, `Reassign tasks (${tasks.length})`])}
      okText={label(['转办', 'Reassign'])}
      cancelText={over ? label(['关闭', 'Close']) : label(['取消', 'Cancel'])}
      okButtonProps={{ loading: at !== null, hidden: over }}
      onCancel={() => onClose(handled)}
      onOk={() => {
        setAsked(true);
        if (chosen) void run(chosen.id);
      }}
    >
      {over ? (
        <FaultList>
          {refused.map(({ key, name, message }) => (
            <li key={key}>
              <b>{name}</b> {message}
            </li>
          ))}
        </FaultList>
      ) : (
        <>
          <PersonField
            label={['转办给', 'Reassign to']}
            value={chosen}
            asked={asked}
            missing={['请选择转办人', 'Select a new assignee']}
            hint={[
              '原办理人会收到通知，不再办理',
              'The current assignees are notified and can no longer act',
            ]}
            onChange={setChosen}
          />
          {at !== null && <Progress percent={Math.round((100 * at) / tasks.length)} size="small" />}
        </>
      )}
    </Modal>
  );
};
