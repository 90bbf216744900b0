import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Progress } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { FaultList } from '../components/FaultList.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { toast } from '../components/toast.ts';
import { keysOf } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import './import.css';

interface RowFault {
  readonly sheet: string;
  readonly row: number;
  readonly path: string;
  readonly field: Label;
  readonly message: Label;
}

/** What a dry run found. */
interface DryRun {
  readonly batchId: string;
  readonly total: number;
  readonly valid: number;
  /** The first of them. */
  readonly errors: readonly RowFault[];
  readonly errorTotal: number;
}

interface Result {
  readonly batchId: string;
  readonly total: number;
  readonly saved: number;
  readonly failed: readonly { readonly row: number; readonly message: string | Label }[];
  /** `interrupted`: the server broke off; confirming again goes on with what is left. */
  readonly state: 'waiting' | 'running' | 'interrupted' | 'finished';
}

/** Milliseconds between two looks at a long import. */
const interval = 1500;
/** A workbook of many rows takes its time to be judged. */
const patience = 120_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface ImportDialogProps {
  readonly resource: Resource;
  readonly onClose: () => void;
}

/**
 * Import in three moves: template, dry run with every fault by row and column, and the rows that
 * are right. Nothing is stored before the last.
 */
export const ImportDialog = ({ resource, onClose }: ImportDialogProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState('');
  const [run, setRun] = useState<DryRun | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const at = (call: string) => `/${resource.path}/${call}`;

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
      setPercent(null);
    }
  };

  const judge = (file: File | undefined) => {
    if (!file) return;
    void attempt(async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      setRun(await client.upload<DryRun>(at('import'), form, { onProgress: setPercent }));
    });
  };

  const confirm = (onlyValid: boolean) =>
    attempt(async () => {
      if (!run) return;
      const { batchId } = run;
      let now = await client.post<Result>(
        at('importSure'),
        { batchId, onlyValid },
        { quiet: true, timeout: patience },
      );
      setResult(now);
      while (now.state === 'waiting' || now.state === 'running') {
        await pause(interval);
        now = await client.get<Result>(at('importResult'), { batchId }, { quiet: true });
        setResult(now);
      }
      // Rows that were saved before it broke off are in the list, too.
      void queries.invalidateQueries({ queryKey: keysOf(resource).all });
      if (now.state === 'interrupted') return;
      toast.success([`已导入 ${now.saved} 条`, `${now.saved} imported`]);
      if (now.failed.length === 0) onClose();
    });

  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };

  const faulty = run ? run.total - run.valid : 0;
  return (
    <Modal
      open
      width={720}
      title={label([`导入${resource.label[0]}`, `Import: ${resource.label[1].toLowerCase()}`])}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        run && !result ? (
          <>
            <Button onClick={() => setRun(null)}>{label(['重新选择文件', 'Another file'])}</Button>
            {faulty > 0 && (
              <Button
                icon={<DownloadOutlined />}
                onClick={() =>
                  void client
                    .download(at('importFailed'), { batchId: run.batchId })
                    .catch(() => undefined)
                }
              >
                {label(['下载错误行', 'Download faulty rows'])}
              </Button>
            )}
            <Button
              type="primary"
              loading={busy}
              disabled={run.valid === 0}
              onClick={() => void confirm(faulty > 0)}
            >
              {faulty > 0
                ? label([`仅导入正确的 ${run.valid} 行`, `Import the ${run.valid} correct rows`])
                : label([`导入 ${run.valid} 行`, `Import ${run.valid} rows`])}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
            {result?.state === 'interrupted' && (
              <Button type="primary" loading={busy} onClick={() => void confirm(true)}>
                {label(['继续导入', 'Go on'])}
              </Button>
            )}
          </>
        )
      }
    >
      {!run && (
        <>
          <ol className="ky-import-steps">
            <li>
              {label(['下载模板，按列名填写', 'Download the template and fill it in'])}
              <Button
                size="small"
                icon={<DownloadOutlined />}
                onClick={() => void client.download(at('template')).catch(() => undefined)}
              >
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
              judge(event.dataTransfer.files[0]);
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
              judge(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          {percent !== null && <Progress percent={percent} size="small" />}
        </>
      )}
      {run && !result && <Judgement run={run} faulty={faulty} />}
      {result && <Outcome result={result} />}
      {fault && (
        <p className="ky-import-fault" role="alert">
          <Glyph name="warning" tone="error" />
          {fault}
        </p>
      )}
    </Modal>
  );
};

/** How many faults are listed; the rest is in the workbook of faulty rows. */
const listed = 200;

const Judgement = ({ run, faulty }: { run: DryRun; faulty: number }) => {
  const label = useLabel();
  return (
    <>
      <p className="ky-import-sum">
        <Glyph
          name={faulty === 0 ? 'approved' : 'warning'}
          tone={faulty === 0 ? 'success' : 'warning'}
        />
        {label([
          `共 ${run.total} 行，${run.valid} 行正确${faulty > 0 ? `，${faulty} 行有误` : ''}`,
          `${run.total} rows, ${run.valid} correct${faulty > 0 ? `, ${faulty} faulty` : ''}`,
        ])}
      </p>
      {run.errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
        <section className="ky-import-faults" tabIndex={0} aria-label={label(['错误', 'Faults'])}>
          <table>
            <thead>
              <tr>
                <th scope="col">{label(['行', 'Row'])}</th>
                <th scope="col">{label(['列', 'Column'])}</th>
                <th scope="col">{label(['原因', 'Reason'])}</th>
              </tr>
            </thead>
            <tbody>
              {run.errors.slice(0, listed).map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list; one cell may have two faults
                <tr key={index}>
                  <td>
                    {each.sheet ? `${each.sheet} ` : ''}
                    {each.row}
                  </td>
                  <td>{label(each.field)}</td>
                  <td>{label(each.message)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {run.errorTotal > listed && (
            <p className="ky-note">
              {label([
                `另有 ${run.errorTotal - listed} 处，见“下载错误行”`,
                `${run.errorTotal - listed} more in the workbook of faulty rows`,
              ])}
            </p>
          )}
        </section>
      )}
    </>
  );
};

const Outcome = ({ result }: { result: Result }) => {
  const label = useLabel();
  const percent = result.total === 0 ? 100 : Math.round((100 * result.saved) / result.total);
  return (
    <>
      {result.state !== 'finished' && <Progress percent={percent} />}
      {result.state === 'interrupted' && (
        <p className="ky-import-fault" role="alert">
          <Glyph name="warning" tone="warning" />
          {label([
            '导入已中断，未导入的行可以继续导入，不会重复',
            'The import broke off. Go on with the rows that are left; none is saved twice',
          ])}
        </p>
      )}
      <p className="ky-import-sum">
        {label([
          `已导入 ${result.saved} 条，共 ${result.total} 条`,
          `${result.saved} of ${result.total} imported`,
        ])}
      </p>
      {result.failed.length > 0 && (
        <FaultList>
          {result.failed.slice(0, listed).map(({ row, message }) => (
            <li key={row}>
              {label([`第 ${row} 行`, `Row ${row}`])} {label(message)}
            </li>
          ))}
        </FaultList>
      )}
    </>
  );
};
