import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Button, Modal, Progress } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { CheckReport, ImportReport } from './ImportReports.tsx';
import { type Import, useImport } from './useImport.ts';
import './import.css';

interface ImportDialogProps {
  readonly resource: Resource;
  readonly onClose: () => void;
}

/**
 * The import in three steps: download the template, upload for a check with every fault by row and
 * column, store the correct rows.
 */
export const ImportDialog = ({ resource, onClose }: ImportDialogProps) => {
  const label = useLabel();
  const state = useImport(resource, onClose);
  const { run, result, fault } = state;
  return (
    <Modal
      open
      width={720}
      title={label([`导入${resource.label[0]}`, `Import: ${resource.label[1].toLowerCase()}`])}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        run && !result ? (
          <ConfirmButtons state={state} />
        ) : (
          <>
            <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
            {result?.state === 'interrupted' && (
              <Button type="primary" loading={state.busy} onClick={() => state.confirm(true)}>
                {label(['继续导入', 'Continue'])}
              </Button>
            )}
          </>
        )
      }
    >
      {!run && <ChooseFile state={state} />}
      {run && !result && <CheckReport run={run} />}
      {result && <ImportReport result={result} />}
      {fault && (
        <p className="ky-import-fault" role="alert">
          <Glyph name="warning" tone="error" />
          {fault}
        </p>
      )}
    </Modal>
  );
};

/** After the check: another file, the faulty rows as a workbook, store the correct ones. */
const ConfirmButtons = ({ state }: { readonly state: Import }) => {
  const label = useLabel();
  const { run, busy, confirm, reset, downloadFaulty } = state;
  if (!run) return null;
  const faulty = run.total - run.valid;
  return (
    <>
      <Button onClick={reset}>{label(['重新选择文件', 'Another file'])}</Button>
      {faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={downloadFaulty}>
          {label(['下载错误行', 'Download faulty rows'])}
        </Button>
      )}
      <Button
        type="primary"
        loading={busy}
        disabled={run.valid === 0}
        onClick={() => confirm(faulty > 0)}
      >
        {faulty > 0
          ? label([`仅导入正确的 ${run.valid} 行`, `Import the ${run.valid} correct rows`])
          : label([`导入 ${run.valid} 行`, `Import ${run.valid} rows`])}
      </Button>
    </>
  );
};

/** The template, and the place for the workbook. */
const ChooseFile = ({ state }: { readonly state: Import }) => {
  const label = useLabel();
  const { busy, percent, check, downloadTemplate } = state;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <>
      <ol className="ky-import-steps">
        <li>
          {label(['下载模板，按列名填写', 'Download the template and fill it in'])}
          <Button size="small" icon={<DownloadOutlined />} onClick={downloadTemplate}>
            {label(['下载模板', 'Template'])}
          </Button>
        </li>
        <li>
          {label([
            '上传后先检查，不会写入；确认后才导入',
            'The upload is checked first; nothing is stored before you confirm',
          ])}
        </li>
      </ol>
      <button
        type="button"
        className="ky-import-drop"
        data-over={over || undefined}
        disabled={busy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          check(event.dataTransfer.files[0]);
        }}
      >
        <InboxOutlined />
        {busy
          ? label(['正在检查', 'Checking'])
          : label(['选择或拖入 xlsx 文件', 'Choose an xlsx file or drop it here'])}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        onChange={(event) => {
          check(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {percent !== null && <Progress percent={percent} size="small" />}
    </>
  );
};
