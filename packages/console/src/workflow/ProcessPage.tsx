import { HistoryOutlined } from '@ant-design/icons';
import { resourceAtStep } from '@keyan/kernel/definition/life/opened.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FieldChangeRow } from '@keyan/kernel/wire/records.ts';
import type { ApprovalRow, TaskPageData, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useClient, useUser } from '../client/context.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { PrintButton } from '../detail/PrintButton.tsx';
import { PrintSeals } from '../detail/PrintSeals.tsx';
import { RecordDetail } from '../detail/RecordDetail.tsx';
import { usePrinting } from '../detail/usePrinting.ts';
import { AssigneeDialog } from '../form/AssigneeDialog.tsx';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { HistoryDrawer } from '../form/HistoryDrawer.tsx';
import { createFormStore, type FormStore, useForm } from '../form-store/store.ts';
import { useFacts } from '../form-store/useFacts.ts';
import { useLabel } from '../i18n/language.ts';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { WatchButton } from '../records/WatchButton.tsx';
import '../table/list.css';
import { currentMoment, today } from '../base/time.ts';
import { useLastResult } from '../base/useLastGood.ts';
import { useScreen } from '../base/useScreen.ts';
import { useMarkUnsaved, useTab, useTabParams } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { useDefinition, useOutlineOfKind } from '../presentation/resources.tsx';
import {
  type ProcessAddress,
  readProcessPath,
  taskPath,
  todoPage,
} from '../records/processPaths.ts';
import { FlowCard, useRecords } from './ApprovalSide.tsx';
import { workCalls, workKeys } from './calls.ts';
import { changedFields } from './changedFields.ts';
import { changesSinceReturn } from './changes.ts';
import { ChecksBand, ReturnReason } from './checks/ChecksBand.tsx';
import { createCommentStore } from './commentStore.ts';
import { filesIn } from './FilesCard.tsx';
import { ProcessActions } from './ProcessActions.tsx';
import { isNextTaskOpened } from './phrases.ts';
import { RejectionConsequences } from './RejectionConsequences.tsx';
import { RevisionBanner } from './RevisionBanner.tsx';
import { TaskBody, type TaskPagePart } from './TaskBody.tsx';
import { TaskFooter } from './TaskFooter.tsx';
import { TaskHandledBanner } from './TaskHandledBanner.tsx';
import { QueueButtons, TaskFacts } from './TaskHeader.tsx';
import { useQueue } from './useQueue.ts';
import { type TaskCommands, useTaskCommands } from './useTaskCommands.ts';
import { useTaskPage } from './useTaskPage.ts';
import './workflow.css';

/** Renders the page of a task or process of any kind: to handle it, or to read it. */
export const ProcessPage = () => {
  const label = useLabel();
  const params = useTabParams();
  const [asked] = useState(() => readProcessPath(params['*'] ?? ''));
  const resource = useDefinition(useOutlineOfKind(asked?.kind ?? '')?.key);
  if (!asked || !resource) {
    return <Empty>{label(['没有这类事务', 'Unknown kind of process'])}</Empty>;
  }
  return <LoadedPage asked={asked} resource={resource} />;
};

