import { PaperClipOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { ListFilePanel } from '../../shared/list-files/ListFilePanel.web.tsx';
import { invoice } from '../invoice.ts';
import { type IssueLine, invoiceFileOf, readIssuesCall } from './issue-lines.ts';
import './issue.web.css';

/** Attachment category of electronic invoices. */
const electronic = '25';

/** Result by row: true if issued, otherwise the reason. */
type Outcomes = ReadonlyMap<number, string | true>;

const canIssue = ({ fault, isDone }: IssueLine): boolean => fault === null && !isDone;

/** State of the panel: the list, the invoice files, and results by row. */
const useIssues = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [lines, setLines] = useState<readonly IssueLine[]>([]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const said = (error: unknown): string => {
    if (!(error instanceof ApiFault)) throw error;
    return error.fields[0]?.message ?? error.message;
  };
  const read = async (file: File): Promise<void> => {
    setBusy(true);
    setFault('');
    setOutcomes(new Map());
    try {
      const form = new FormData();
      form.append('file', file);
      setLines(await client.upload<readonly IssueLine[]>(`/${readIssuesCall}`, form));
      setName(file.name);
    } catch (error) {
      setLines([]);
      setFault(said(error));
    } finally {
      setBusy(false);
    }
  };
  const issue = async (line: IssueLine): Promise<string | true> => {
    try {
      const file = invoiceFileOf(line, files);
      const attachments: object[] = [];
      if (file) {
        const form = new FormData();
        form.append('catalog', electronic);
        form.append('file', file);
        const kept = await client.upload<{ readonly id: string }>(
          '/blade-resource/oss/endpoint/ext/put-file',
          form,
        );
        attachments.push({ id: kept.id, catalog: electronic });
      }
      const { application, invoiceCode, invoiceNumber, invoiceDate } = line;
      await client.post(
        `/${invoice.path}/spUpdate`,
        {
          id: application?.id,
          version: application?.version,
          invoiceCode,
          invoiceNumber,
          invoiceDate,
          attachments,
        },
        { quiet: true },
      );
      return true;
    } catch (error) {
      return said(error);
    }
  };
  const issueAll = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const line of lines) {
        if (!canIssue(line) || outcomes.get(line.row) === true) continue;
        const outcome = await issue(line);
        setOutcomes((before) => new Map(before).set(line.row, outcome));
      }
      await queries.invalidateQueries({ queryKey: [invoice.key] });
    } finally {
      setBusy(false);
    }
  };
  return { name, lines, files, setFiles, outcomes, fault, busy, read, issueAll };
};

interface LineProps {
  readonly line: IssueLine;
  readonly file: string;
  readonly outcome: string | true | undefined;
}

/** Row of the list with its application, file and result. */
const Line = ({ line, file, outcome }: LineProps) => {
  const label = useLabel();
  const { application } = line;
  const done = outcome === true || line.isDone;
  const fault = typeof outcome === 'string' ? outcome : line.fault && label(line.fault);
  return (
    <tr>
      <td>{line.row}</td>
      <td>{line.pjNumber}</td>
      <td>{application?.buyerName ?? ''}</td>
      <td data-kind="money">{application ? groupDigits(application.billAmount) : ''}</td>
      <td>{line.invoiceNumber}</td>
      <td>{line.invoiceDate}</td>
      <td>{file || <span className="ky-note">{label(['无', 'None'])}</span>}</td>
      <td>
        {fault ? (
          <span className="ky-fault-text">
            <Glyph name="warning" size={12} /> {fault}
          </span>
        ) : (
          <>
            <Glyph name={done ? 'approved' : 'draft'} {...(done && { tone: 'success' as const })} />{' '}
            {label(done ? ['已开票', 'Issued'] : ['待登记', 'To be registered'])}
          </>
        )}
      </td>
    </tr>
  );
};

interface LinesProps {
  readonly lines: readonly IssueLine[];
  readonly files: readonly File[];
  readonly outcomes: Outcomes;
}

const Lines = ({ lines, files, outcomes }: LinesProps) => {
  const label = useLabel();
  return (
    <div className="ky-issue-lines">
      <table>
        <thead>
          <tr>
            <th>{label(['行', 'Row'])}</th>
            <th>{label(['申请单号', 'Application'])}</th>
            <th>{label(['购方', 'Buyer'])}</th>
            <th data-kind="money">{label(['金额', 'Amount'])}</th>
            <th>{label(['发票号码', 'Invoice no.'])}</th>
            <th>{label(['开票日期', 'Issued on'])}</th>
            <th>{label(['电子票', 'File'])}</th>
            <th>{label(['结果', 'Result'])}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line
              key={line.row}
              line={line}
              file={invoiceFileOf(line, files)?.name ?? ''}
              outcome={outcomes.get(line.row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

/**
 * Panel 批量登记开票: issues applications from the list of the invoice terminal and the invoice
 * files.
 */
const IssuePanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const { name, lines, files, setFiles, outcomes, fault, busy, read, issueAll } = useIssues();
  const left = lines.filter((line) => canIssue(line) && outcomes.get(line.row) !== true).length;
  return (
    <ListFilePanel
      width={1120}
      title={['批量登记开票', 'Issue from a list']}
      prompt={[
        '选择或拖入开票清单（申请单号、发票代码、发票号码、开票日期；csv、xls、xlsx）',
        'Choose or drop a list of issued invoices (application no., invoice code, invoice no., issue date; csv, xls, xlsx)',
      ]}
      fileName={name || undefined}
      busy={busy}
      fault={fault}
      take={fill(['登记 {n} 张', 'Register ({n})'], { n: left })}
      isReady={left > 0}
      onFile={(chosen) => void read(chosen)}
      onTake={() => void issueAll()}
      onClose={onClose}
    >
      {lines.length > 0 && (
        <>
          <div className="ky-issue-tools">
            <Upload
              multiple
              accept=".pdf,.ofd,.xml,.png,.jpg,.jpeg"
              showUploadList={false}
              beforeUpload={(chosen) => {
                setFiles((before) => [...before.filter((one) => one.name !== chosen.name), chosen]);
                return false;
              }}
            >
              <Button icon={<PaperClipOutlined />} disabled={busy}>
                {label(['选择电子票文件', 'Choose the files'])}
              </Button>
            </Upload>
            <span className="ky-note">
              {label([
                '文件名含申请单号或发票号码即自动对应',
                'A file whose name contains the application or invoice no. is matched automatically',
              ])}
            </span>
          </div>
          <Lines lines={lines} files={files} outcomes={outcomes} />
        </>
      )}
    </ListFilePanel>
  );
};

export default IssuePanel;
