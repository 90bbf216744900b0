import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { TaskPageData, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useClient, useUser } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { StatusTag } from '../components/StatusTag.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { callsOf, keysOf, type WireRow } from '../data/calls.ts';
import { DetailLayout } from '../detail/DetailPage.tsx';
import { RecordDetail } from '../detail/RecordDetail.tsx';
import { AssigneeDialog } from '../form/AssigneeDialog.tsx';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { createFormStore, useForm } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import { agoOf, shortTime, waitingText } from '../i18n/time.ts';
import { CountTabs } from '../table/StatusTabs.tsx';
import '../table/list.css';
import { today } from '../base/time.ts';
import { useLastGood } from '../base/useLastGood.ts';
import { useScreen } from '../base/useScreen.ts';
import { useTab, useTabParams, useUnsaved } from '../navigation/tab.ts';
import { useResourceOfKind } from '../presentation/resources.tsx';
import { type AskedProcess, readProcessPath, taskPath, todoPage } from '../records/processPaths.ts';
import { FlowSheet, RecordsSheet, useRecords } from './ApprovalSide.tsx';
import { workCalls, workKeys } from './calls.ts';
import { changesSinceReturn } from './changes.ts';
import { HandleFoot } from './HandleFoot.tsx';
import { createOpinion } from './opinion.ts';
import { ProcessVerbs } from './ProcessVerbs.tsx';
import { opensNext } from './phrases.ts';
import { RevisionBanner } from './RevisionBanner.tsx';
import { TakenBanner } from './TakenBanner.tsx';
import { changedForm, useHandling } from './useHandling.ts';
import { useQueue } from './useQueue.ts';
import './workflow.css';

/** Handles a task, or shows one, of any kind (spec §2, domain §3.5). */
export const ProcessPage = () => {
  const label = useLabel();
  const params = useTabParams();
  const [asked] = useState(() => readProcessPath(params['*'] ?? ''));
  const resource = useResourceOfKind(asked?.kind ?? '');
  if (!asked || !resource) {
    return <Empty>{label(['没有这类事务', 'There is no such kind of work'])}</Empty>;
  }
  return <LoadedPage asked={asked} resource={resource} />;
};

interface LoadedPageProps {
  readonly asked: AskedProcess;
  readonly resource: Resource;
}

const LoadedPage = ({ asked, resource }: LoadedPageProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const { kind: _kind, page, ...named } = asked;
  const row = useQuery({
    queryKey: keysOf(resource).detail(asked.businessId),
    queryFn: () => callsOf(client, resource).detail(asked.businessId),
    // Whoever is filling in a step is not handed another version of it for having looked away.
    refetchOnWindowFocus: page !== 'handle',
  });
  const sheet = useQuery({
    queryKey: workKeys.sheet(named),
    queryFn: () => workCalls(client).sheet(named),
  });
  const record = useLastGood(row.data);
  const task = useLastGood(sheet.data);
  const now = useLastGood(row.dataUpdatedAt || undefined) ?? 0;
  const fault = row.error ?? sheet.error;
  const reload = () => {
    void row.refetch();
    // The sheet, the records beside it and every list of work.
    void queries.invalidateQueries({ queryKey: ['live'] });
  };
  // A later read that failed takes nothing away from whoever is handling the task.
  const held = record && task && page === 'handle';
  if (fault && !held) return <ErrorPanel fault={fault} onRetry={reload} />;
  if (!record || !task) return <SkeletonRows height={28} />;
  return (
    <RecordPage
      // Another version of the record, or another step, is another page to fill in.
      key={`${record.version} ${task.taskId}`}
      resource={resource}
      row={record}
      sheet={task}
      handles={page === 'handle'}
      now={now}
      onStale={reload}
    />
  );
};

type Part = 'content' | 'records' | 'files';

interface RecordPageProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly sheet: TaskPageData;
  readonly handles: boolean;
  readonly now: number;
  readonly onStale: () => void;
}

/** The fields that hold attachments. */
const filesOf = (resource: Resource): ReadonlySet<string> =>
  new Set(
    Object.entries(resource.fields)
      .filter(([, { spec }]) => spec.kind === 'files')
      .map(([name]) => name),
  );

const nothing: readonly string[] = [];

const pathOf = (item: WorkRow): string => taskPath(item.kind, item);

