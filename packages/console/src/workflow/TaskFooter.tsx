import { CheckOutlined, EllipsisOutlined, RollbackOutlined } from '@ant-design/icons';
import { isCopiable } from '@keyan/kernel/definition/copied.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { App, Button, type InputRef } from 'antd';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { PageFooter } from '../components/Page.tsx';
import { toast } from '../components/toast.ts';
import { DraftBanner } from '../form/DraftBanner.tsx';
import type { FormStore } from '../form-store/store.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { CommentField, PhraseBar } from './CommentField.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import type { CommentStore } from './commentStore.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import {
  commentFault,
  isRejectionWithoutTarget,
  type Rejection,
  type RejectionKind,
  refusalConsequences,
  rejectionOfTask,
} from './rejections.ts';
import { AskDialog } from './signing/AskDialog.tsx';
import { askedPersonTexts } from './signing/askedTexts.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { useCommentFiles } from './useCommentFiles.ts';
import type { TaskCommands } from './useTaskCommands.ts';
import { useTaskDraft } from './useTaskDraft.ts';

interface TaskFooterProps {
  readonly resource: Resource;
  readonly task: TaskPageData;
  readonly commands: TaskCommands;
  readonly comment: CommentStore;
  readonly form: FormStore;
  readonly editable: readonly string[];
  /** Title of the record. */
  readonly title: string;
  readonly onBack: () => void;
  /** Switches whether the next task opens afterwards. */
  readonly onNext: (on: boolean) => void;
}

type Dialog = 'back' | 'transfer' | 'copy' | 'ask' | null;

/** Returns the questions and conditions before each command, and the open dialog. */
const useVerdicts = ({ task, commands, form, title }: TaskFooterProps, comment: string) => {
  const label = useLabel();
  const { modal } = App.useApp();
  const field = useRef<InputRef>(null);
  const [lacking, setLacking] = useState<Label | null>(null);
  const [dialog, setDialog] = useState<Dialog>(null);

  /** A decision includes the attached files: no upload may be running. */
  const complete = (go: () => void) => {
    const blocker = form.blockedBy();
    if (blocker) return toast.warning(blocker);
    go();
  };
  /** Returning and refusing require a comment (ruling 10). */
  const withComment = (verdict: RejectionKind, go: () => void) => {
    const fault = commentFault(verdict, comment);
    if (!fault) return complete(go);
    setLacking(fault);
    field.current?.focus();
  };
  const confirm = (title: string, content: string, okText: string, onOk: () => void) =>
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk,
    });
  const rejection = rejectionOfTask(task);
  const agree = () => complete(() => void commands.agree(comment.trim()));
  const reject = ({ question, means, button, lacking: verdict }: Rejection) =>
    withComment(verdict, () =>
      isRejectionWithoutTarget(task)
        ? confirm(
            label(question),
            label(means),
            label(button),
            () => void commands.disagree(comment.trim()),
          )
        : setDialog('back'),
    );
  const refuse = () =>
    withComment('refuse', () =>
      confirm(
        label(['确定办理为不通过？', 'Reject this record?']),
        label(refusalConsequences[task.refusedReturns ? 'mend' : 'copy']),
        label(['不通过', 'Reject']),
        () => void commands.refuse(comment.trim()),
      ),
    );
  useShortcuts([
    {
      keys: 'Alt+A',
      label: ['同意', 'Approve'],
      run: () =>
        modal.confirm({
          title: label([`同意《${title}》？`, `Approve “${title}”?`]),
          okText: label(['同意', 'Approve']),
          cancelText: label(['取消', 'Cancel']),
          onOk: agree,
        }),
    },
    ...(rejection
      ? [{ keys: 'Alt+R', label: rejection.button, run: () => reject(rejection) }]
      : []),
  ]);
  return {
    field,
    lacking,
    wrote: () => setLacking(null),
    dialog,
    setDialog,
    rejection,
    agree,
    reject,
    refuse,
  };
};

