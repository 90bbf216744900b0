import { App, Button, Modal } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import './errorlog.css';
import { useRuntime } from '../../navigation/runtime.ts';
import { type ErrorLogEntry, errorLog } from './errorlog.ts';

/** What the server takes: the counter goes into the text beside the entry. */
const uploaded = ({ count, ...entry }: ErrorLogEntry) => ({
  ...entry,
  info: count > 1 ? `${entry.info} (×${count})` : entry.info,
});

const Entry = ({ entry }: { readonly entry: ErrorLogEntry }) => {
  const label = useLabel();
  return (
    <tr>
      <td>{entry.type}</td>
      <td className="ky-errors-url">{entry.url}</td>
      <td>
        {entry.message}
        {entry.count > 1 && <span className="ky-note"> ×{entry.count}</span>}
      </td>
      <td>{entry.time}</td>
      <td>
        {entry.stack !== '' && (
          <details>
            <summary>{label(['查看', 'View'])}</summary>
            <pre>{entry.stack}</pre>
          </details>
        )}
      </td>
    </tr>
  );
};

/** The failures of the page on this machine, newest first: to send, and to clear (spec §2). */
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
      await client.post(config.errorLog.upload, entries.map(uploaded));
      errorLog.clear();
      toast.success(['发送成功!', 'Sent']);
    } finally {
      setSending(false);
    }
  };
  const askToSend = () =>
    modal.confirm({
      title: label(['将本地日志上传到服务器?', 'Upload the local log to the server?']),
      content: label([
        '其中没有您填写的内容，上传后本机的日志会清空',
        'It holds nothing that you typed; the local log is cleared after that',
      ]),
      okText: label(['上传', 'Upload']),
      cancelText,
      onOk: send,
    });
  const askToClear = () =>
    modal.confirm({
      title: label(['清空本地日志?', 'Clear the local log?']),
      content: label(['清空后不能恢复', 'It cannot be brought back']),
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
            {label(['清空本地日志', 'Clear the local log'])}
          </Button>
          <Button type="primary" disabled={none} loading={sending} onClick={askToSend}>
            {label(['上传日志到服务器', 'Upload to the server'])}
          </Button>
        </>
      }
    >
      {none ? (
        <Empty>{label(['本机没有错误记录', 'No failures on this machine'])}</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard
        <section className="ky-errors" tabIndex={0} aria-label={label(['错误日志', 'Error log'])}>
          <table>
            <thead>
              <tr>
                <th scope="col">{label(['类型', 'Type'])}</th>
                <th scope="col">{label(['地址', 'Address'])}</th>
                <th scope="col">{label(['内容', 'Message'])}</th>
                <th scope="col">{label(['时间', 'Time'])}</th>
                <th scope="col">{label(['堆栈', 'Stack'])}</th>
              </tr>
            </thead>
            <tbody>
              {entries.toReversed().map((entry) => (
                <Entry key={`${entry.type} ${entry.url} ${entry.message}`} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Modal>
  );
};

export default ErrorLogDialog;
