import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { handledTasksPage, todoPage } from '@keyan/console/records/processPaths.ts';
import { workCalls, workKeys } from '@keyan/console/workflow/calls.ts';
import { recordNameOf } from '@keyan/console/workflow/itemNames.ts';
import { useItemPath } from '@keyan/console/workflow/itemPaths.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useYears } from './FigureChart.web.tsx';
import { PartsCard, UpcomingCard } from './FigureWidgets.web.tsx';
import { Line } from './home.pieces.web.tsx';

/** Number of recently handled items shown. */
const handledShown = 6;

const HandledItem = ({ item }: { readonly item: WorkRow }) => {
  const path = useItemPath(item, 'done');
  return (
    <li>
      <TabLink to={path} className="ky-link ky-rows-text">
        {recordNameOf(item)}
      </TabLink>
      <span className="ky-note">{item.kindName}</span>
      <time className="ky-note">{item.finishTime.slice(0, 10)}</time>
    </li>
  );
};

/** Widget 最近办理: the reader’s latest decisions. */
export const HandledWidget = () => {
  const label = useLabel();
  const client = useClient();
  const query = { type: 'done', current: 1, size: handledShown } as const;
  const { data, error, refetch } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
  });
  const title: Label = ['最近办理', 'Recently decided'];
  if (data?.total === 0) {
    return (
      <Line title={title}>
        {label(['还没有办理过事项', 'Nothing decided yet'])}
        {' · '}
        <TabLink to={todoPage}>{label(['查看待办', 'View to-do list'])}</TabLink>
      </Line>
    );
  }
  return (
    <Card
      title={label(title)}
      extra={<TabLink to={handledTasksPage}>{label(['全部已办', 'All completed'])}</TabLink>}
      flush
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="ky-rows">
          {data.records.map((item) => (
            <HandledItem key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={3} height={40} />
      )}
    </Card>
  );
};

/** Widget 本年合同: contracts signed this year by type, limited to those the reader decided on. */
export const ContractsWidget = () => {
  const { to } = useYears();
  return (
    <PartsCard
      title={['本年签订合同', 'Contracts signed this year']}
      question={{ figure: 'contract.count', by: ['type'], from: to, to, change: true }}
      empty={['本年还没有签订的合同', 'No contracts signed this year']}
      lead={{ to: '/program/horizontal/record', label: ['查看合同备案', 'View contracts'] }}
    />
  );
};

/** Widget 涉外活动: upcoming cross-border activities. */
export const AbroadWidget = () => (
  <UpcomingCard
    title={['90 天内涉外活动', 'International activities within 90 days']}
    question={{ figure: 'activity.coming', by: ['day', 'kind'] }}
    empty={['90 天内没有涉外活动', 'No international activities within 90 days']}
    lead={{ to: '/activity/jbhdLib', label: ['查看活动库', 'View activity library'] }}
  />
);

/** Widget 本年网络文化成果: works approved by the publicity office, by level of the platform. */
export const WebWorksWidget = () => {
  const { to } = useYears();
  return (
    <PartsCard
      title={['本年网络文化成果', 'Internet-culture works this year']}
      question={{ figure: 'output.yxhlwwhdj', by: ['level'], from: to, to, change: true }}
      empty={['本年还没有入库的网络文化成果', 'No internet-culture works approved this year']}
      lead={{ to: '/achievement/yxhlwwhcgLib', label: ['查看成果库', 'View achievement library'] }}
    />
  );
};