/** Marks the reader's copy of the process as read once its page has opened. */
const useReadCopy = (task: TaskPageData | undefined): void => {
  const client = useClient();
  const queries = useQueryClient();
  const copied = task?.isCopied ? task.processInstanceId : undefined;
  useEffect(() => {
    if (copied === undefined) return;
    const read = async () => {
      await workCalls(client).readCopies(copied);
      await Promise.all(
        [workKeys.copies, workKeys.copyCount].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    };
    // On failure the mark stays until the next time.
    void read().catch(() => undefined);
  }, [client, queries, copied]);
};

interface LoadedPageProps {
  readonly asked: ProcessAddress;
  readonly resource: Resource;
}

const LoadedPage = ({ asked, resource }: LoadedPageProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const { kind: _kind, page, ...named } = asked;
  const row = useQuery({
    queryKey: queryKeysOf(resource).detail(asked.businessId),
    queryFn: () => resourceCalls(client, resource).detail(asked.businessId),
    // A page in use does not refetch on focus: the form would be replaced.
    refetchOnWindowFocus: page !== 'handle',
  });
  const taskPage = useTaskPage(named);
  useReadCopy(taskPage.data);
  const record = useLastResult(row.data);
  const task = useLastResult(taskPage.data);
  const now = useLastResult(row.dataUpdatedAt || undefined) ?? 0;
  const fault = row.error ?? taskPage.error;
  const reload = () => {
    void row.refetch();
    // Refetches the task's page, the approval records and every task list.
    void queries.invalidateQueries({ queryKey: ['live'] });
  };
  // While a task is being handled, a failed refetch leaves the last data.
  const held = record && task && page === 'handle';
  if (fault && !held) return <ErrorPanel fault={fault} onRetry={reload} />;
  if (!record || !task) return <SkeletonRows height={28} />;
  return (
    <RecordPage
      // Another version of the record, or another step, needs a new form.
      key={`${record.version} ${task.taskId}`}
      resource={resource}
      row={record}
      task={task}
      answeredAt={taskPage.answeredAt}
      handles={page === 'handle'}
      now={now}
      onStale={reload}
    />
  );
};

interface RecordPageProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly task: TaskPageData;
  /** Time of the server's last response about the reader's abilities: `useTaskPage`. */
  readonly answeredAt: number | undefined;
  readonly handles: boolean;
  readonly now: number;
  readonly onStale: () => void;
}

const hasFiles = (resource: Resource): boolean =>
  Object.values(resource.fields).some(({ spec }) => spec.type === 'files');

const noFields: readonly string[] = [];

const pathOf = (item: WorkRow): string => taskPath(item.kind, item);

/**
 * Fetches the changes since the record was last returned; none for readers without access to its
 * history.
 */
const useRevisions = (
  resource: Resource,
  row: WireRow,
  records: readonly ApprovalRow[] | undefined,
): readonly FieldChangeRow[] => {
  const client = useClient();
  const { data: history } = useQuery({
    queryKey: queryKeysOf(resource).history(row.id),
    queryFn: () => resourceCalls(client, resource).history(row.id),
    enabled: row.auditStatus === '1' && (records ?? []).some((each) => each.action === 'submit'),
    // Not everybody who handles a record may read its history.
    retry: false,
  });
  return useMemo(
    () =>
      changesSinceReturn(history ?? []).filter(({ path }) => Object.hasOwn(resource.fields, path)),
    [history, resource],
  );
};

/**
 * Renders the page of one version of a record and one task on it. Long because the parts of the
 * page share the form, the comment and the commands of one task.
 */
