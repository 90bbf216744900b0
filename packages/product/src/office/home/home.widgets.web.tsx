import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { menuLeaves } from '@keyan/console/navigation/menu.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useMenus, usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { AuthorshipAnswer } from '../../achievement/common/authorship.web.tsx';
import { openCallsPath } from '../../project/declaration/open-calls.ts';
import { timeSpent } from './durations.ts';
import type { StepTime } from './figures.ts';
import { homeService } from './home.calls.web.ts';
import { FigureTable, hiddenOnPhones, Line, widgetColumn } from './home.pieces.web.tsx';
import { type Shortcut, shortcutsFor } from './home.shortcuts.ts';
import { EndingActs, ProjectActs } from './ProjectActs.web.tsx';
import type { WidgetProps } from './widgets.ts';
import './home.widgets.web.css';

/** Widget with achievements that name the reader and await confirmation. */
export const ConfirmWidget = ({ info }: WidgetProps) => {
  const label = useLabel();
  const title: Label = ['待确认', 'To be confirmed'];
  if (info.confirmCount === 0) {
    return <Line title={title}>{label(['没有待您确认的署名', 'No authorships to confirm'])}</Line>;
  }
  return (
    <Card title={label(title)} count={info.confirmCount} flush>
      <ul className="ky-rows ky-rows-asking">
        {info.confirmations.map((row) => (
          <li key={row.id}>
            <Glyph name="warning" tone="warning" />
            <TabLink to={row.link} title={row.title} className="ky-link ky-rows-text">
              <span title={row.title}>{row.title}</span>
            </TabLink>
            <span className="ky-note">
              {label([
                `${row.writer} 把您登记为第 ${row.place} 作者`,
                `${row.writer} listed you as author no. ${row.place}`,
              ])}
            </span>
            <AuthorshipAnswer call={row.call} id={row.id} title={row.title} small />
          </li>
        ))}
      </ul>
    </Card>
  );
};

type ProjectRow = WidgetProps['info']['projects'][number];

/** Percentage points by which spending may lag behind elapsed time before it is marked. */
const lag = 20;

/** Progress bar 执行率: spent share with a mark for elapsed time. */
const Spent = ({ row: { rate, elapsed, state } }: { readonly row: ProjectRow }) => {
  const label = useLabel();
  if (rate === '') return <>–</>;
  const spent = Number(rate);
  const tone = state === 'overdue' ? 'error' : spent + lag <= elapsed ? 'warning' : 'usual';
  return (
    <span className="ky-spent" data-tone={tone}>
      <span
        role="img"
        aria-label={label([
          `执行率 ${rate}%，时间进度 ${elapsed}%`,
          `${rate}% spent, ${elapsed}% of the time elapsed`,
        ])}
      >
        <i style={{ inlineSize: `${Math.min(100, Math.max(0, spent))}%` }} />
        <b style={{ insetInlineStart: `${elapsed}%` }} />
      </span>
      {Math.round(spent)}%
    </span>
  );
};

const inWan = (yuan: string): string =>
  yuan === '' ? '–' : groupDigits((Number(yuan) / 10_000).toFixed(2));

const EndDate = ({ row }: { readonly row: ProjectRow }) => {
  const label = useLabel();
  return (
    <>
      <span className="ky-ends" data-state={row.state}>
        {row.state !== '' && <Glyph name="warning" size={12} />}
        {row.endDate}
        {row.state === 'overdue' && ` ${label(['逾期', 'overdue'])}`}
      </span>
      {row.state !== '' && <EndingActs id={row.id} name={row.programName} />}
    </>
  );
};

const amount = (key: 'arrived' | 'spent' | 'balance', head: Label, isMinor: boolean) =>
  widgetColumn<ProjectRow>(
    key,
    head,
    (row) => <span title={groupDigits(row[key])}>{inWan(row[key])}</span>,
    {
      ...(isMinor ? hiddenOnPhones : {}),
      align: 'right',
    },
  );

const projectColumns: readonly DataColumn<ProjectRow>[] = [
  widgetColumn(
    'name',
    ['项目', 'Project'],
    ({ id, programName, programNum, statusName }) => (
      <>
        <RecordLink resource="programInfo" id={id}>
          {programName}
        </RecordLink>
        <div className="ky-note">
          {programNum} · {statusName}
        </div>
      </>
    ),
    { isRowHead: true },
  ),
  amount('arrived', ['到账', 'Received'], true),
  amount('spent', ['支出', 'Spent'], true),
  amount('balance', ['余额', 'Balance'], false),
  widgetColumn('rate', ['执行率', 'Spending rate'], (row) => <Spent row={row} />),
  widgetColumn('ends', ['截止日期', 'Ends'], (row) => <EndDate row={row} />),
  widgetColumn('acts', ['办理', 'Actions'], (row) => (
    <ProjectActs id={row.id} name={row.programName} />
  )),
];

/** Widget with running projects that the reader leads, earliest end first. */
export const ProjectsWidget = ({ info }: WidgetProps) => {
  const label = useLabel();
  const title: Label = ['我的项目', 'My projects'];
  if (info.projects.length === 0) {
    return (
      <Line title={title}>
        {label(['没有您主持的在研项目', 'You lead no active projects'])}
        {' · '}
        <TabLink to={openCallsPath}>{label(['看看我能报什么', 'Calls I am eligible for'])}</TabLink>
      </Line>
    );
  }
  return (
    <Card title={label(title)} note={label(['万元', '× 10,000 yuan'])} flush>
      <FigureTable rows={info.projects} columns={projectColumns} keyOf={({ id }) => id} />
      <p className="ky-home-foot">
        {label([
          '执行率条上的竖线是时间进度；支出落后时间进度 20 个百分点以上的标出。',
          'The mark on the bar is the time elapsed; projects spending 20 or more points behind it are highlighted.',
        ])}
      </p>
    </Card>
  );
};

