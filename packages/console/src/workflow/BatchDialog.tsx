import type { CheckRow, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, Modal, Progress } from 'antd';
import { useId, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { AgainMark } from '../components/AgainMark.tsx';
import { FaultList } from '../components/FaultList.tsx';
import '../form/field.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { OpenChecksList, useOpenChecks } from './ChecksBand.tsx';
import { workCalls } from './calls.ts';
import { nameOf } from './WorkTable.tsx';

interface BatchDialogProps {
  /** Of one kind. */
  readonly items: readonly WorkRow[];
  /** The tasks that were handled. */
  readonly onClose: (handled: readonly string[]) => void;
}

interface BatchLineProps {
  readonly item: WorkRow;
  readonly checks: readonly CheckRow[] | undefined;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** A record with the facts that are agreed to and what its checks ask to look at; it can be left out. */
const BatchLine = ({ item, checks, isOn, onToggle }: BatchLineProps) => (
  <li data-off={!isOn || undefined}>
    <Checkbox checked={isOn} onChange={onToggle}>
      <span className="ky-batch-name">
        {nameOf(item)}
        {item.again && <AgainMark />}
      </span>
      <span className="ky-batch-facts">
        {[item.applicant, item.deptName].filter(Boolean).join(' · ')}
        {item.facts.map((fact) => (
          <span key={fact.field}>
            {fact.label} <b>{fact.text}</b>
          </span>
        ))}
      </span>
    </Checkbox>
    <OpenChecksList found={checks} />
  </li>
);

/** The items that are agreed to: all of them, until one is left out. */
const useChosen = (items: readonly WorkRow[]) => {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const checks = useOpenChecks(items);
  const toggle = (taskId: string) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(taskId)) after.add(taskId);
      return after;
    });
  const lines = (label: string) => (
    <ul className="ky-batch" aria-label={label}>
      {items.map((item) => (
        <BatchLine
          key={item.taskId}
          item={item}
          checks={checks[item.businessId]}
          isOn={!leftOut.has(item.taskId)}
          onToggle={() => toggle(item.taskId)}
        />
      ))}
    </ul>
  );
  return { chosen: items.filter(({ taskId }) => !leftOut.has(taskId)), lines };
};

interface Refusal {
  readonly item: WorkRow;
  readonly message: string;
}

/** Agrees to one task after the other, each in its own transaction, and remembers what became of them. */
const useAgreeing = (onClose: BatchDialogProps['onClose']) => {
  const client = useClient();
  const queries = useQueryClient();
  const [at, setAt] = useState<number | null>(null);
  const [handled, setHandled] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const run = async (chosen: readonly WorkRow[], comment: string) => {
    const done: string[] = [];
    const failed: Refusal[] = [];
    for (const [index, item] of chosen.entries()) {
      setAt(index);
      const { taskId, processInstanceId } = item;
      try {
        await workCalls(client).complete({ taskId, processInstanceId, flag: 'ok', comment });
        done.push(taskId);
      } catch (fault) {
        failed.push({ item, message: fault instanceof Error ? fault.message : String(fault) });
      }
    }
    setAt(null);
    setHandled(done);
    setRefused(failed);
    await queries.invalidateQueries({ queryKey: ['live'] });
    if (done.length > 0) toast.success([`已同意 ${done.length} 条`, `${done.length} approved`]);
    if (failed.length === 0) onClose(done);
  };
  return { at, handled, refused, run };
};

/** 批量同意: one comment for several tasks of one kind; then what was refused. */
export const BatchDialog = ({ items, onClose }: BatchDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [comment, setComment] = useState(label(['同意', 'Approved']));
  const { chosen, lines } = useChosen(items);
  const { at, handled, refused, run } = useAgreeing(onClose);
  return (
    <Modal
      open
      width={760}
      title={label([`批量同意 ${chosen.length} 条`, `Approve ${chosen.length}`])}
      okText={label([`同意 ${chosen.length} 条`, `Approve ${chosen.length}`])}
      cancelText={refused.length > 0 ? label(['关闭', 'Close']) : label(['取消', 'Cancel'])}
      okButtonProps={{
        loading: at !== null,
        hidden: refused.length > 0,
        disabled: chosen.length === 0,
      }}
      onCancel={() => onClose(handled)}
      onOk={() => void run(chosen, comment.trim())}
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
          {lines(label(['将同意的记录', 'Records to approve']))}
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
          {at !== null && (
            <Progress percent={Math.round((100 * at) / chosen.length)} size="small" />
          )}
        </>
      )}
    </Modal>
  );
};
