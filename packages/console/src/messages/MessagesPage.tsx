import { type Dictionary, entryOf } from '@keyan/kernel/dictionary.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { ComponentType } from 'react';
import { plainTextOf } from '../base/plainText.ts';
import { useScreen } from '../base/useScreen.ts';
import type { Page as Paged } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { shortTime } from '../i18n/time.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { SearchInput } from '../list/filters.tsx';
import { useRuntime } from '../navigation/runtime.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { ListBody, PageFoot } from '../table/ListFrame.tsx';
import { Strip } from '../table/StatusTabs.tsx';
import { usePaged } from '../table/usePaged.ts';
import { isUnread, useReading } from './calls.ts';
import type { Message } from './message.ts';
import './messages.css';

/** A message with the page that it leads to. */
interface Linked extends Message {
  readonly link?: string;
}

/** What narrows the list; the texts stand in its address. */
const conditions = { q: '', type: '', unread: '' };
const anywhere = {};

const useList = (query: Readonly<Record<string, string | number | undefined>>) => {
  const client = useClient();
  const { config } = useRuntime();
  return useQuery({
    queryKey: ['live', 'messages', query],
    queryFn: () =>
      client.get<Paged<Linked>>(config.bell.messages.list, { ...query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
};

interface RowProps {
  readonly message: Linked;
  readonly type: string;
  readonly now: number;
  readonly onRead: (id: string) => void;
}

/** The message's words; following them counts as reading. */
const Words = ({ message, onRead }: Pick<RowProps, 'message' | 'onRead'>) => {
  const words = plainTextOf(message.msgContent);
  const title = message.msgTitle || words;
  const read = () => {
    if (isUnread(message)) onRead(message.id);
  };
  return (
    <span className="ky-message" data-unread={isUnread(message) || undefined} onClickCapture={read}>
      {message.link ? (
        <TabLink to={message.link} title={title}>
          {title}
        </TabLink>
      ) : (
        <span>{title}</span>
      )}
      <span className="ky-note" title={words}>
        {words}
      </span>
    </span>
  );
};

const MessageLine = ({ message, type, now, onRead }: RowProps) => {
  const label = useLabel();
  return (
    <tr>
      <td>{type}</td>
      <td>
        <Words message={message} onRead={onRead} />
      </td>
      <td title={message.createTime}>{shortTime(message.createTime, now)}</td>
      <td className="ky-col-actions">
        {isUnread(message) && (
          <button type="button" className="ky-link" onClick={() => onRead(message.id)}>
            {label(['标为已读', 'Mark as read'])}
          </button>
        )}
      </td>
    </tr>
  );
};

const MessageCard = ({ message, type, now, onRead }: RowProps) => (
  <li className="ky-message-card">
    <Words message={message} onRead={onRead} />
    <span className="ky-row-card-facts">
      <span className="ky-row-card-notes">{type}</span>
      {shortTime(message.createTime, now)}
    </span>
  </li>
);

const Rows = ({
  rows,
  ...shared
}: Omit<RowProps, 'message' | 'type'> & {
  readonly rows: readonly { readonly message: Linked; readonly type: string }[];
}) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  if (narrow) {
    return (
      <ul className="ky-cards">
        {rows.map((row) => (
          <MessageCard key={row.message.id} {...row} {...shared} />
        ))}
      </ul>
    );
  }
  return (
    <div className="ky-list-scroll">
      <table className="ky-list-table" style={{ minWidth: 640 }}>
        <colgroup>
          <col style={{ width: 120 }} />
          <col />
          <col style={{ width: 120 }} />
          <col style={{ width: 110 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{label(['消息类型', 'Type'])}</th>
            <th scope="col">{label(['消息', 'Message'])}</th>
            <th scope="col">{label(['时间', 'Time'])}</th>
            <th scope="col" className="ky-col-actions">
              {label(['操作', 'Actions'])}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MessageLine key={row.message.id} {...row} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** All messages to the reader, of which the bell shows the newest. */
const MessagesPage = ({ types }: { readonly types: Dictionary }) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { modal } = App.useApp();
  const { readOne, readAll } = useReading();
  const { state, change, narrowed, clear, turn } = usePaged(conditions, anywhere);
  const onlyUnread = state.unread !== '';

  const shared = { msgTitle: state.q || undefined, msgType: state.type || undefined };
  const wanted = { ...shared, ...(onlyUnread ? { status: 0 } : {}) };
  const { data, error, refetch, dataUpdatedAt } = useList({
    ...wanted,
    current: state.page,
    size: state.size,
  });
  const all = useList({ ...shared, current: 1, size: 1 });
  const unread = useList({ ...shared, status: 0, current: 1, size: 1 });

  const clearAll = () =>
    modal.confirm({
      title: label(['清空全部消息?', 'Clear all messages?']),
      content: label(['清空后不能恢复', 'They cannot be brought back']),
      okText: label(['清空', 'Clear']),
      cancelText: label(['取消', 'Cancel']),
      okButtonProps: { danger: true },
      onOk: async () => {
        await client.post('/kh-edu-research/message/clearAll');
        toast.success(['操作成功', 'Done']);
        await queries.invalidateQueries({ queryKey: ['live'] });
      },
    });

  const rows = data?.records.map((message) => {
    const entry = entryOf(types, message.msgType);
    return { message, type: entry ? label(entry.label) : message.msgType };
  });
  return (
    <Page
      body="fill"
      header={
        <PageHeader
          title={label(['我的消息', 'Messages'])}
          context={label([
            '待办、办结与退回的提醒',
            'Reminders of what waits, was finished or returned',
          ])}
        />
      }
    >
      <section className="ky-card ky-list">
        <Strip
          label={label(['消息状态', 'Status'])}
          active={onlyUnread ? 'unread' : 'all'}
          onChoose={(key) => change({ unread: key === 'unread' ? '1' : '' })}
          items={[
            { key: 'all', text: label(['全部', 'All']), count: all.data?.total },
            { key: 'unread', text: label(['未读', 'Unread']), count: unread.data?.total },
          ]}
        />
        <div className="ky-filters">
          <SearchInput
            value={state.q}
            label={label(['消息', 'Message'])}
            onSettled={(q) => change({ q })}
          />
          <ChoiceFilter
            value={state.type}
            label={label(['消息类型', 'Type'])}
            options={types.entries.map((entry) => ({
              value: entry.code,
              label: label(entry.label),
            }))}
            onChange={(type) => change({ type })}
          />
        </div>
        <ListBody
          rows={rows}
          error={error}
          onRetry={() => void refetch()}
          narrowed={narrowed}
          onClear={clear}
          empty={<Empty>{label(['没有消息', 'No messages'])}</Empty>}
        >
          {(shown) => <Rows rows={shown} now={dataUpdatedAt} onRead={readOne} />}
        </ListBody>
        {data && data.total > 0 && (
          <PageFoot total={data.total} page={state.page} size={state.size} onPage={turn}>
            <Button onClick={() => readAll()} disabled={unread.data?.total === 0}>
              {label(['全部标为已读', 'Mark all as read'])}
            </Button>
            <Button danger onClick={clearAll}>
              {label(['清空', 'Clear'])}
            </Button>
          </PageFoot>
        )}
      </section>
    </Page>
  );
};

/** The page of messages whose types are those of a dictionary, for the route table. */
export const messagesPage = (types: Dictionary): ComponentType => {
  const Bound = () => <MessagesPage types={types} />;
  return Bound;
};
