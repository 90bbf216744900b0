import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CheckRow, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, Modal, Progress, Radio } from 'antd';
import { useId, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { refetchAfterBatch, refetchLive } from '../../client/live.ts';
import { FaultList } from '../../components/FaultList.tsx';
import { ResubmittedMark } from '../../components/ResubmittedMark.tsx';
import '../../form/field.css';
import '../todo.css';
import '../workflow.css';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { type TaskCompletion, workCalls } from '../calls.ts';
import { OpenChecksList, useOpenChecks } from '../checks/ChecksBand.tsx';
import { recordNameOf } from '../itemNames.ts';
import { commonPhrases } from '../phrases.ts';
import { commentFault } from '../rejections.ts';
import { ChecksSummary } from './ChecksSummary.tsx';

/** A decision, with one comment, on several records. */
interface BatchDecision {
  readonly label: Label;
  readonly go: Label;
  readonly done: Label;
  readonly send: Pick<TaskCompletion, 'flag' | 'backTo'>;
  /** Proposed comment; empty if the user must write one. */
  readonly proposed: Label;
}

/** Decisions in display order. */
const decisions = {
  ok: {
    label: ['同意', 'Approve'],
    go: ['同意 {n} 条', 'Approve {n}'],
    done: ['已同意 {n} 条', '{n} approved'],
    send: { flag: 'ok' },
    proposed: ['同意', 'Approved'],
  },
  back: {
    label: ['退回申请人', 'Return to the applicants'],
    go: ['退回 {n} 条', 'Return {n}'],
    done: ['已退回 {n} 条', '{n} returned'],
    send: { flag: 'back', backTo: 'applicant' },
    proposed: ['', ''],
  },
  refuse: {
    label: ['不通过', 'Reject'],
    go: ['不通过 {n} 条', 'Reject {n}'],
    done: ['已置为不通过 {n} 条', '{n} rejected'],
    send: { flag: 'refuse' },
    proposed: ['', ''],
  },
} as const satisfies Record<string, BatchDecision>;

type DecisionName = keyof typeof decisions;

interface BatchDialogProps {
  readonly items: readonly WorkRow[];
  /** Called with the ids of the handled tasks. */
  readonly onClose: (handled: readonly string[]) => void;
}

interface BatchLineProps {
  readonly item: WorkRow;
  /** Name of its kind, if there are several. */
  readonly kind: string | undefined;
  readonly checks: readonly CheckRow[] | undefined;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Renders a record with its facts and the findings of its checks; it can be deselected. */
const BatchLine = ({ item, kind, checks, isOn, onToggle }: BatchLineProps) => (
  <li data-off={!isOn || undefined}>
    <Checkbox checked={isOn} onChange={onToggle}>
      <span className="ky-batch-name">
        {recordNameOf(item)}
        {item.again && <ResubmittedMark />}
      </span>
      <span className="ky-batch-facts">
        {[kind, item.applicant, item.deptName].filter(Boolean).join(' · ')}
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

/** Returns the items to decide on: all, until the user deselects some. */
const useChosen = (items: readonly WorkRow[]) => {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const checks = useOpenChecks(items);
  const isFlagged = ({ businessId }: WorkRow) => (checks.found?.[businessId] ?? []).length > 0;
  const isMixed = items.some(({ kind }) => kind !== items[0]?.kind);
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
          kind={isMixed ? item.kindName : undefined}
          checks={checks.found?.[item.businessId]}
          isOn={!leftOut.has(item.taskId)}
          onToggle={() => toggle(item.taskId)}
        />
      ))}
    </ul>
  );
  const chosen = items.filter(({ taskId }) => !leftOut.has(taskId));
  const flagged = chosen.filter(isFlagged).map(({ taskId }) => taskId);
  return {
    chosen,
    lines,
    checks,
    /** Ids of selected records whose checks have findings. */
    flagged,
    leaveOutFlagged: () => setLeftOut(new Set([...leftOut, ...flagged])),
  };
};

interface Refusal {
  readonly item: WorkRow;
  readonly message: string;
}

/**
 * Returns a function that decides one task after the other, each in a transaction of its own, and
 * the outcome of each.
 */
