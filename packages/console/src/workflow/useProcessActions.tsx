import type { Label } from '@keyan/kernel/label.ts';
import type { ProcessAbility } from '@keyan/kernel/wire/tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { taskPath } from '../records/processPaths.ts';
import { ReasonDialog } from '../records/ReasonDialog.tsx';
import { workCalls } from './calls.ts';
import { EndWaitDialog } from './EndWaitDialog.tsx';
import { JumpDialog } from './JumpDialog.tsx';
import { managerCalls } from './manage/calls.ts';
import { type ProcessTarget, processActions } from './processActions.ts';
import { RemoveSignDialog } from './signing/RemoveSignDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';

type Open = {
  readonly is: 'removeSign' | 'transfer' | 'jump' | 'settle' | 'delete';
  readonly process: ProcessTarget;
} | null;

/**
 * Returns the actions on a process besides decisions, with their questions and toasts. Long because
 * each action is one entry with its question, its call and its toast.
 */
export const useProcessActions = (): {
  readonly run: (action: ProcessAbility, process: ProcessTarget) => void;
  /** Open dialogs, to be rendered once. */
  readonly dialogs: ReactNode;
} => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const tab = useTab();
  const { modal } = App.useApp();
  const [open, setOpen] = useState<Open>(null);
  const [single] = useState(createSingle);
  const calls = workCalls(client);
  const manager = managerCalls(client);

  /** Refetches after success and failure: the process may have moved meanwhile. */
  const perform = (
    { businessId }: ProcessTarget,
    act: () => Promise<unknown>,
    toastTexts: Label,
    after?: () => void,
  ) =>
    void single(async () => {
      try {
        await act();
        toast.success(toastTexts);
        after?.();
      } catch (fault) {
        if (!(fault instanceof ApiFault)) throw fault;
        toast.fault(fault);
      } finally {
        await queries.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[0] === 'live' || queryKey[1] === 'list' || queryKey.includes(businessId),
        });
      }
    });

  const ask = (title: Label, text: Label, go: Label, onOk: () => void) =>
    modal.confirm({
      title: label(title),
      content: label(text),
      okText: label(go),
      cancelText: label(['取消', 'Cancel']),
      onOk,
    });

  const handlers: Readonly<Record<ProcessAbility, (process: ProcessTarget) => void>> = {
    urge: (process) =>
      perform(process, () => calls.urge(process.processInstanceId), [
        '已催办，办理人会收到消息',
        'Reminder sent to the reviewers',
      ]),
    withdraw: (process) =>
      ask(
        ['取回您的审批？', 'Take back your approval?'],
        [
          '取回后由您重新办理，下一环节的任务随之取消',
          'You decide again; the task of the next step is cancelled',
        ],
        processActions.withdraw.label,
        () =>
          perform(
            process,
            () => calls.withdraw(process.withdrawTaskId),
            ['已取回，现由您重新办理', 'Taken back; yours to decide again'],
            () => tab.open(taskPath(process.kind, { ...process, taskId: '' })),
          ),
      ),
    removeSign: (process) => setOpen({ is: 'removeSign', process }),
    transfer: (process) => setOpen({ is: 'transfer', process }),
    jump: (process) => setOpen({ is: 'jump', process }),
    settle: (process) => setOpen({ is: 'settle', process }),
    suspend: (process) =>
      ask(
        ['挂起该流程？', 'Suspend this process?'],
        [
          '挂起期间不能办理、撤回或转办，激活后从原处继续',
          'Until it is resumed, nobody can decide on it, recall it or reassign it',
        ],
        processActions.suspend.label,
        () =>
          perform(process, () => manager.setState(process.processInstanceId, 'suspend'), [
            '流程已挂起',
            'Suspended',
          ]),
      ),
    activate: (process) =>
      perform(process, () => manager.setState(process.processInstanceId, 'active'), [
        '流程已激活，从原处继续',
        'Process resumed',
      ]),
    delete: (process) => setOpen({ is: 'delete', process }),
  };

  const close = () => setOpen(null);
  const dialogs = open && (
    <>
      {open.is === 'removeSign' && (
        <RemoveSignDialog
          asked={open.process.asked ?? []}
          onCancel={close}
          onGo={({ taskId, name }) => {
            close();
            perform(open.process, () => calls.removeSign(taskId), [
              `${name}无需再办理`,
              `${name} no longer needs to act`,
            ]);
          }}
        />
      )}
      {open.is === 'transfer' && (
        <TransferDialog
          waiting={open.process.waiting}
          onCancel={close}
          onGo={(person, taskId) => {
            close();
            perform(open.process, () => calls.transfer(taskId, person.id, ''), [
              `已转办给${person.name}`,
              `Reassigned to ${person.name}`,
            ]);
          }}
        />
      )}
      {open.is === 'jump' && (
        <JumpDialog
          processInstanceId={open.process.processInstanceId}
          onCancel={close}
          onGo={(jump, step) => {
            close();
            perform(open.process, () => manager.jump(jump), [
              `已跳转到${step}`,
              `Moved to “${step}”`,
            ]);
          }}
        />
      )}
      {open.is === 'settle' && (
        <EndWaitDialog
          processInstanceId={open.process.processInstanceId}
          onCancel={close}
          onGo={(settlement) => {
            close();
            perform(open.process, () => manager.settle(settlement), [
              '已结束等待',
              'The wait is over',
            ]);
          }}
        />
      )}
      {open.is === 'delete' && (
        <ReasonDialog
          title={['删除流程', 'Delete the process']}
          go={['删除流程', 'Delete']}
          hint={[
            '流程结束，记录退回草稿；申请人会看到原因',
            'The process ends and the record reverts to a draft; the applicant sees the reason',
          ]}
          required
          onCancel={close}
          onGo={(reason = '') => {
            close();
            perform(open.process, () => manager.remove(open.process.processInstanceId, reason), [
              '流程已删除，记录已退回草稿',
              'Process deleted; the record is a draft again',
            ]);
          }}
        />
      )}
    </>
  );
  return { run: (action, process) => handlers[action](process), dialogs };
};
