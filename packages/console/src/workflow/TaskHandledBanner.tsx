import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { useEffect } from 'react';
import { useClient, useUser } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { serverDrafts } from '../data/serverDrafts.ts';
import { useLabel } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { useTab } from '../navigation/tab.ts';
import { useOutlineOfKind, viewAddresses, viewOfKind } from '../presentation/resources.tsx';
import { draftsOf } from '../storage/drafts.ts';

interface TakenBannerProps {
  readonly task: TaskPageData;
}

/** Renders why no decision is possible here; the records on the right show what happened. */
export const TaskHandledBanner = ({ task }: TakenBannerProps) => {
  const label = useLabel();
  const outline = useOutlineOfKind(task.kind);
  const view = outline && viewOfKind(outline, task.kind);
  // A draft saved while a process is suspended is needed again when it is resumed.
  useForgottenDraft(!task.suspended);
  const revise = task.isApply && task.mine !== 'none' && view;
  return (
    <p className="ky-taken" role="status">
      <Glyph name="warning" />
      {revise ? (
        <>
          {label(['该事务已退回给您', 'This record was returned to you'])}
          <TabLink to={viewAddresses(view).edit(task.businessId)}>
            {label(['去修改', 'Revise'])}
          </TabLink>
        </>
      ) : task.suspended ? (
        label([
          '流程已挂起，激活后才能办理',
          'The process is suspended; no action is possible until it is resumed',
        ])
      ) : task.status === 'RUN' ? (
        label([
          '该任务已被处理，经过见审批记录',
          'This task has been handled; see the approval records',
        ])
      ) : (
        label(['流程已结束，经过见审批记录', 'The process has ended; see the approval records'])
      )}
    </p>
  );
};

/** Deletes the draft about a task that was completed. */
const useForgottenDraft = (isOver: boolean): void => {
  const client = useClient();
  const { userId } = useUser();
  const { key } = useTab();
  useEffect(() => {
    const drafts = draftsOf(userId);
    if (!isOver || !drafts.get(key)) return;
    drafts.remove(key);
    // If the server cannot be reached, its copy expires by age.
    serverDrafts(client)
      .remove(key)
      .catch(() => undefined);
  }, [client, userId, key, isOver]);
};
