import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Progress } from 'antd';
import { useId, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { FaultList } from '../components/FaultList.tsx';
import '../form/field.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { workCalls } from './calls.ts';
import { nameOf } from './WorkTable.tsx';

interface BatchDialogProps {
  /** Of one kind. */
  readonly items: readonly WorkRow[];
  /** The tasks that were handled. */
  readonly onClose: (handled: readonly string[]) => void;
}

/** 批量同意: one comment for several tasks of one kind. Each task is its own transaction. */
export const BatchDialog = ({ items, onClose }: BatchDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [comment, setComment] = useState(label(['同意', 'Approved']));
  const [at, setAt] = useState<number | null>(null);
  const [handled, setHandled] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly { item: WorkRow; message: string }[]>([]);

  const run = async () => {
    const done: string[] = [];
    const failed: { item: WorkRow; message: string }[] = [];
    for (const [index, item] of items.entries()) {
      setAt(index);
      const { taskId, processInstanceId } = item;
      try {
        await workCalls(client).complete({
          taskId,
          processInstanceId,
          flag: 'ok',
          comment: comment.trim(),
        });
        done.push(taskId);
      } catch (fault) {
        failed.push({ item, message: fault instanceof Error ? fault.message : String(fault) });
      }
    }
    setAt(null);
    setHandled(done);
    setRefused(failed);
    await queries.invalidateQueries({ queryKey: ['live'] });
    if (done.length > 0) toast.success([`已同意 ${done.length} 条`, `${done.length} agreed to`]);
    if (failed.length === 0) onClose(done);
  };

  return (
    <Modal
      open
      width={560}
      title={label([`批量同意 ${items.length} 条`, `Agree to ${items.length}`])}
      okText={label([`同意 ${items.length} 条`, `Agree to ${items.length}`])}
      cancelText={refused.length > 0 ? label(['关闭', 'Close']) : label(['取消', 'Cancel'])}
      okButtonProps={{ loading: at !== null, hidden: refused.length > 0 }}
      onCancel={() => onClose(handled)}
      onOk={() => void run()}
    >
      {refused.length > 0 ? (
        <FaultList>
          {refused.map(({ item, message }) => (
            <li key={item.taskId}>
              <b>{nameOf(item)}</b> {message}
            </li>
          ))}
        </FaultList>
      ) : (
        <>
          <label className="ky-label" htmlFor={id}>
            {label(['审批意见', 'Comment'])}
          </label>
          <Input.TextArea
            id={id}
            value={comment}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setComment(event.target.value)}
          />
          {at !== null && <Progress percent={Math.round((100 * at) / items.length)} size="small" />}
        </>
      )}
    </Modal>
  );
};