const RecordPage = ({ resource, row, sheet, handles, now, onStale }: RecordPageProps) => {
  const client = useClient();
  const label = useLabel();
  const tab = useTab();
  const user = useUser();
  const narrow = useScreen() === 0;
  const queue = useQueue(sheet.taskId);
  const records = useRecords(row);
  const [next, setNext] = useState(opensNext);
  const [only, setOnly] = useState(false);
  const [part, setPart] = useState<Part>('content');
  const mine = handles && sheet.mine !== 'none' && !sheet.isApply;
  const editable = mine ? sheet.editable : nothing;
  const [form] = useState(() => {
    const writer = { id: user.userId, name: user.realName, departments: [user.deptId] };
    return createFormStore(resource, { stored: row, writer, today: today() });
  });
  // A file that is on its way would be lost as well.
  const dirty = useForm(
    form,
    ({ blockers }) => blockers.length > 0 || changedForm(form, editable) !== undefined,
  );
  useUnsaved(dirty);

  const title = String(row[resource.title] ?? '');
  const { setTitle } = tab;
  useEffect(() => {
    setTitle(handles ? [`办理 · ${title}`, `Handle · ${title}`] : title);
  }, [setTitle, handles, title]);

  // Not everybody who handles a record may read its history: then there is no band.
  const { data: history } = useQuery({
    queryKey: keysOf(resource).history(row.id),
    queryFn: () => callsOf(client, resource).history(row.id),
    enabled:
      row.auditStatus === '1' && (records.data ?? []).some((each) => each.action === 'submit'),
    retry: false,
  });
  const revisions = useMemo(
    () =>
      changesSinceReturn(history ?? []).filter(({ path }) => Object.hasOwn(resource.fields, path)),
    [history, resource],
  );
  const changed = useMemo(() => new Set(revisions.map(({ path }) => path)), [revisions]);

  const drawers = useMemo(() => filesOf(resource), [resource]);
  const files = [...drawers].flatMap((name) => row[name] ?? []).length;

  const [opinion] = useState(createOpinion);
  const leave = () => tab.close(todoPage);
  const handling = useHandling({
    resource,
    sheet,
    form: editable.length > 0 ? form : undefined,
    opinion,
    onDone: () => {
      opinion.settle();
      tab.close(next && queue.after ? pathOf(queue.after) : todoPage);
    },
    onStale,
  });
  const go = (item: WorkRow | undefined) => () => item && tab.close(pathOf(item));

  const waiting = row.auditStatus === '1' && sheet.nodeName !== '';
  const number = resource.number ? String(row[resource.number.field] ?? '') : '';
  const submitted = String(row.submitTime ?? '');
  const facts = (
    <>
      <span>{row.createUserName}</span>
      <span>
        {label(resource.label)} {number}
      </span>
      {submitted && (
        <span title={submitted}>
          {label([`${shortTime(submitted, now)} 提交`, `Submitted ${shortTime(submitted, now)}`])}
        </span>
      )}
      {waiting && (
        <b className="ky-waiting">
          <Glyph name="inApproval" />
          {sheet.nodeName}
          {label(['，', ', '])}
          {label(waitingText(agoOf(row.currentSince, now)))}
        </b>
      )}
    </>
  );
  const place = mine && queue.position !== undefined && (
    <>
      <span className="ky-header-context ky-queue">
        {label([
          `第 ${queue.position} 条，共 ${queue.total} 条`,
          `${queue.position} of ${queue.total}`,
        ])}
      </span>
      <Button icon={<LeftOutlined />} disabled={!queue.before} onClick={go(queue.before)}>
        {label(['上一条', 'Previous'])}
      </Button>
      <Button disabled={!queue.after} onClick={go(queue.after)}>
        {label(['下一条', 'Next'])}
        <RightOutlined />
      </Button>
    </>
  );

  const read = (
    <RecordDetail
      resource={resource}
      row={row}
      editable={editable}
      form={editable.length > 0 ? form : undefined}
      changed={changed}
      onlyChanged={only}
      only={narrow && part === 'files' ? drawers : undefined}
      band={
        <>
          {handles && !mine && <TakenBanner sheet={sheet} resource={resource} />}
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
    <FlowSheet resource={resource} row={row}>
      <ProcessVerbs sheet={sheet} handles={mine} />
    </FlowSheet>
  );
  return (
    <Page
      header={
        <PageHeader
          title={title}
          status={row.auditStatus && <StatusTag status={row.auditStatus} />}
          facts={facts}
          onBack={leave}
          actions={
            <>
              {place}
              {!narrow && (
                <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
                  {label(['打印', 'Print'])}
                </Button>
              )}
            </>
          }
        />
      }
      foot={
        mine && (
          <HandleFoot
            resource={resource}
            sheet={sheet}
            handling={handling}
            opinion={opinion}
            form={form}
            editable={editable}
            title={title}
            onBack={leave}
            onNext={setNext}
          />
        )
      }
    >
      {narrow ? (
        <>
          {flow}
          <div className="ky-card ky-parts">
            <CountTabs<Part>
              label={label(['内容', 'Content'])}
              active={part}
              onChoose={setPart}
              items={[
                { key: 'content', text: label(['内容', 'Content']), count: '' },
                {
                  key: 'records',
                  text: label(['审批记录', 'Records']),
                  count: records.data?.length,
                },
                ...(drawers.size > 0
                  ? [{ key: 'files' as const, text: label(['附件', 'Files']), count: files }]
                  : []),
              ]}
            />
          </div>
          {part === 'records' ? <RecordsSheet row={row} /> : read}
        </>
      ) : (
        <DetailLayout
          side={
            <>
              {flow}
              <RecordsSheet row={row} />
            </>
          }
        >
          {read}
        </DetailLayout>
      )}
      {handling.conflict && (
        <ConflictDialog
          form={form}
          current={handling.conflict}
          go={['按所选合并并同意', 'Merge as chosen and agree']}
          onCancel={handling.dismiss}
          onMerged={() => void handling.resume()}
        />
      )}
      {handling.choice && (
        <AssigneeDialog
          step={handling.choice.step}
          onCancel={handling.dismiss}
          onChosen={handling.agreeWith}
        />
      )}
    </Page>
  );
};
