import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { durationText, shortTime } from '@keyan/console/i18n/time.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListText } from '@keyan/console/list/filters.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { browserNameOf } from './device.ts';
import { SessionTag } from './SessionTag.web.tsx';
import {
  endSessionCode,
  type SessionRow,
  sessionStates,
  sessionsCode,
  viewingText,
} from './sessions.ts';
import './sessions.web.css';

const sessionsKey = ['sessions'];

const conditions = { q: '', state: 'open', address: '' };

const keyOf = ({ id }: SessionRow): string => id;

/** Returns the name with the account, which distinguishes namesakes. */
const personOf = ({ realName, account }: SessionRow): Text => [
  `${realName}（${account}）`,
  `${realName} (${account})`,
];

/** Returns `5 分钟前` for an open session, otherwise the time of its end. */
export const lastSeenText = (row: SessionRow, now: number): Text => {
  if (row.state === 'ended') return shortTime(row.endTime, now);
  const passed = now - dateOfText(row.seenTime).getTime();
  if (passed < 120_000) return ['刚刚', 'just now'];
  const [zh, en] = durationText(passed);
  return [`${zh}前`, `${en} ago`];
};

/** Returns the function that ends another person's session after a confirmation. */
const useEnd = () => {
  const { modal } = App.useApp();
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  return (row: SessionRow) =>
    modal.confirm({
      title: label([`让 ${row.realName} 下线？`, `Sign ${row.realName} out?`]),
      content: label([
        `${browserNameOf(row.userAgent)}，${row.address}。立即生效，未保存的内容留在对方的表单草稿中。`,
        `${browserNameOf(row.userAgent)}, ${row.address}. Effective immediately; unsaved content stays in the person’s form drafts.`,
      ]),
      okText: label(['下线', 'Sign out']),
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk: () =>
        client
          .post('/keyan/session/end', { ids: [row.id] })
          .then(() => toast.success(['已下线', 'Signed out']))
          // `useClient` has already shown the fault.
          .catch(() => undefined)
          .finally(() => void queries.invalidateQueries({ queryKey: sessionsKey })),
    });
};

const columnsOf = (
  label: (text: Text) => string,
  now: number,
  end: (row: SessionRow) => ReactNode,
): readonly DataColumn<SessionRow>[] => [
  {
    key: 'person',
    width: 180,
    head: ['用户', 'User'],
    isRowHead: true,
    cell: (row) => label(personOf(row)),
    cellAttributes: (row) => ({ title: label(personOf(row)) }),
  },
  {
    key: 'viewer',
    width: 160,
    head: ['查看人', 'Viewed by'],
    cell: ({ viewer }) => viewer || '–',
    cellAttributes: (row) => (row.viewer ? { title: label(viewingText(row)) } : {}),
  },
  { key: 'dept', width: 150, head: ['部门', 'Department'], cell: ({ deptName }) => deptName },
  {
    key: 'state',
    width: 150,
    head: ['状态', 'Status'],
    cell: (row) => <SessionTag row={row} />,
  },
  {
    key: 'device',
    head: ['设备', 'Device'],
    cell: ({ userAgent }) => browserNameOf(userAgent) || '–',
    cellAttributes: ({ userAgent }) => ({ title: userAgent }),
  },
  { key: 'address', width: 140, head: ['IP 地址', 'Address'], cell: ({ address }) => address },
  {
    key: 'start',
    width: 120,
    head: ['登录时间', 'Since'],
    cell: ({ startTime }) => shortTime(startTime, now),
    cellAttributes: ({ startTime }) => ({ title: startTime }),
  },
  {
    key: 'seen',
    width: 120,
    head: ['最近活动', 'Last seen'],
    cell: (row) => label(lastSeenText(row, now)),
    cellAttributes: ({ endTime, seenTime }) => ({ title: endTime || seenTime }),
  },
  {
    key: 'actions',
    width: 88,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: end,
  },
];

/** Renders a session on narrow screens. */
const SessionCard = ({
  row,
  now,
  children,
}: {
  readonly row: SessionRow;
  readonly now: number;
  readonly children: ReactNode;
}) => {
  const label = useLabel();
  return (
    <li className="ky-row-card-line">
      <div className="ky-row-card">
        <span className="ky-row-card-title">{label(personOf(row))}</span>
        <span className="ky-row-card-facts">
          <SessionTag row={row} />
          <span className="ky-row-card-notes">{browserNameOf(row.userAgent)}</span>
        </span>
        {row.viewer && <span className="ky-row-card-facts">{label(viewingText(row))}</span>}
        <span className="ky-row-card-facts">
          {row.address} · {label(lastSeenText(row, now))}
          {children}
        </span>
      </div>
    </li>
  );
};

/** Renders 登录会话: current and past sessions with their devices. */
const SessionsPage = () => {
  const label = useLabel();
  const mayEnd = usePermissions().has(endSessionCode);
  const end = useEnd();
  const list = useListController<SessionRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: sessionsKey,
    path: '/keyan/session/list',
    query: ({ q, state, address }) => ({ text: q, state: state === 'all' ? '' : state, address }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={sessionsCode} />;
  const now = list.fetchedAt;
  const endButton = (row: SessionRow) =>
    mayEnd &&
    row.state === 'open' &&
    !row.current && (
      <Button
        size="small"
        aria-label={`${label(['下线', 'Sign out'])} ${row.realName}`}
        onClick={() => end(row)}
      >
        {label(['下线', 'Sign out'])}
      </Button>
    );
  return (
    <ListPage
      title={label(['登录会话', 'Sessions'])}
      context={label([
        '谁在登录、用什么设备；结束的会话保留 90 天',
        'Who is signed in, and on what device; ended sessions are kept for 90 days',
      ])}
      list={list}
      filters={
        <div className="ky-filters">
          <ListText isSearch list={list} name="q" label={['姓名或账号', 'Name or account']} />
          <ChoiceFilter
            value={list.state.state}
            label={label(['状态', 'Status'])}
            options={[
              ...Object.entries(sessionStates).map(([value, text]) => ({
                value,
                label: label(text),
              })),
              { value: 'all', label: label(['全部', 'All']) },
            ]}
            onChange={(state) => list.change({ state: state || 'all' })}
          />
          <ListText list={list} name="address" label={['IP 地址', 'Address']} />
        </div>
      }
      empty={<Empty>{label(['没有会话', 'No sessions'])}</Empty>}
    >
      <DataList<SessionRow>
        frame="region"
        caption={label(['登录会话', 'Sessions'])}
        minWidth={1200}
        keyOf={keyOf}
        columns={columnsOf(label, now, endButton)}
        card={(row) => (
          <SessionCard key={row.id} row={row} now={now}>
            {endButton(row)}
          </SessionCard>
        )}
      />
    </ListPage>
  );
};

export default SessionsPage;
