import { Modal, Pagination, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageItem } from '../components/pageItem.ts';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { bellPage, isUnread, useMessages, useNotices, useReading } from './bellcalls.ts';
import type { Message, Notice } from './message.ts';
import { useRuntime } from './runtime.ts';

/** A message and a notice, as one row of the panel. */
interface Row {
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly time: string;
  readonly unread: boolean;
  readonly html: string;
  /** The message that the row shows, for the page that it is about. */
  readonly message?: Message;
  readonly files: NonNullable<Notice['attachments']>;
}

/** The words of a rich text, on one line. The server has cleaned it; the browser only reads it. */
const plain = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';

const messageRow = (message: Message): Row => ({
  id: message.id,
  tag: message.msgTypeName ?? '',
  title: message.msgTitle || plain(message.msgContent),
  time: message.createTime,
  unread: isUnread(message),
  html: message.msgContent,
  message,
  files: [],
});

interface BellPanelProps {
  /** Called when the user goes on to a page. */
  readonly onLeave: () => void;
}

const BellList = ({
  kind,
  onLeave,
}: BellPanelProps & { readonly kind: 'messages' | 'notices' }) => {
  const { t } = useTranslation();
  const { config, open } = useRuntime();
  const all = config.bell.page;
  const [current, setCurrent] = useState(1);
  const [shown, setShown] = useState<Row>();
  const messages = useMessages(current);
  const notices = useNotices(current);
  const { readOne, readAll } = useReading();
  const list = kind === 'messages' ? messages : notices;
  const noticeRow = (notice: Notice): Row => ({
    id: notice.id,
    tag: String(notice.lx) === '1' ? t('bell.notice') : t('bell.announcement'),
    title: notice.bt,
    time: notice.fbsj,
    unread: false,
    html: notice.content ?? '',
    files: notice.attachments ?? [],
  });
  const rows =
    kind === 'messages'
      ? (messages.data?.records.map(messageRow) ?? [])
      : (notices.data?.records.map(noticeRow) ?? []);

  const show = (row: Row) => {
    if (row.unread) readOne(row.id);
    setShown(row);
  };

  return (
    <div className="ky-bell-panel">
      <div className="ky-bell-rows">
        {list.isPending && <SkeletonRows rows={bellPage} height={52} />}
        {list.isError && <ErrorPanel fault={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <Empty>{kind === 'messages' ? t('bell.noMessages') : t('bell.noNotices')}</Empty>
        )}
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            className="ky-bell-row"
            data-unread={row.unread || undefined}
            onClick={() => show(row)}
          >
            <span className="ky-bell-title" title={row.title}>
              {row.title}
            </span>
            <span className="ky-note">
              {row.tag} {row.time.slice(5, 16)}
            </span>
          </button>
        ))}
      </div>
      <div className="ky-bell-foot">
        <Pagination
          itemRender={pageItem}
          simple
          size="small"
          current={current}
          pageSize={bellPage}
          total={list.data?.total ?? 0}
          onChange={setCurrent}
        />
        {kind === 'messages' && (
          <>
            <button type="button" className="ky-link" onClick={() => readAll()}>
              {t('bell.readAll')}
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
                {t('bell.all')}
              </button>
            )}
          </>
        )}
      </div>
      <Modal
        open={shown !== undefined}
        title={kind === 'messages' ? t('bell.detail') : t('bell.noticeDetail')}
        footer={null}
        width={560}
        onCancel={() => setShown(undefined)}
      >
        {shown && <Detail row={shown} onLeave={() => [setShown(undefined), onLeave()]} />}
      </Modal>
    </div>
  );
};

const Detail = ({ row, onLeave }: { row: Row; onLeave: () => void }) => {
  const { t } = useTranslation();
  const { open, client, config } = useRuntime();
  const follow = async () => {
    const path = row.message && (await config.bell.linkOf(row.message));
    if (path) open(path);
    onLeave();
  };
  return (
    <article className="ky-bell-detail">
      <h3>{row.title}</h3>
      <p className="ky-note">
        {row.tag} {row.time}
      </p>
      <div>{plain(row.html)}</div>
      {row.message?.bizId && (
        <button type="button" className="ky-link" onClick={() => void follow()}>
          {t('bell.open')}
        </button>
      )}
      {row.files.length > 0 && (
        <ul>
          {row.files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="ky-link"
                onClick={() => void client.download(file.link, {}, file.name)}
              >
                {file.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
};

/** What opens under the bell: messages and notices, in two tabs (spec §2). */
const BellPanel = ({ onLeave }: BellPanelProps) => {
  const { t } = useTranslation();
  const { config } = useRuntime();
  const item = (kind: 'messages' | 'notices') => ({
    key: kind,
    label: t(`bell.${kind}`),
    children: <BellList kind={kind} onLeave={onLeave} />,
  });
  const items = config.bell.notices ? [item('messages'), item('notices')] : [item('messages')];
  return <Tabs size="small" items={items} />;
};

export default BellPanel;
