import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { ApprovalSheet, SheetLine } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useClient } from '../../client/context.tsx';
import { Page, PageHeader } from '../../components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { queryKeysOf, resourceCalls } from '../../data/calls.ts';
import { titleOf } from '../../data/title.ts';
import { PrintSeals } from '../../detail/PrintSeals.tsx';
import { usePrinting } from '../../detail/usePrinting.ts';
import { useLabel } from '../../i18n/language.ts';
import { useTab, useTabParams } from '../../navigation/tab.ts';
import { useDefinition } from '../../presentation/resources.tsx';
import { RecordStatus } from '../../records/RecordStatus.tsx';
import '../../detail/detail.css';
import '../../detail/print.css';
import './sheet.css';

/**
 * Renders 审批单: the comments on a record, on one sheet with boxes for seals and a code that verifies
 * it.
 */
export const SheetPage = () => {
  const { '*': rest = '' } = useTabParams();
  const cut = rest.lastIndexOf('/');
  const resource = useDefinition(rest.slice(0, cut));
  const label = useLabel();
  if (!resource) return <Empty>{label(['没有这种记录', 'There are no such records'])}</Empty>;
  return <Sheet resource={resource} id={rest.slice(cut + 1)} />;
};

const Lines = ({ lines }: { readonly lines: readonly SheetLine[] }) => {
  const label = useLabel();
  return (
    <div className="ky-lines ky-lines-read ky-signsheet-lines">
      <table>
        <thead>
          <tr>
            <th scope="col">{label(['环节', 'Step'])}</th>
            <th scope="col">{label(['办理人', 'Person'])}</th>
            <th scope="col">{label(['结果', 'Result'])}</th>
            <th scope="col">{label(['意见', 'Opinion'])}</th>
            <th scope="col">{label(['时间', 'Time'])}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have an order and no name
            <tr key={index}>
              <td>{line.nodeName}</td>
              <td>{line.person}</td>
              <td>{line.verdict}</td>
              <td>{line.opinion}</td>
              <td className="ky-signsheet-time">{line.time.slice(0, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Renders the comments with which the record was returned; earlier ones are omitted. */
const Rounds = ({ lines }: { readonly lines: readonly SheetLine[] }) => {
  const label = useLabel();
  if (lines.length === 0) return null;
  return (
    <>
      <h2>{label(['此前退回', 'Returned before'])}</h2>
      <p className="ky-note">
        {label([
          '退回之前的办理不再有效，未列入上表',
          'Decisions made before a return no longer count and are left out above',
        ])}
      </p>
      <Lines lines={lines} />
    </>
  );
};

interface SheetProps {
  readonly resource: Resource;
  readonly id: string;
}

const Sheet = ({ resource, id }: SheetProps) => {
  const client = useClient();
  const label = useLabel();
  const { setTitle } = useTab();
  const record = useQuery({
    queryKey: queryKeysOf(resource).detail(id),
    queryFn: () => resourceCalls(client, resource).detail(id),
  });
  const sheet = useQuery({
    queryKey: ['live', 'sheet', id],
    queryFn: () =>
      client.get<ApprovalSheet>(
        '/kh-edu-research/audit/sheet',
        { businessId: id },
        { quiet: true },
      ),
  });
  const row = record.data;
  const title = row ? titleOf(resource, row) : '';
  useEffect(() => {
    if (title) setTitle([`审批单 · ${title}`, `Approval sheet · ${title}`]);
  }, [title, setTitle]);
  const printing = usePrinting(resource, row);
  const fault = record.error ?? sheet.error;
  if (fault) return <ErrorPanel fault={fault} onRetry={() => void sheet.refetch()} />;
  if (!row || !sheet.data) return <SkeletonRows height={28} />;
  const { rows, rounds, started } = sheet.data;
  const number = resource.number ? String(row[resource.number.field] ?? '') : '';
  const facts = [
    [label(['业务', 'Kind']), label(resource.label)],
    [label(['编号', 'Number']), number],
    [label(['申请人', 'Applicant']), String(row.createUserName ?? '')],
    [label(['首次提交', 'First submitted']), started.slice(0, 16)],
  ] as const;
  return (
    <Page
      header={
        <PageHeader
          title={label([`${title} 审批单`, `Approval sheet: ${title}`])}
          status={<RecordStatus resource={resource} row={row} />}
          actions={
            <Button type="primary" loading={printing.busy} onClick={() => void printing.print()}>
              {label(['打印', 'Print'])}
            </Button>
          }
        />
      }
    >
      <div className="ky-card ky-read ky-signsheet">
        <dl className="ky-facts">
          {facts
            .filter(([, text]) => text !== '')
            .map(([name, text]) => (
              <div key={name} className="ky-fact">
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        <Lines lines={rows} />
        <Rounds lines={rounds} />
        <PrintSeals
          resource={resource}
          row={row}
          {...(printing.sheet ? { sheet: printing.sheet } : {})}
        />
      </div>
    </Page>
  );
};
