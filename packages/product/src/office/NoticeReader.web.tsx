import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import Html from '@keyan/console/fields/Html.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Notice } from '@keyan/console/shell/message.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useEffect } from 'react';

interface NoticeReaderProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** A notice whole: title, publish time, text, attachments to download. Opening it reads it. */
const NoticeReader = ({ id, onClose }: NoticeReaderProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['notice', 'detail', id],
    queryFn: () => client.get<Notice>('/blade-desk/notice/detail', { id }, { quiet: true }),
  });
  useEffect(() => {
    void client
      .post('/blade-desk/notice/read', { ids: id }, { quiet: true })
      .then(() => queries.invalidateQueries({ queryKey: ['live'] }))
      // Unread it stays; the notice itself is on the screen.
      .catch(() => undefined);
  }, [client, queries, id]);
  return (
    <Modal
      open
      width={560}
      footer={null}
      title={data?.bt ?? label(['通知公告', 'Notice'])}
      onCancel={onClose}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <article>
          <p className="ky-note">
            {label(['发布时间', 'Published'])} {data.fbsj}
          </p>
          <Html text={data.content ?? ''} />
          <ul>
            {data.attachments?.map((file) => (
              <li key={file.id}>
                <button
                  type="button"
                  className="ky-link"
                  onClick={() =>
                    void client.download(
                      '/blade-resource/common/file/download',
                      { url: file.id },
                      file.name,
                    )
                  }
                >
                  {file.name}
                </button>
              </li>
            ))}
          </ul>
        </article>
      )}
    </Modal>
  );
};

export default NoticeReader;