const useDeciding = (onClose: BatchDialogProps['onClose']) => {
  const client = useClient();
  const queries = useQueryClient();
  const [at, setAt] = useState<number | null>(null);
  const [handled, setHandled] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const run = async (
    chosen: readonly WorkRow[],
    { send, done: said }: BatchDecision,
    comment: string,
  ) => {
    const done: string[] = [];
    const failed: Refusal[] = [];
    await refetchAfterBatch(async () => {
      for (const [index, item] of chosen.entries()) {
        setAt(index);
        const { taskId, processInstanceId } = item;
        try {
          await workCalls(client).complete({ taskId, processInstanceId, ...send, comment });
          done.push(taskId);
        } catch (fault) {
          failed.push({ item, message: fault instanceof Error ? fault.message : String(fault) });
        }
      }
      refetchLive(queries);
    });
    setAt(null);
    setHandled(done);
    setRefused(failed);
    if (done.length > 0) toast.success(fill(said, { n: done.length }));
    if (failed.length === 0) onClose(done);
  };
  return { at, handled, refused, run };
};

interface OpinionProps {
  readonly value: string;
  /** Reason why the server would refuse the comment for every record; null if it is valid. */
  readonly fault: Label | null;
  readonly onChange: (text: string) => void;
}

/** Renders the comment that every record gets. */
const Opinion = ({ value, fault, onChange }: OpinionProps) => {
  const label = useLabel();
  const id = useId();
  return (
    <>
      <label className="ky-label" htmlFor={id}>
        {label(['审批意见', 'Comment'])}
      </label>
      <div className="ky-phrase-list">
        {commonPhrases().map((phrase) => (
          <button
            key={label(phrase)}
            type="button"
            className="ky-phrase"
            aria-pressed={value === label(phrase)}
            onClick={() => onChange(label(phrase))}
          >
            {label(phrase)}
          </button>
        ))}
      </div>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={500}
        placeholder={label([
          '请填写意见，将写入每一条记录',
          'Enter a comment; it is written to every record',
        ])}
        autoSize={{ minRows: 2, maxRows: 6 }}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div
        id={`${id}-help`}
        className="ky-help"
        data-tone={fault && value.trim() !== '' ? 'error' : undefined}
      >
        {fault && label(fault)}
      </div>
    </>
  );
};

/**
 * Renders 批量办理: one decision and one comment for several tasks, also of several kinds; then the
 * refused ones.
 */
export const BatchDialog = ({ items, onClose }: BatchDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [name, setName] = useState<DecisionName>('ok');
  const [comment, setComment] = useState(label(decisions.ok.proposed));
  const { chosen, lines, checks, flagged, leaveOutFlagged } = useChosen(items);
  const { at, handled, refused, run } = useDeciding(onClose);
  const decision: BatchDecision = decisions[name];
  const fault = name === 'ok' ? null : commentFault(name, comment);
  // Agreeing is enabled once the findings of the checks, or their failure, are shown.
  const isChecking = name === 'ok' && !checks.found && !checks.error;
  const go = label(fill(decision.go, { n: chosen.length }));
  const choose = (next: DecisionName) => {
    // A typed comment is not replaced; a proposed one is.
    if (comment === label(decisions[name].proposed)) setComment(label(decisions[next].proposed));
    setName(next);
  };
  return (
    <Modal
      open
      width={760}
      title={label([`批量办理 ${chosen.length} 条`, `Decide ${chosen.length}`])}
      okText={go}
      cancelText={refused.length > 0 ? label(['关闭', 'Close']) : label(['取消', 'Cancel'])}
      okButtonProps={{
        loading: at !== null,
        hidden: refused.length > 0,
        danger: name === 'refuse',
        disabled: chosen.length === 0 || comment.trim() === '' || fault !== null || isChecking,
      }}
      onCancel={() => onClose(handled)}
      onOk={() => void run(chosen, decision, comment.trim())}
    >
      {refused.length > 0 ? (
        <FaultList>
          {refused.map(({ item, message }) => (
            <li key={item.taskId}>
              <b>{recordNameOf(item)}</b> {message}
            </li>
          ))}
        </FaultList>
      ) : (
        <>
          <ChecksSummary
            checks={checks}
            flagged={flagged}
            rest={chosen.length - flagged.length}
            onLeaveOut={leaveOutFlagged}
          />
          {lines(label(['将办理的记录', 'Records to decide']))}
          <Radio.Group
            className="ky-batch-decision"
            aria-label={label(['办理结果', 'Decision'])}
            value={name}
            onChange={({ target }) => choose(target.value as DecisionName)}
            options={Object.entries(decisions).map(([value, each]) => ({
              value,
              label: label(each.label),
            }))}
          />
          <Opinion value={comment} fault={fault} onChange={setComment} />
          {at !== null && (
            <Progress percent={Math.round((100 * at) / chosen.length)} size="small" />
          )}
        </>
      )}
    </Modal>
  );
};