/** Renders the footer of a task's page: the comment, and the buttons of this step. */
export const TaskFooter = (props: TaskFooterProps) => {
  const label = useLabel();
  const { task, commands, form } = props;
  const draft = useTaskDraft(task, props);
  const comment = useSyncExternalStore(props.comment.subscribe, props.comment.text);
  const files = useCommentFiles(props.resource, props.comment, form);
  const verdicts = useVerdicts(props, comment);
  const { field, lacking, wrote, dialog, setDialog } = verdicts;
  const written = {
    comment,
    onWrite: (text: string) => {
      props.comment.write(text);
      wrote();
    },
    lacking,
    files,
    attachable: props.resource.attachable?.(form.stored()) !== false,
  };
  return (
    <div className="ky-task-footer">
      {draft.offer?.isElsewhere && <DraftBanner draft={draft} />}
      <PageFooter
        above={
          <>
            {task.askedFor !== '' && (
              <p className="ky-note">{label(askedPersonTexts[task.askedFor])}</p>
            )}
            <PhraseBar {...written} onNext={props.onNext} />
          </>
        }
        left={<CommentField {...written} field={field} />}
      >
        <TaskButtons {...props} verdicts={verdicts} />
      </PageFooter>
      {dialog === 'back' && (
        <ReturnDialog
          targets={task.backTargets}
          comment={comment.trim()}
          onCancel={() => setDialog(null)}
          onGo={(target, direct) => {
            setDialog(null);
            void commands.back(comment.trim(), target, direct);
          }}
        />
      )}
      {dialog === 'ask' && (
        <AskDialog
          allowed={task.canAsk}
          busy={commands.busy === 'ask'}
          onCancel={() => setDialog(null)}
          onGo={(way, userIds, note) => {
            setDialog(null);
            void commands.ask(way, userIds, note);
          }}
        />
      )}
      {dialog === 'transfer' && (
        <TransferDialog
          onCancel={() => setDialog(null)}
          onGo={(person) => {
            setDialog(null);
            void commands.transfer(person, comment.trim());
          }}
        />
      )}
      {dialog === 'copy' && (
        <CopyDialog
          busy={commands.busy === 'copy'}
          onCancel={() => setDialog(null)}
          onGo={(userIds, note) => commands.copy(userIds, note, () => setDialog(null))}
        />
      )}
    </div>
  );
};

/** Reason why a classified record may not be copied to anybody. */
const secretIsNotCopied: Text = [
  '涉密记录不能抄送',
  'No copies can be sent of a classified record',
];

interface TaskButtonsProps extends TaskFooterProps {
  readonly verdicts: ReturnType<typeof useVerdicts>;
}

/**
 * Renders the buttons of the step; on narrow screens all but the two decisions are in a menu.
 * Long because every button of a step is listed once, for wide and for narrow screens.
 */
const TaskButtons = ({ resource, form, task, commands, onBack, verdicts }: TaskButtonsProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { busy } = commands;
  const { rejection, agree, reject, refuse, setDialog } = verdicts;
  const isSecret = !isCopiable(resource, form.stored());
  const others = [
    ...(task.canCopy
      ? [
          {
            key: 'copy',
            text: label(['抄送', 'Send a copy']),
            reason: isSecret ? label(secretIsNotCopied) : undefined,
            run: () => setDialog('copy'),
          },
        ]
      : []),
    ...(task.canAsk.length > 0
      ? [
          {
            key: 'ask',
            text: label(['加签', 'Ask others']),
            reason: undefined,
            run: () => setDialog('ask'),
          },
        ]
      : []),
    ...(task.canTransfer
      ? [
          {
            key: 'transfer',
            text: label(['转办', 'Reassign']),
            reason: undefined,
            run: () => setDialog('transfer'),
          },
        ]
      : []),
    ...(task.canUnclaim
      ? [
          {
            key: 'unclaim',
            text: label(['取消签收', 'Unclaim']),
            reason: undefined,
            run: () => void commands.unclaim(),
          },
        ]
      : []),
  ];
  const refusal = task.canRefuse
    ? [{ key: 'refuse', text: label(['不通过', 'Reject']), reason: undefined, run: refuse }]
    : [];
  const folded = [
    { key: 'leave', text: label(['返回', 'Back']), reason: undefined, run: onBack },
    ...others,
    ...refusal,
  ];
  return (
    <>
      {narrow ? (
        <MenuButton
          placement="topLeft"
          menu={{
            items: folded.map(({ key, text, reason }) => ({
              key,
              label: reason ?? text,
              disabled: reason !== undefined,
              danger: key === 'refuse',
            })),
            onClick: ({ key }) => folded.find((item) => item.key === key)?.run(),
          }}
        >
          <Button className="ky-task-more" icon={<EllipsisOutlined />}>
            {label(['更多', 'More'])}
          </Button>
        </MenuButton>
      ) : (
        <>
          <Button type="text" onClick={onBack}>
            {label(['返回', 'Back'])}
          </Button>
          {others.map(({ key, text, run, reason }) => (
            <Button
              key={key}
              type="text"
              loading={busy === key}
              disabled={reason !== undefined}
              title={reason}
              onClick={run}
            >
              {text}
            </Button>
          ))}
          {refusal.map(({ key, text, run }) => (
            <Button key={key} danger loading={busy === 'refuse'} onClick={run}>
              {text}
            </Button>
          ))}
        </>
      )}
      {rejection && (
        <Button
          className="ky-task-return"
          icon={<RollbackOutlined />}
          loading={busy === 'back'}
          title="Alt+R"
          onClick={() => reject(rejection)}
        >
          {label(rejection.button)}
        </Button>
      )}
      <Button
        className="ky-task-agree"
        type="primary"
        icon={<CheckOutlined />}
        loading={busy === 'ok'}
        title="Alt+A"
        onClick={agree}
      >
        {label(['同意', 'Approve'])}
      </Button>
    </>
  );
};
