import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { NextStepRow, TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { queryKeysOf, type WireRow } from '../data/calls.ts';
import { stepsToChoose } from '../form/nextStep.ts';
import type { FormStore } from '../form-store/store.ts';
import type { Text } from '../i18n/language.ts';
import { type TaskCompletion, workCalls } from './calls.ts';
import { changedFields } from './changedFields.ts';
import type { CommentStore } from './commentStore.ts';
import type { AskMode } from './signing/AskDialog.tsx';
import { decisionOutcomeText } from './whereNow.ts';

export type TaskVerdict = TaskCompletion['flag'];

/** Toast after each decision. */
const toastTexts: Readonly<Record<TaskVerdict, Label>> = {
  ok: ['已同意', 'Approved'],
  back: ['已退回', 'Returned'],
  refuse: ['已办理为不通过', 'Rejected'],
};

/** Toast for a person who was asked for an opinion. */
const opinionGivenText: Label = ['意见已提交', 'Opinion given'];

/** Toast for an applicant whose rejection ends the process. */
const applicationClosedText: Label = ['已关闭申请', 'Closed'];

/** Steps whose assignees are being chosen, one per branch. */
interface Choosing {
  readonly steps: readonly NextStepRow[];
  readonly comment: string;
}

interface Options {
  readonly resource: Resource;
  readonly task: TaskPageData;
  readonly form: FormStore | undefined;
  /** Comment and attachments, sent with every decision. */
  readonly written: CommentStore;
  /** Called after success: the task is no longer the reader's. */
  readonly onDone: () => void;
  /** Called after a failure: the shown data may be out of date. */
  readonly onStale: () => void;
}

/**
 * Returns the commands on a task: agree, return, refuse, reassign, copy, unclaim. Long because its
 * commands share the busy state, the choice of a person and the conflict.
 */
export const useTaskCommands = ({ resource, task, form, written, onDone, onStale }: Options) => {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<TaskVerdict | 'transfer' | 'copy' | 'ask' | null>(null);
  const [conflict, setConflict] = useState<{ current: WireRow; comment: string } | null>(null);
  const [choice, setChoice] = useState<Choosing | null>(null);
  const [single] = useState(createSingle);
  const calls = workCalls(client);
  const { taskId, processInstanceId, editable } = task;

  const perform = async (
    name: NonNullable<typeof busy>,
    act: () => Promise<void>,
    comment: string,
  ) => {
    setBusy(name);
    try {
      await act();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.kind === 'signedOut') return;
      if (form && fault.kind === 'conflict' && fault.current) {
        setConflict({ current: fault.current as WireRow, comment });
        return;
      }
      if (form && fault.fields.length > 0) form.setServerErrors(fault.fields);
      toast.fault(fault);
      onStale();
    } finally {
      setBusy(null);
    }
  };

  const attempt = (name: NonNullable<typeof busy>, act: () => Promise<void>, comment = '') =>
    single(() => perform(name, act, comment));

  const finish = async (text: Text) => {
    toast.success(text);
    onDone();
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['live'] }),
      queries.invalidateQueries({ queryKey: queryKeysOf(resource).all }),
    ]);
  };

  /** Fetches the record after a decision; undefined if it cannot be read. */
  const recordNow = () =>
    client
      .get<WireRow>(`/${resource.path}/detail`, { id: task.businessId }, { quiet: true })
      .catch(() => undefined);

  const send = async (
    flag: TaskVerdict,
    comment: string,
    more: Pick<TaskCompletion, 'backTo' | 'direct' | 'taskUserId'> = {},
  ) => {
    const changed = flag === 'ok' ? changedFields(form, editable) : undefined;
    const files = written.files();
    await calls.complete({
      taskId,
      processInstanceId,
      flag,
      comment,
      ...more,
      ...(files.length > 0 ? { attachments: files.map(({ id }) => id) } : {}),
      ...(changed ? { form: { ...changed, version: form?.stored().version } } : {}),
    });
    const isClosed = flag === 'back' && task.against === 'close' && !more.backTo;
    const done =
      task.askedFor === 'D'
        ? opinionGivenText
        : isClosed
          ? applicationClosedText
          : toastTexts[flag];
    await finish(decisionOutcomeText(done, resource, await recordNow(), task.applicant));
  };

  /** Agrees; if the next assignee must be chosen, asks for that first. */
  const agree = (comment: string) => {
    const decide = async () => {
      const wrong = form
        ?.check('draft')
        .find((fault) => editable.includes(fault.path.split('.')[0] ?? ''));
      if (wrong) return form?.reveal(wrong.path);
      const ahead = await calls.ahead(taskId, changedFields(form, editable));
      const steps = stepsToChoose(ahead);
      if (steps.length > 0) setChoice({ steps, comment });
      else await send('ok', comment);
    };
    return attempt('ok', decide, comment);
  };

  return {
    busy,
    choice,
    /** Record as another user changed it meanwhile; the user merges it with their own changes. */
    conflict: conflict?.current ?? null,
    dismiss: () => {
      setChoice(null);
      setConflict(null);
    },
    agree,
    /** Agrees again after a merge, with the same comment. */
    resume: () => {
      setConflict(null);
      return agree(conflict?.comment ?? '');
    },
    agreeWith: (userIds: string | undefined) => {
      if (!choice) return;
      const { comment } = choice;
      setChoice(null);
      const more = userIds === undefined ? {} : { taskUserId: userIds };
      void attempt('ok', () => send('ok', comment, more), comment);
    },
    back: (comment: string, backTo: string, direct: boolean) =>
      attempt('back', () => send('back', comment, { backTo, ...(direct ? { direct } : {}) })),
    /** Rejects with the effect that the route defines. */
    disagree: (comment: string) => attempt('back', () => send('back', comment)),
    refuse: (comment: string) => attempt('refuse', () => send('refuse', comment)),
    transfer: (person: { readonly id: string; readonly name: string }, comment: string) =>
      attempt('transfer', async () => {
        await calls.transfer(taskId, person.id, comment);
        await finish([`已转办给${person.name}`, `Reassigned to ${person.name}`]);
      }),
    /** Copies the record to people; the task remains the reader's. */
    copy: (userIds: readonly string[], note: string, onCopied: () => void) =>
      attempt('copy', async () => {
        await calls.copy(taskId, userIds, note);
        toast.success(['已抄送', 'Copied']);
        onCopied();
        await queries.invalidateQueries({ queryKey: ['live'] });
      }),
    /**
     * Adds people to a task: beside its holder, or before, in which case the task waits for them.
     */
    ask: (way: AskMode, userIds: readonly string[], note: string) =>
      attempt('ask', async () => {
        await calls.ask(taskId, way, userIds, note);
        if (way === 'P') {
          toast.success(['已加签', 'Asked']);
          await queries.invalidateQueries({ queryKey: ['live'] });
        } else
          await finish([
            '已加签，对方办理后回到您这里',
            'Asked: the task returns to you once they have acted',
          ]);
      }),
    unclaim: () =>
      attempt('transfer', async () => {
        await calls.unclaim(taskId);
        await finish(['已取消签收', 'Unclaimed']);
      }),
  };
};

export type TaskCommands = ReturnType<typeof useTaskCommands>;
