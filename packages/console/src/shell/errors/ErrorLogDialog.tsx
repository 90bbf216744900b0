import { App, Button, Modal } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import './errorlog.css';
import { useRuntime } from '../../navigation/runtime.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import { type ErrorLogEntry, errorLog } from './errorlog.ts';

/** Returns the entry to send to the server: the count becomes part of the text. */
const entryToUpload = ({ count, ...entry }: ErrorLogEntry) => ({
  ...entry,
  info: count > 1 ? `${entry.info} (×${count})` : entry.info,
});

const Stack = ({ entry }: { readonly entry: ErrorLogEntry }) => {
  const label = useLabel();
  if (entry.stack === '') return null;
  return (
    <details>
      <summary>{label(['查看', 'View'])}</summary>
      <pre>{entry.stack}</pre>
    </details>
  );
};

const columns: readonly DataColumn<ErrorLogEntry>[] = [
  { key: 'type', head: ['类型', 'Type'], cell: ({ type }) => type },
  {
    key: 'url',
    head: ['地址', 'Address'],
    className: 'ky-errors-url',
    cell: ({ url }) => url,
  },
  {
    key: 'message',
    head: ['内容', 'Message'],
    cell: ({ message, count }) => (
      <>
        {message}
        {count > 1 && <span className="ky-note"> ×{count}</span>}
      </>
    ),
  },
  { key: 'time', head: ['时间', 'Time'], cell: ({ time }) => time },
  { key: 'stack', head: ['堆栈', 'Stack'], cell: (entry) => <Stack entry={entry} /> },
];

/** Renders the errors of the page on this machine, newest first; they can be sent and cleared. */
const ErrorLogDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const { client, config } = useRuntime();
  const { modal } = App.useApp();
  const entries = useSyncExternalStore(errorLog.subscribe, errorLog.list);
  const [sending, setSending] = useState(false);
  const cancelText = label(['取消', 'Cancel']);

  const send = async () => {
    setSending(true);
    try {
      await client.post(config.errorLog.upload, entries.map(entryToUpload));
      errorLog.clear();
      toast.success(['发送成功!', 'Sent']);
    } finally {
      setSending(false);
    }
  };
  const askToSend = () =>
    modal.confirm({
      title: label(['将本地日志上传到服务器？', 'Upload the local log to the server?']),
      content: label([
        '其中没有您填写的内容，上传后本机的日志会清空',
        'The log contains none of your input; it is cleared here after the upload',
      ]),
      okText: label(['上传', 'Upload']),
      cancelText,
      onOk: send,
    });
  const askToClear = () =>
    modal.confirm({
      title: label(['清空本地日志？', 'Clear local log?']),
      content: label(['清空后不能恢复', 'This cannot be undone']),
      okText: label(['清空', 'Clear']),
      cancelText,
      okButtonProps: { danger: true },
      onOk: () => {
        errorLog.clear();
        toast.success(['清空成功!', 'Cleared']);
      },
    });

  const none = entries.length === 0;
  return (
    <Modal
      open
      title={label(['错误日志', 'Error log'])}
      width={960}
      onCancel={onClose}
      footer={
        <>
          <Button danger disabled={none} onClick={askToClear}>
            {label(['清空本地日志', 'Clear local log'])}
          </Button>
          <Button type="primary" disabled={none} loading={sending} onClick={askToSend}>
            {label(['上传日志到服务器', 'Upload to the server'])}
          </Button>
        </>
      }
    >
      {none ? (
        <Empty>{label(['本机没有错误记录', 'No errors on this device'])}</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard
        <section className="ky-errors" tabIndex={0} aria-label={label(['错误日志', 'Error log'])}>
          <DataTable<ErrorLogEntry>
            frame="plain"
            rows={entries.toReversed()}
            columns={columns}
            keyOf={({ type, url, message }) => `${type} ${url} ${message}`}
          />
        </section>
      )}
    </Modal>
  );
};

export default ErrorLogDialog;
