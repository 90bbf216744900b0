import { Pagination, Tabs } from 'antd';
import { useState } from 'react';
import { plainTextOf } from '../../base/plainText.ts';
import { useDebounced } from '../../base/useDebounced.ts';
import { pageItem } from '../../components/pageItem.ts';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import './bell.css';
import {
  bellPage,
  isNotification,
  isUnread,
  useMarkRead,
  useMessages,
  useNotices,
} from '../../messages/calls.ts';
import type { MessageEntry } from '../../messages/message.ts';
import { useMessageType } from '../../messages/messageType.ts';
import { useRuntime } from '../../navigation/runtime.ts';

interface BellPanelProps {
  readonly onShow: (entry: MessageEntry) => void;
  /** Called when the user opens a page. */
  readonly onLeave: () => void;
}

/** One line of either list. */
interface BellLine {
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly time: string;
  readonly unread: boolean;
  readonly onPick: () => void;
}

/** Milliseconds between a change of page and the call for it. */
const pagingWait = 1000;

interface LinesProps {
  readonly lines: readonly BellLine[] | undefined;
  readonly total: number;
  readonly fault: Error | null;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly current: number;
  /** True while the next page is loading. */
  readonly waiting: boolean;
  readonly onPage: (page: number) => void;
  readonly children?: React.ReactNode;
}

const Lines = (props: LinesProps) => {
  const { lines, total, fault, onRetry, empty, current, waiting, onPage, children } = props;
  const label = useLabel();
  return (
    <div className="ky-bell-panel">
      <div className="ky-bell-rows" aria-busy={waiting}>
        {fault ? (
          <ErrorPanel fault={fault} onRetry={onRetry} />
        ) : !lines || waiting ? (
          <SkeletonRows rows={bellPage} height={52} />
        ) : lines.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          lines.map(({ id, tag, title, time, unread, onPick }) => (
            <button
              key={id}
              type="button"
              className="ky-bell-row"
              data-unread={unread || undefined}
              onClick={onPick}
            >
              <span className="ky-bell-title" title={title}>
                {unread && <span className="ky-sr">{label(['未读', 'Unread'])} </span>}
                {title}
              </span>
              <span className="ky-bell-facts">
                <span className="ky-bell-tag">{tag}</span>
                <time title={time}>{time.slice(5, 16)}</time>
              </span>
            </button>
          ))
        )}
      </div>
      <div className="ky-bell-foot">
        <Pagination
          itemRender={pageItem}
          simple
          size="small"
          showSizeChanger={false}
          current={current}
          pageSize={bellPage}
          total={total}
          hideOnSinglePage
          onChange={onPage}
        />
        <span className="ky-bell-verbs">{children}</span>
      </div>
    </div>
  );
};

const usePaging = () => {
  const [current, setCurrent] = useState(1);
  return { current, setCurrent, asked: useDebounced(current, pagingWait) };
};

const Messages = ({ onShow, onLeave }: BellPanelProps) => {
  const label = useLabel();
  const { config, open } = useRuntime();
  const { current, setCurrent, asked } = usePaging();
  const { data, error, refetch, isPlaceholderData } = useMessages(asked);
  const { readOne, readAll } = useMarkRead();
  const typeOf = useMessageType();
  const all = config.bell.page;
  return (
    <Lines
      lines={data?.records.map((message) => ({
        id: message.id,
        tag: typeOf(message),
        title: message.msgTitle || plainTextOf(message.msgContent),
        time: message.createTime,
        unread: isUnread(message),
        onPick: () => {
          if (isUnread(message)) readOne(message.id);
          onShow({ message });
        },
      }))}
      total={data?.total ?? 0}
      fault={error}
      onRetry={() => void refetch()}
      empty={label(['没有新消息', 'No new messages'])}
      current={current}
      waiting={current !== asked || isPlaceholderData}
      onPage={setCurrent}
    >
      <button type="button" className="ky-link" onClick={() => readAll()}>
        {label(['全部已读', 'Mark all read'])}
      </button>
      {all && (
        <button
          type="button"
          className="ky-link"
          onClick={() => {
            open(all);
            onLeave();
          }}
        >
          {label(['查看全部', 'View all'])}
        </button>
      )}
    </Lines>
  );
};

const Notices = ({ onShow }: BellPanelProps) => {
  const label = useLabel();
  const { current, setCurrent, asked } = usePaging();
  const { data, error, refetch, isPlaceholderData } = useNotices(asked);
  return (
    <Lines
      lines={data?.records.map((notice) => ({
        id: notice.id,
        tag: label(isNotification(notice) ? ['通知', 'Notice'] : ['公告', 'Announcement']),
        title: notice.bt,
        time: notice.fbsj,
        unread: notice.isRead === '0',
        onPick: () => onShow({ notice }),
      }))}
      total={data?.total ?? 0}
      fault={error}
      onRetry={() => void refetch()}
      empty={label(['没有通知公告', 'No notices'])}
      current={current}
      waiting={current !== asked || isPlaceholderData}
      onPage={setCurrent}
    />
  );
};

/** Renders the popover of the bell: messages and notices in two tabs. */
const BellPanel = (props: BellPanelProps) => {
  const label = useLabel();
  const { config } = useRuntime();
  const messages = {
    key: 'messages',
    label: label(['消息预警', 'Messages']),
    children: <Messages {...props} />,
  };
  const notices = {
    key: 'notices',
    label: label(['通知公告', 'Notices']),
    children: <Notices {...props} />,
  };
  return <Tabs size="small" items={config.bell.notices ? [messages, notices] : [messages]} />;
};

export default BellPanel;
