import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { RuleTrial, TrialItem } from './trial.ts';

interface TrialDrawerProps {
  readonly rule: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Drawer with the warnings that a rule would give today, with receivers and texts. */
const TrialDrawer = ({ rule, name, onClose }: TrialDrawerProps) => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['warnings', 'trial', rule],
    queryFn: () =>
      client.post<RuleTrial>('/kh-edu-research/earlyWarning/trial', { id: rule }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const columns: readonly DataColumn<TrialItem>[] = [
    {
      key: 'title',
      head: label(['事项', 'Matter']),
      isRowHead: true,
      cell: ({ title, resource, id }) =>
        id ? (
          <RecordLink resource={resource} id={id}>
            {title}
          </RecordLink>
        ) : (
          title
        ),
    },
    { key: 'content', head: label(['内容', 'Message']), cell: ({ content }) => content },
    {
      key: 'receivers',
      head: label(['接收人', 'Recipients']),
      cell: ({ receivers }) =>
        receivers.join(label(['、', ', '])) || label(['无人接收', 'nobody is notified']),
    },
    { key: 'basis', head: label(['依据', 'Basis']), cell: ({ basis }) => basis },
  ];
  return (
    <Drawer
      open
      size="large"
      title={label([
        `试运行：${name}（今日结果，不入库）`,
        `Test run of ${name} on today’s records; nothing is stored`,
      ])}
      onClose={onClose}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : data.total === 0 ? (
        <Empty>{label(['今天没有符合该规则的事项', 'Nothing matches this rule today'])}</Empty>
      ) : (
        <>
          <p className="ky-note">
            {label([
              `共 ${data.total} 项${data.total > data.items.length ? `，显示前 ${data.items.length} 项` : ''}`,
              `${data.total} in all${data.total > data.items.length ? `, the first ${data.items.length} shown` : ''}`,
            ])}
          </p>
          <DataTable<TrialItem>
            frame="region"
            caption={label(['试运行结果', 'Result of the test run'])}
            rows={data.items}
            columns={columns}
            minWidth={640}
            keyOf={(one, index) => `${one.id} ${index}`}
          />
        </>
      )}
    </Drawer>
  );
};

export default TrialDrawer;
