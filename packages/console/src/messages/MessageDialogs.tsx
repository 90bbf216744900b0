import { DownloadOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import Html from '../fields/Html.tsx';
import { useLabel } from '../i18n/language.ts';
import './messagedialogs.css';
import { useRuntime } from '../navigation/runtime.ts';
import { useMarkRead, useNotice } from './calls.ts';
import { MessageFiles, withoutFileLinks } from './MessageFiles.tsx';
import type { Message, MessageEntry, Notice } from './message.ts';
import { useMessageType } from './messageType.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Renders 消息预警-详细: the type as heading, time and text of a message. */
const MessageDialog = ({
  message,
  onClose,
  onLeave,
}: DialogProps & { readonly message: Message; readonly onLeave: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const typeOf = useMessageType();
  const { open, config } = useRuntime();
  const follow = async () => {
    const path = await config.bell.linkOf(message);
    if (path) open(path);
    onLeave();
  };
  return (
    <Modal
      open
      title={label(['消息预警-详细', 'Message details'])}
      footer={null}
      width={560}
      onCancel={onClose}
    >
      <article className="ky-message-detail">
        <h3>{typeOf(message)}</h3>
        <p className="ky-note">{message.createTime}</p>
        <Html text={withoutFileLinks(message.msgContent) || (message.msgTitle ?? '')} />
        <MessageFiles html={message.msgContent} />
        {message.bizId && (
          <button type="button" className="ky-link" onClick={() => void follow()}>
            {label(['查看详情', 'Open'])}
          </button>
        )}
      </article>
    </Modal>
  );
};

const Attachments = ({ files }: { files: NonNullable<Notice['attachments']> }) => {
  const label = useLabel();
  const { client } = useRuntime();
  if (files.length === 0) return null;
  return (
    <ul className="ky-message-files" aria-label={label(['附件', 'Attachments'])}>
      {files.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="ky-link"
            onClick={() =>
              void client
                .download('/blade-resource/common/file/download', { url: id }, name)
                // The client has shown the failure.
                .catch(() => undefined)
            }
          >
            <DownloadOutlined /> {name}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Renders a notice: title, time, text, attachments. Opening it marks it as read. */
export const NoticeDialog = ({ id, onClose }: DialogProps & { readonly id: string }) => {
  const label = useLabel();
  useFocusReturn();
  const { data, error, refetch } = useNotice(id);
  const { readNotice } = useMarkRead();
  const fresh = data?.isRead === '0';
  useEffect(() => {
    if (fresh) readNotice(id);
  }, [fresh, id, readNotice]);
  return (
    <Modal
      open
      title={data?.bt ?? label(['通知公告', 'Notice'])}
      footer={null}
      width={720}
      onCancel={onClose}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <article className="ky-message-detail">
          <p className="ky-note">
            {label(['发布时间', 'Published'])} {data.fbsj}
          </p>
          <Html text={data.content ?? ''} />
          <Attachments files={data.attachments ?? []} />
        </article>
      )}
    </Modal>
  );
};

/** Renders the message or notice chosen in the bell. */
const BellDialog = ({
  entry,
  onClose,
  onLeave,
}: DialogProps & { readonly entry: MessageEntry; readonly onLeave: () => void }) =>
  'message' in entry ? (
    <MessageDialog message={entry.message} onClose={onClose} onLeave={onLeave} />
  ) : (
    <NoticeDialog id={entry.notice.id} onClose={onClose} />
  );

export default BellDialog;
