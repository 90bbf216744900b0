import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { useEffect, useMemo } from 'react';
import { toast } from '../components/toast.ts';
import { type DraftState, useDraft } from '../form/useDraft.ts';
import { tabKey } from '../navigation/tabkey.ts';
import { taskPath } from '../records/processPaths.ts';
import { type TaskForm, typingOfTask } from './commentStore.ts';

const onOutdated = () =>
  toast.warning([
    '该记录已有新版本，您改过的字段请重新填写',
    'The record has changed since; enter the fields that you changed again',
  ]);

/**
 * Stores an assignee's draft about a task, so that it survives a reload, an expired session and the
 * closing of the tab. On the same machine it is restored; a newer one from another machine is
 * offered.
 */
export const useTaskDraft = (
  task: TaskPageData,
  { comment, form, editable, title }: Omit<TaskForm, 'onOutdated'>,
): DraftState => {
  const typing = useMemo(
    () => typingOfTask({ comment, form, editable, title, onOutdated }),
    [comment, form, editable, title],
  );
  // Key by task: the address of a list names no task, and is the same at the next step.
  const path = taskPath(task.kind, task);
  const draft = useDraft(typing, path, tabKey(path));
  const { offer, restore, clear } = draft;
  useEffect(() => {
    if (offer && !offer.isElsewhere) restore();
  });
  useEffect(() =>
    comment.subscribe(() => {
      if (comment.settled()) clear();
    }),
  );
  return draft;
};