const RecordPage = (props: RecordPageProps) => {
  const { row, task, answeredAt, handles, now, onStale } = props;
  const tab = useTab();
  const user = useUser();
  const narrow = useScreen() === 0;
  const queue = useQueue(task.taskId);
  const records = useRecords(row);
  const [next, setNext] = useState(isNextTaskOpened);
  const [only, setOnly] = useState(false);
  const [part, setPart] = useState<TaskPagePart>('content');
  const mine = handles && task.mine !== 'none' && !task.isApply;
  const editable = mine ? task.editable : noFields;
  const resource = useMemo(
    () => resourceAtStep(props.resource, editable),
    [props.resource, editable],
  );
  const permissions = usePermissions();
  // People who handle or handled a record read its outcome (ruling 60); a copy shows the current
  // record only.
  const readsHistory = !task.isCopied || grantsAction(props.resource, permissions, 'history', row);
  const [form] = useState(() => {
    const writer = { id: user.userId, name: user.realName, departments: [user.deptId] };
    return createFormStore(resource, { stored: row, writer, today: today(), now: currentMoment });
  });
  useFacts(form, editable.length > 0);
  // An unfinished upload would be lost as well.
  const dirty = useForm(
    form,
    ({ blockers }) => blockers.length > 0 || changedFields(form, editable) !== undefined,
  );
  useMarkUnsaved(dirty);

  const title = String(row[resource.title] ?? '');
  const { setTitle } = tab;
  useEffect(() => {
    setTitle(
      handles ? [`办理 · ${title}`, `Review · ${title}`] : title,
      props.resource.processes.find(({ kind }) => kind === task.kind)?.label,
    );
  }, [setTitle, handles, title, props.resource, task.kind]);

  const revisions = useRevisions(resource, row, records.data);
  const changed = useMemo(() => new Set(revisions.map(({ path }) => path)), [revisions]);
  const files = useMemo(() => filesIn(resource, row), [resource, row]);

  const entered = useForm(form, () => JSON.stringify(changedFields(form, editable) ?? {}));
  const subject = useMemo(
    () => ({ kind: task.kind, taskId: task.taskId, form: JSON.parse(entered) as RowLike }),
    [task, entered],
  );
  const [comment] = useState(createCommentStore);
  const leave = () => tab.close(todoPage);
  const printing = usePrinting(resource, row);
  const commands = useTaskCommands({
    resource,
    task,
    form: editable.length > 0 ? form : undefined,
    written: comment,
    onDone: () => {
      comment.settle();
      tab.close(next && queue.after ? pathOf(queue.after) : todoPage);
    },
    onStale,
  });

  const read = (
    <RecordDetail
      resource={resource}
      row={row}
      editable={editable}
      form={editable.length > 0 ? form : undefined}
      changed={changed}
      onlyChanged={only}
      banner={
        <>
          {handles && !mine && <TaskHandledBanner task={task} />}
          {mine && <ChecksBand task={task} answeredAt={answeredAt} />}
          {mine && <ReturnReason records={records.data ?? []} />}
          {revisions.length > 0 && (
            <RevisionBanner
              resource={resource}
              row={row}
              revisions={revisions}
              only={only}
              onOnly={setOnly}
            />
          )}
        </>
      }
    />
  );
  const flow = (
    <FlowCard resource={resource} row={row} agreeing={mine ? { subject, answeredAt } : undefined}>
      {mine && <RejectionConsequences task={task} />}
      <ProcessActions task={task} handles={mine} />
    </FlowCard>
  );
  return (
    <Page
      header={
        <PageHeader
          title={title}
          status={<RecordStatus resource={resource} row={row} />}
          facts={<TaskFacts resource={resource} row={row} task={task} now={now} />}
          onBack={leave}
          actions={
            <>
              {mine && (
                <QueueButtons
                  queue={queue}
                  narrow={narrow}
                  onOpen={(item) => tab.close(pathOf(item))}
                />
              )}
              {!mine && <WatchButton businessId={row.id} />}
              {readsHistory && (
                <HistoryButton resource={props.resource} id={row.id} narrow={narrow} />
              )}
              {!narrow && <PrintButton resource={resource} row={row} printing={printing} />}
            </>
          }
        />
      }
      foot={
        mine && (
          <TaskFooter
            resource={resource}
            task={task}
            commands={commands}
            comment={comment}
            form={form}
            editable={editable}
            title={title}
            onBack={leave}
            onNext={setNext}
          />
        )
      }
    >
      <TaskBody
        row={row}
        flow={flow}
        read={read}
        part={part}
        onPart={setPart}
        records={records.data?.length}
        files={hasFiles(resource) ? files : undefined}
        resource={resource}
        handles={handles}
      />
      <PrintSeals resource={resource} row={row} sheet={printing.sheet} />
      <TaskDialogs commands={commands} form={form} />
    </Page>
  );
};

interface HistoryButtonProps {
  readonly resource: Resource;
  readonly id: string;
  /** True renders an icon without text. */
  readonly narrow: boolean;
}

/** Renders 修改历史 of the handled record, in a drawer. */
const HistoryButton = ({ narrow, ...props }: HistoryButtonProps) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const name = label(['修改历史', 'History']);
  return (
    <>
      <Button
        type={narrow ? 'text' : 'default'}
        icon={narrow && <HistoryOutlined />}
        aria-label={narrow ? name : undefined}
        onClick={() => setOpen(true)}
      >
        {!narrow && name}
      </Button>
      <HistoryDrawer {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

/**
 * Renders the dialogs that interrupt a decision: a conflict, and the choice of the next assignee.
 */
const TaskDialogs = ({ commands, form }: { commands: TaskCommands; form: FormStore }) => (
  <>
    {commands.conflict && (
      <ConflictDialog
        form={form}
        current={commands.conflict}
        go={['按所选合并并同意', 'Merge as chosen and approve']}
        onCancel={commands.dismiss}
        onMerged={() => void commands.resume()}
      />
    )}
    {commands.choice && (
      <AssigneeDialog
        steps={commands.choice.steps}
        go={['同意', 'Approve']}
        onCancel={commands.dismiss}
        onChosen={commands.agreeWith}
      />
    )}
  </>
);
