import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { ComponentType } from 'react';
import { plainTextOf } from '../base/plainText.ts';
import type { Page as Paged } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import type { Query } from '../client/query.ts';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { shortTime } from '../i18n/time.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { ListText } from '../list/filters.tsx';
import { useRuntime } from '../navigation/runtime.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { CountTabs } from '../table/CountTabs.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataList } from '../table/DataList.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { type ListControllerProps, useListController } from '../table/useListController.ts';
import type { PagedQuery } from '../table/usePagedQuery.ts';
import { isUnread, useMarkRead } from './calls.ts';
import { MessageFiles, withoutFileLinks } from './MessageFiles.tsx';
import type { Message } from './message.ts';
import './messages.css';

/** A message with the address of the page that it links to. */
interface LinkedMessage extends Message {
  readonly link?: string;
}

/** Initial conditions of the list. */
const initialConditions = { q: '', type: '', unread: '' };

const queryOf = ({ q, type, unread }: PagedQuery<keyof typeof initialConditions>): Query => ({
  msgTitle: q,
  msgType: type,
  status: unread ? 0 : undefined,
});

interface RowProps {
  readonly message: LinkedMessage;
  readonly type: string;
  readonly now: number;
  readonly onRead: (id: string) => void;
}

/**
 * Renders the title, as a link if the message has one, and the text. Following the link marks the
 * message as read.
 */
const MessageText = ({ message, onRead }: Pick<RowProps, 'message' | 'onRead'>) => {
  const words = plainTextOf(withoutFileLinks(message.msgContent));
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
      <MessageFiles html={message.msgContent} />
    </span>
  );
};

const MessageCard = ({ message, type, now, onRead }: RowProps) => (
  <li className="ky-message-card">
    <MessageText message={message} onRead={onRead} />
    <span className="ky-row-card-facts">
      <span className="ky-row-card-notes">{type}</span>
      {shortTime(message.createTime, now)}
    </span>
  </li>
);

const MarkAsRead = ({ message }: Pick<RowProps, 'message'>) => {
  const label = useLabel();
  if (!isUnread(message)) return null;
  return (
    <button type="button" className="ky-link" data-action="read">
      {label(['标为已读', 'Mark as read'])}
    </button>
  );
};

const columnsOf = (
  typeOf: (message: LinkedMessage) => string,
  now: number,
  onRead: (id: string) => void,
): readonly DataColumn<LinkedMessage>[] => [
  { key: 'type', width: 120, head: ['消息类型', 'Type'], cell: typeOf },
  {
    key: 'message',
    head: ['消息', 'Message'],
    cell: (message) => <MessageText message={message} onRead={onRead} />,
  },
  {
    key: 'time',
    width: 120,
    head: ['时间', 'Time'],
    cell: ({ createTime }) => shortTime(createTime, now),
    cellAttributes: ({ createTime }) => ({ title: createTime }),
  },
  {
    key: 'actions',
    width: 110,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: (message) => <MarkAsRead message={message} />,
  },
];

const keyOf = ({ id }: LinkedMessage): string => id;

/** Fetches the number of messages under these conditions. */
const useCount = (conditions: Query): number | undefined => {
  const client = useClient();
  const { config } = useRuntime();
  const query = { ...conditions, current: 1, size: 1 };
  const { data } = useQuery({
    queryKey: ['live', 'messages', query],
    queryFn: () =>
      client.get<Paged<LinkedMessage>>(config.bell.messages.list, query, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  return data?.total;
};

/** Renders the list of all messages to the user; the bell shows the newest. */
const MessagesPage = ({ types }: { readonly types: Dictionary }) => {
  const label = useLabel();
  const { readOne, readAll } = useMarkRead();
  const { config } = useRuntime();
  const list = useListController<LinkedMessage, keyof typeof initialConditions>({
    conditions: initialConditions,
    keyOf,
    queryKey: ['live', 'messages'],
    path: config.bell.messages.list,
    query: queryOf,
  });
  const all = useCount(queryOf({ ...list.state, unread: '' }));
  const unread = useCount(queryOf({ ...list.state, unread: '1' }));
  const clearAll = useClearAll();
  const typeOf = ({ msgType }: LinkedMessage): string =>
    label(entryOf(types, msgType)?.label ?? msgType);
  return (
    <ListPage
      title={label(['我的消息', 'Messages'])}
      context={label([
        '待办、办结与退回的提醒',
        'Notifications about tasks, results and returned records',
      ])}
      list={list}
      tabs={
        <CountTabs
          label={label(['消息状态', 'Status'])}
          active={list.state.unread === '' ? 'all' : 'unread'}
          onChoose={(key) => list.change({ unread: key === 'unread' ? '1' : '' })}
          items={[
            { key: 'all', text: label(['全部', 'All']), count: all },
            { key: 'unread', text: label(['未读', 'Unread']), count: unread },
          ]}
        />
      }
      filters={<MessageFilters list={list} types={types} />}
      empty={<Empty>{label(['没有消息', 'No messages'])}</Empty>}
      footActions={
        <>
          <Button onClick={() => readAll()} disabled={unread === 0}>
            {label(['全部标为已读', 'Mark all as read'])}
          </Button>
          <Button danger onClick={clearAll}>
            {label(['清空', 'Clear'])}
          </Button>
        </>
      }
    >
      <DataList<LinkedMessage>
        minWidth={640}
        keyOf={keyOf}
        columns={columnsOf(typeOf, list.fetchedAt, readOne)}
        onAction={(_read, { id }) => readOne(id)}
        card={(message) => (
          <MessageCard
            key={message.id}
            message={message}
            type={typeOf(message)}
            now={list.fetchedAt}
            onRead={readOne}
          />
        )}
      />
    </ListPage>
  );
};

interface MessageFiltersProps {
  readonly list: ListControllerProps<LinkedMessage, keyof typeof initialConditions>;
  readonly types: Dictionary;
}

const MessageFilters = ({ list, types }: MessageFiltersProps) => {
  const label = useLabel();
  return (
    <div className="ky-filters">
      <ListText isSearch list={list} name="q" label={['消息', 'Message']} />
      <ChoiceFilter
        value={list.state.type}
        label={label(['消息类型', 'Type'])}
        options={types.entries.map((each) => ({ value: each.code, label: label(each.label) }))}
        onChange={(type) => list.change({ type })}
      />
    </div>
  );
};

/** Returns a function that deletes all messages after confirmation. */
const useClearAll = () => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { modal } = App.useApp();
  return () =>
    modal.confirm({
      title: label(['清空全部消息？', 'Clear all messages?']),
      content: label(['清空后不能恢复', 'This cannot be undone']),
      okText: label(['清空', 'Clear']),
      cancelText: label(['取消', 'Cancel']),
      okButtonProps: { danger: true },
      onOk: async () => {
        await client.post('/kh-edu-research/message/clearAll');
        toast.success(['操作成功', 'Done']);
        await queries.invalidateQueries({ queryKey: ['live'] });
      },
    });
};

/** Returns the page of messages with the types of a dictionary, for the route table. */
export const messagesPage = (types: Dictionary): ComponentType => {
  const Bound = () => <MessagesPage types={types} />;
  return Bound;
};
