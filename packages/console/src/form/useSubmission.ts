import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Strictness } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { withShownNames } from '../form-store/row.ts';
import { type FormStore, payloadOf } from '../form-store/store.ts';
import type { AskUser } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import { stepsOfSubmission } from './nextStep.ts';

/** Button that is running: saving or submitting. */
export type SaveMode = 'save' | 'submit';

interface Conflict {
  readonly mode: SaveMode;
  /** The record as another user has stored it. */
  readonly current: WireRow;
}

interface Submission {
  readonly busy: SaveMode | null;
  /** Conflict with another user's change; null if there is none. */
  readonly conflict: Conflict | null;
  /** Steps whose assignees must be chosen before the submission continues. */
  readonly choice: readonly NextStepRow[] | null;
  save(): Promise<void>;
  submit(): Promise<void>;
  chosen(userIds: string | undefined): Promise<void>;
  /** Sends the request again after the two versions were merged. */
  resume(): Promise<void>;
  /** Closes the conflict or the choice without sending. */
  cancel(): void;
}

interface Options {
  readonly ask: AskUser;
  readonly onSaved: (row: WireRow) => void;
  readonly onSubmitted: (row: WireRow) => void;
  /** Opens the page of a record. */
  readonly open: (row: WireRow) => void;
}

/** Returns the message that the record was submitted, with its current assignee. */
const sentTo = ({ currentAssignee }: WireRow): Label =>
  currentAssignee
    ? fill(['提交成功，等待{name}办理', 'Submitted; now with {name}'], {
        name: String(currentAssignee),
      })
    : ['提交成功', 'Submitted'];

/** Returns the message that the record is saved; for a draft, that it is not submitted yet. */
const savedText = (row: WireRow, isNew: boolean): Label => {
  if (row.auditStatus === statuses.draft) return ['已暂存', 'Draft saved'];
  return isNew ? ['新增成功', 'Created'] : ['更新成功', 'Updated'];
};

/**
 * Returns a function that runs a request and shows a refusal at the fields, as a conflict dialog,
 * or as a toast.
 */
const useRequests = (form: FormStore) => {
  const [busy, setBusy] = useState<SaveMode | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const showFault = (mode: SaveMode, fault: unknown) => {
    if (!(fault instanceof ApiFault)) throw fault;
    if (fault.kind === 'conflict' && fault.current) {
      setConflict({ mode, current: fault.current as WireRow });
      return;
    }
    if (fault.fields.length > 0) {
      form.setServerErrors(fault.fields);
      const [first] = fault.fields;
      if (first) form.reveal(first.path);
    }
    // After an expired session the sign-in page follows; the draft has the typed values.
    toast.fault(fault);
  };

  const request = async (mode: SaveMode, run: () => Promise<void>) => {
    setBusy(mode);
    try {
      await run();
    } catch (fault) {
      showFault(mode, fault);
    } finally {
      setBusy(null);
    }
  };
  return { busy, conflict, clearConflict: () => setConflict(null), request };
};

/** Validates the form and reveals its first error. Returns true if there is none. */
const isValid = (form: FormStore, strictness: Strictness): boolean => {
  const [first] = form.check(strictness);
  if (first) form.reveal(first.path);
  return first === undefined;
};

/**
 * Returns the functions that save and submit: validate, ask for confirmation, send, and take over
 * the stored row.
 */
export const useSubmission = (form: FormStore, options: Options): Submission => {
  const client = useClient();
  const queries = useQueryClient();
  const presentation = usePresentation(form.resource);
  const { busy, conflict, clearConflict, request } = useRequests(form);
  const [choice, setChoice] = useState<readonly NextStepRow[] | null>(null);
  const [single] = useState(createSingle);
  const { resource } = form;
  const calls = resourceCalls(client, resource);

  const takeStored = (row: WireRow, sent?: RowLike) => {
    form.rebase(withShownNames(resource.fields, row, form.state().values), sent);
    queries.setQueryData(queryKeysOf(resource).detail(row.id), row);
    void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
    void queries.invalidateQueries({ queryKey: ['live'] });
  };

  const consents = () =>
    presentation.consent?.(form.state().values, options.ask) ?? Promise.resolve(true);

  const sendSubmission = async (taskUserId: string | undefined) => {
    const row = await calls.submit({ ...payloadOf(form), ...(taskUserId ? { taskUserId } : {}) });
    takeStored(row);
    // The list that opens next may have the record on another page.
    toast.success(sentTo(row), { open: () => options.open(row) });
    options.onSubmitted(row);
  };

  const save = async () => {
    // Without a process saving is final, so the record must be complete.
    const strictness = hasProcess(resource) ? 'draft' : 'complete';
    if (!isValid(form, strictness) || !(await consents())) return;
    await request('save', async () => {
      const isNew = form.stored().id === undefined;
      const sent = form.state().values;
      const row = await calls.save(payloadOf(form));
      takeStored(row, sent);
      toast.success(savedText(row, isNew));
      // If the user typed during the request, the form stays open.
      if (form.state().changes === 0) options.onSaved(row);
    });
  };

  const submit = async () => {
    const blocker = form.blockedBy();
    if (blocker) return toast.warning(blocker);
    if (!isValid(form, 'complete') || !(await consents())) return;
    await request('submit', async () => {
      const kind = resource.kindOf(form.state().values);
      const steps = hasProcess(resource)
        ? await stepsOfSubmission(client, kind, payloadOf(form))
        : [];
      if (steps.length > 0) setChoice(steps);
      else await sendSubmission(undefined);
    });
  };

  const modes = { save, submit };
  return {
    busy,
    conflict,
    choice,
    save: () => single(save),
    submit: () => single(submit),
    async chosen(userIds) {
      setChoice(null);
      await single(() => request('submit', () => sendSubmission(userIds)));
    },
    async resume() {
      clearConflict();
      await single(modes[conflict?.mode ?? 'save']);
    },
    cancel() {
      clearConflict();
      setChoice(null);
    },
  };
};
