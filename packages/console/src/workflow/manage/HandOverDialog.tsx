import { user } from '@keyan/kernel/definition/base-fields.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal, Progress } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { FaultList } from '../../components/FaultList.tsx';
import { toast } from '../../components/toast.ts';
import { RefEditor } from '../../fields/ref.tsx';
import '../../form/dialogs.css';
import '../../form/field.css';
import { useLabel } from '../../i18n/language.ts';
import { workCalls } from '../calls.ts';

const person = f.ref(['转办给', 'Reassign to'], user).spec;

interface Refused {
  readonly key: string;
  readonly name: string;
  readonly message: string;
}

interface HandOverDialogProps {
  readonly processes: readonly RunningRow[];
  /** The processes whose tasks were all reassigned. */
  readonly onClose: (handled: readonly string[]) => void;
}

/**
 * Reassigns the open tasks of several processes to one person. Each task is its own transaction;
 * those that are refused are listed with the reason.
 *
 * Long because choosing, running and what was refused are the states of one dialog.
 */
export const HandOverDialog = ({ processes, onClose }: HandOverDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [asked, setAsked] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const [handled, setHandled] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const tasks = processes.flatMap((process) =>
    process.held.flatMap((step) =>
      step.tasks.map(({ taskId }) => ({ taskId, process, step: step.nodeName })),
    ),
  );
  const lacking = asked && !chosen;
  const run = async (to: string) => {
    const failed: Refused[] = [];
    const left = new Set<string>();
    for (const [index, { taskId, process, step }] of tasks.entries()) {
      setAt(index);
      try {
        await workCalls(client).transfer(taskId, to, '');
      } catch (fault) {
        const message = fault instanceof Error ? fault.message : String(fault);
        failed.push({ key: taskId, name: `${process.businessName} · ${step}`, message });
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
      title={label([`转办 ${tasks.length} 条待办`, `Reassign ${tasks.length} tasks`])}
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
            {lacking
              ? label(['请选择转办人', 'Select a new assignee'])
              : label([
                  '原办理人会收到通知，不再办理',
                  'The present assignees are told, and act no more',
                ])}
          </div>
          {at !== null && <Progress percent={Math.round((100 * at) / tasks.length)} size="small" />}
        </>
      )}
    </Modal>
  );
};
