import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useScreen } from '../../base/useScreen.ts';
import { useClient } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { auditRecords } from '../../data/calls.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { processPath } from '../../records/processPaths.ts';
import { workCalls, workKeys } from '../calls.ts';
import { ApprovalTimeline } from '../Timeline.tsx';
import { KindDiagram } from './KindDiagram.tsx';
import { processName, recordName } from './processName.ts';
import { TaskHolderList } from './TaskHolderList.tsx';
import './manage.css';

interface ProcessDrawerProps {
  readonly process: RunningRow;
  /** Time when the row was fetched, milliseconds since the epoch. */
  readonly now: number;
  readonly onClose: () => void;
}

const Part = ({ title, children }: { readonly title: Text; readonly children: ReactNode }) => {
  const label = useLabel();
  return (
    <section>
      <h3>{label(title)}</h3>
      {children}
    </section>
  );
};

/** Renders a running process: its assignees, the diagram with its progress, and its records. */
export const ProcessDrawer = ({ process, now, onClose }: ProcessDrawerProps) => {
  const { businessId, processInstanceId, processDefinitionKey: kind } = process;
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const drawing = useQuery({
    queryKey: workKeys.drawing(businessId),
    queryFn: () => workCalls(client).drawing({ businessId }),
  });
  const records = useQuery({
    queryKey: workKeys.records(businessId),
    queryFn: () => auditRecords(client, businessId),
  });
  const fault = drawing.error ?? records.error;
  return (
    <Drawer
      open
      onClose={onClose}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '90dvh' : 'min(720px, 90vw)'}
      title={label(processName(process))}
      extra={
        <TabLink
          to={processPath(kind, { taskId: '', processInstanceId, businessId })}
          title={recordName(process)}
        >
          {label(['打开记录', 'Open the record'])}
        </TabLink>
      }
    >
      <div className="ky-process-parts">
        <Part title={['当前办理', 'Held by']}>
          <TaskHolderList held={process.held} now={now} />
        </Part>
        {fault && <ErrorPanel fault={fault} onRetry={() => void drawing.refetch()} />}
        <Part title={['流程图', 'Diagram']}>
          {drawing.data ? <KindDiagram kind={kind} drawing={drawing.data} /> : <SkeletonRows />}
        </Part>
        <Part title={['办理记录', 'Approval records']}>
          {records.data ? <ApprovalTimeline records={records.data} /> : <SkeletonRows />}
        </Part>
      </div>
    </Drawer>
  );
};
