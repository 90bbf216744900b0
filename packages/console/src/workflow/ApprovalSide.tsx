import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { ApprovalRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { Card } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { auditRecords, type WireRow } from '../data/calls.ts';
import { type ForecastSubject, useForecast } from '../forecast/calls.ts';
import { RouteLine } from '../forecast/RouteLine.tsx';
import { useLabel } from '../i18n/language.ts';
import { workCalls, workKeys } from './calls.ts';
import { FlowLine, forecastFitsInLine } from './FlowLine.tsx';
import { ProcessActions } from './ProcessActions.tsx';
import { ApprovalTimeline } from './Timeline.tsx';

const DiagramDrawer = lazy(() => import('./DiagramDrawer.tsx'));

const none: readonly ApprovalRow[] = [];

/** Fetches the approval records of a record; none for a record that was never submitted. */
export const useRecords = (row: WireRow) => {
  const client = useClient();
  return useQuery({
    queryKey: workKeys.records(row.id),
    queryFn: () => auditRecords(client, row.id),
    enabled: Boolean(row.processInstanceId),
  });
};

/**
 * An open task of the reader: what approving it requires, and the time of the server's last
 * response about it.
 */
interface OpenTask {
  readonly subject: ForecastSubject;
  readonly answeredAt: number | undefined;
}

interface FlowSheetProps {
  readonly resource: Resource;
  readonly row: WireRow;
  /**
   * Task that the reader is about to approve, whose forecast is shown; absent for other readers,
   * who see the forecast of the stored record.
   */
  readonly agreeing?: OpenTask;
  /** Actions on the process, at the bottom. */
  readonly children?: ReactNode;
}

/** Renders 流程: the line of steps, the forecast, and the diagram on demand. */
export const FlowCard = ({ resource, row, agreeing, children }: FlowSheetProps) => {
  const label = useLabel();
  const { data = none } = useRecords(row);
  const running = row.auditStatus === '1';
  const ahead = agreeing?.subject ?? { kind: resource.kindOf(row), businessId: row.id };
  const read = useForecast(ahead, running, agreeing);
  const forecast = running ? read.data : undefined;
  const [open, setOpen] = useState(false);
  return (
    <Card
      title={label(['流程', 'Route'])}
      extra={
        <button type="button" className="ky-link ky-noprint" onClick={() => setOpen(true)}>
          {label(['放大流程图', 'Diagram'])}
        </button>
      }
    >
      <FlowLine resource={resource} row={row} records={data} forecast={forecast} />
      {running && (!forecast || forecastFitsInLine(forecast)) && (
        <RouteLine
          title={agreeing ? ['同意后', 'After approval'] : ['后续', 'Ahead']}
          read={read}
        />
      )}
      {children}
      {open && (
        <Suspense>
          <DiagramDrawer resource={resource} row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
};

/** Renders 审批记录, newest first. */
export const RecordsCard = ({ row }: { row: WireRow }) => {
  const label = useLabel();
  const { data, error, refetch } = useRecords(row);
  return (
    <Card
      title={label(['审批记录', 'Approval records'])}
      extra={<span className="ky-note">{label(['从近到远', 'Newest first'])}</span>}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ApprovalTimeline records={data} />
      ) : (
        <SkeletonRows rows={4} height={48} />
      )}
    </Card>
  );
};

/**
 * Returns the panel beside a record with the progress of its approval. Renders nothing for a record
 * that was never submitted.
 */
export const approvalPanelFor = (resource: Resource): ComponentType<{ row: WireRow }> => {
  const ApprovalSide = ({ row }: { row: WireRow }) =>
    row.processInstanceId ? (
      <>
        <FlowCard resource={resource} row={row}>
          <ProcessActionsOf row={row} />
        </FlowCard>
        <RecordsCard row={row} />
      </>
    ) : null;
  return ApprovalSide;
};

/** Renders the actions on the process of a record that the server permits. */
const ProcessActionsOf = ({ row }: { row: WireRow }) => {
  const client = useClient();
  const named = { businessId: row.id, processInstanceId: row.processInstanceId ?? '' };
  const { data } = useQuery({
    queryKey: workKeys.task(named),
    queryFn: () => workCalls(client).task(named),
  });
  return data && <ProcessActions task={data} handles={false} />;
};