const Time = ({ hours }: { readonly hours: number }) => useLabel()(timeSpent(hours));

const stepColumns: readonly DataColumn<StepTime>[] = [
  widgetColumn(
    'step',
    ['环节', 'Step'],
    ({ nodeName, kindName }) => (
      <>
        {nodeName}
        <div className="ky-note">{kindName}</div>
      </>
    ),
    { isRowHead: true },
  ),
  widgetColumn('waiting', ['在办', 'Waiting'], ({ waiting }) => waiting, { align: 'right' }),
  widgetColumn(
    'oldest',
    ['最久等待', 'Longest wait'],
    ({ waiting, oldestHours }) => (waiting === 0 ? '–' : <Time hours={oldestHours} />),
    { align: 'right' },
  ),
  widgetColumn('done', ['已办', 'Done'], ({ finished }) => finished, {
    ...hiddenOnPhones,
    align: 'right',
  }),
  widgetColumn(
    'mean',
    ['平均用时', 'Average'],
    ({ finished, meanHours }) => (finished === 0 ? '–' : <Time hours={meanHours} />),
    { align: 'right' },
  ),
];

/** Number of steps on the home page; the dashboard shows all. */
const shownSteps = 8;

/** Widget with duration and backlog of approval steps, for readers with the dashboard. */
export const StepsWidget = () => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['home', 'steps'],
    queryFn: () =>
      client.get<readonly StepTime[]>(`${homeService}/queryStepTimes`, {}, { quiet: true }),
  });
  const title: Label = ['审批用时', 'Approval times'];
  if (error) {
    return (
      <Card title={label(title)}>
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data?.length === 0) {
    return (
      <Line title={title}>{label(['还没有办理过的环节', 'No steps have been completed yet'])}</Line>
    );
  }
  return (
    <Card
      title={label(title)}
      note={label(['近五年，最慢的环节', 'Slowest steps, last five years'])}
      extra={<TabLink to="/wel/dashboard">{label(['全部', 'All'])}</TabLink>}
      flush
    >
      {data ? (
        <FigureTable
          rows={data.slice(0, shownSteps)}
          columns={stepColumns}
          keyOf={({ kind, node }) => `${kind} ${node}`}
        />
      ) : (
        <SkeletonRows rows={2} height={52} />
      )}
    </Card>
  );
};

interface NoticeRow {
  readonly id: string;
  readonly bt: string;
  readonly lx: string;
  readonly fbsj: string;
  readonly isRead?: string;
}

/** Dialog that shows a notice, shared with the notification bell. */
const NoticeReader = lazy(async () => {
  const { NoticeDialog } = await import('@keyan/console/messages/MessageDialogs.tsx');
  return { default: NoticeDialog };
});

/** Widget with the latest notices, as in the notification bell. */
export const NoticesWidget = () => {
  const label = useLabel();
  const client = useClient();
  const mayPublish = usePermissions().has('notice_add');
  const [reading, setReading] = useState<string>();
  const { data, error, refetch } = useQuery({
    // Query key that announcements of the message stream invalidate.
    queryKey: ['live', 'notices', 'home'],
    queryFn: () =>
      client.get<Paged<NoticeRow>>(
        '/blade-desk/notice/list',
        { status: '1', current: '1', size: '6' },
        { quiet: true },
      ),
  });
  const title: Label = ['通知公告', 'Notices'];
  if (error) {
    return (
      <Card title={label(title)}>
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const publish = mayPublish && (
    <TabLink to="/desk/notice/add">{label(['发布', 'Publish'])}</TabLink>
  );
  if (data?.total === 0) {
    return (
      <Line title={title}>
        {label(['没有通知公告', 'No notices'])}
        {publish && <> · {publish}</>}
      </Line>
    );
  }
  return (
    <Card title={label(title)} count={data?.total} extra={publish} flush>
      {data ? (
        <ul className="ky-rows ky-rows-aligned">
          {data.records.map((row) => (
            <li key={row.id}>
              <span className="ky-note">
                {row.lx === '1' ? label(['通知', 'Notice']) : label(['公告', 'Announcement'])}
              </span>
              <button
                type="button"
                className="ky-link ky-rows-text"
                title={row.bt}
                onClick={() => setReading(row.id)}
              >
                {row.bt}
              </button>
              <span className="ky-note">{row.fbsj.slice(0, 10)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={4} height={40} />
      )}
      {reading && (
        <Suspense>
          <NoticeReader id={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </Card>
  );
};

export const ShortcutsWidget = ({ info }: WidgetProps) => {
  const label = useLabel();
  const permissions = usePermissions();
  const { menus } = useMenus();
  const may = ({ needs }: Shortcut): boolean =>
    'permission' in needs
      ? permissions.has(needs.permission)
      : menus.some(({ nodes }) => menuLeaves(nodes).some(({ path }) => path === needs.page));
  const open = shortcutsFor(info.roles).filter(may);
  if (open.length === 0) return null;
  return (
    <Card title={label(['快捷入口', 'Shortcuts'])} flush>
      <nav className="ky-shortcuts" aria-label={label(['快捷入口', 'Shortcuts'])}>
        {open.map((shortcut) => (
          <TabLink key={shortcut.to} to={shortcut.to}>
            {label(shortcut.label)}
          </TabLink>
        ))}
      </nav>
    </Card>
  );
};
