import { hasProcess } from '@keyan/kernel/base.ts';
import type { Strictness } from '@keyan/kernel/validate.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { callsOf, keysOf, type WireRow } from '../data/calls.ts';
import type { Values } from '../data/values.ts';
import { type FormStore, payloadOf } from '../form-store/store.ts';
import type { Ask } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import { stepToChoose } from './nextStep.ts';

/** What is being sent, so that the right button turns. */
export type Deed = 'save' | 'submit';

interface Submission {
  readonly busy: Deed | null;
  /** The record was changed by somebody else meanwhile. */
  readonly conflict: { readonly deed: Deed; readonly current: WireRow } | null;
  /** Somebody has to be chosen before the submission goes on. */
  readonly choice: NextStepRow | null;
  save(): Promise<void>;
  submit(): Promise<void>;
  chosen(userId: string | undefined): Promise<void>;
  /** After a merge: what was refused is sent again. */
  resume(): Promise<void>;
  /** Leaves the conflict or the choice open. */
  stay(): void;
}

interface Options {
  readonly ask: Ask;
  readonly onSaved: (row: WireRow) => void;
  readonly onSubmitted: (row: WireRow) => void;
}

/** Saving and submitting: judge, ask, send, and bring what the server says to where it belongs. */
export const useSubmission = (form: FormStore, options: Options): Submission => {
  const client = useClient();
  const queries = useQueryClient();
  const presentation = usePresentation(form.resource);
  const [busy, setBusy] = useState<Deed | null>(null);
  const [conflict, setConflict] = useState<Submission['conflict']>(null);
  const [choice, setChoice] = useState<NextStepRow | null>(null);
  const [single] = useState(createSingle);
  const { resource } = form;
  const calls = callsOf(client, resource);

  const refuse = (deed: Deed, fault: unknown) => {
    if (!(fault instanceof ApiFault)) throw fault;
    if (fault.kind === 'conflict' && fault.current) {
      setConflict({ deed, current: fault.current as WireRow });
      return;
    }
    if (fault.fields.length > 0) {
      form.setServerErrors(fault.fields);
      const [first] = fault.fields;
      if (first) form.reveal(first.path);
    }
    // The page is on its way to the sign-in page; what was typed is in the draft.
    toast.fault(fault);
  };

  /** Judges what is in the form; the first fault gets the cursor. */
  const judge = (strictness: Strictness): boolean => {
    const [first] = form.check(strictness);
    if (first) form.reveal(first.path);
    return first === undefined;
  };

  const settle = (row: WireRow, sent?: Values) => {
    form.rebase(row, sent);
    queries.setQueryData(keysOf(resource).detail(row.id), row);
    void queries.invalidateQueries({ queryKey: keysOf(resource).all });
  };

  const perform = async (deed: Deed, act: () => Promise<void>) => {
    setBusy(deed);
    try {
      await act();
    } catch (fault) {
      refuse(deed, fault);
    } finally {
      setBusy(null);
    }
  };

  const consents = () =>
    presentation.consent?.(form.state().values, options.ask) ?? Promise.resolve(true);

  const start = async (taskUserId: string | undefined) => {
    const row = await calls.submit({ ...payloadOf(form), ...(taskUserId ? { taskUserId } : {}) });
    settle(row);
    toast.success(['提交成功', 'Submitted']);
    options.onSubmitted(row);
  };

  const save = async () => {
    // Without a process saving is final, and everything is asked for.
    const strictness = hasProcess(resource) ? 'draft' : 'complete';
    if (!judge(strictness) || !(await consents())) return;
    await perform('save', async () => {
      const isNew = form.stored().id === undefined;
      const sent = form.state().values;
      const row = await calls.save(payloadOf(form));
      settle(row, sent);
      toast.success(isNew ? ['新增成功', 'Created'] : ['更新成功', 'Updated']);
      // Who typed on while it was saved stays where they are, with a draft of it.
      if (form.state().changes === 0) options.onSaved(row);
    });
  };

  const submit = async () => {
    const blocker = form.blockedBy();
    if (blocker) return toast.warning(blocker);
    if (!judge('complete') || !(await consents())) return;
    await perform('submit', async () => {
      if (hasProcess(resource)) {
        const kind = resource.kindOf(form.state().values as never);
        const step = await stepToChoose(client, kind, payloadOf(form));
        if (step) {
          setChoice(step);
          return;
        }
      }
      await start(undefined);
    });
  };

  const again = { save, submit };
  return {
    busy,
    conflict,
    choice,
    save: () => single(save),
    submit: () => single(submit),
    async chosen(userId) {
      setChoice(null);
      await single(() => perform('submit', () => start(userId)));
    },
    async resume() {
      const deed = conflict?.deed ?? 'save';
      setConflict(null);
      await single(again[deed]);
    },
    stay() {
      setConflict(null);
      setChoice(null);
    },
  };
};
