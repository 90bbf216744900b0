import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListText } from '@keyan/console/list/filters.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type HookRow, hookLogCode, outcomeNames, replayCode } from './hook-log.ts';

const key = ['webhook-log'];
const conditions = { text: '', outcome: '' };
const keyOf = ({ id }: HookRow): string => id;

/** Response of the receiver, or the reason for its absence. */
const answerOf = ({ outcome, answer, fault, tries, next }: HookRow): Text => {
  const said = fault || (answer ? `HTTP ${answer}` : '–');
  return outcome === '0' && tries > 0
    ? [`${said}，${next} 再试`, `${said}, next try ${next}`]
    : [said, said];
};

const columnsOf = (
  label: (text: Text) => string,
  now: number,
  replay: ((row: HookRow) => void) | undefined,
): readonly DataColumn<HookRow>[] => [
  { key: 'hook', width: 180, head: ['系统', 'System'], isRowHead: true, cell: ({ hook }) => hook },
  { key: 'resource', width: 120, head: ['记录', 'Records'], cell: ({ resource }) => resource },
  { key: 'record', width: 190, head: ['记录编号', 'Record ID'], cell: ({ record }) => record },
  { key: 'state', width: 110, head: ['到达状态', 'State reached'], cell: ({ state }) => state },
  {
    key: 'outcome',
    width: 100,
    head: ['结果', 'Outcome'],
    cell: ({ outcome }) => label(outcomeNames[outcome]),
  },
  {
    key: 'answer',
    head: ['对方答复', 'Answer'],
    cell: (row) => label(answerOf(row)),
    cellAttributes: (row) => ({ title: label(answerOf(row)) }),
  },
  {
    key: 'tries',
    width: 70,
    align: 'right',
    head: ['次数', 'Attempts'],
    cell: ({ tries }) => tries,
  },
  {
    key: 'time',
    width: 120,
    head: ['到达时间', 'Time reached'],
    cell: ({ time }) => label(shortTime(time, now)),
    cellAttributes: ({ time }) => ({ title: time }),
  },
  ...(replay
    ? [
        {
          key: 'act',
          width: 110,
          head: ['操作', 'Action'] as const,
          cell: (row: HookRow) => <ReplayButton onClick={() => replay(row)} />,
        },
      ]
    : []),
];

/** Button 重新推送, for readers with the permission. */
const ReplayButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button type="link" size="small" onClick={onClick}>
    {useLabel()(['重新推送', 'Resend'])}
  </Button>
);

/** Card of one delivery on a narrow screen. */
const HookCard = ({
  row,
  now,
  replay,
}: {
  readonly row: HookRow;
  readonly now: number;
  readonly replay: ((row: HookRow) => void) | undefined;
}) => {
  const label = useLabel();
  return (
    <li className="ky-row-card-line">
      <div className="ky-row-card">
        <span className="ky-row-card-title">{row.hook}</span>
        <span className="ky-row-card-facts">
          {row.resource} {row.state} · {label(outcomeNames[row.outcome])}
        </span>
        <span className="ky-row-card-facts">
          {label(shortTime(row.time, now))} {label(answerOf(row))}
        </span>
        {replay && <ReplayButton onClick={() => replay(row)} />}
      </div>
    </li>
  );
};

/** Page 状态推送记录: deliveries of webhooks with their responses. */
const HookLogPage = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const mayReplay = usePermissions().has(replayCode);
  const list = useListController<HookRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: key,
    path: '/keyan/webhook/deliveries',
    query: ({ text, outcome }) => ({ text, outcome }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={hookLogCode} />;
  const send = async ({ id }: HookRow) => {
    try {
      await client.post('/keyan/webhook/replay', { id });
      toast.success(['已重新推送，请看结果', 'Resent; see the outcome']);
    } catch {
      // The client has already shown the error.
    }
    void queries.invalidateQueries({ queryKey: key });
  };
  const replay = mayReplay ? (row: HookRow) => void send(row) : undefined;
  return (
    <ListPage
      title={label(['状态推送记录', 'Webhook log'])}
      list={list}
      filters={
        <div className="ky-filters">
          <ListText
            isSearch
            list={list}
            name="text"
            label={['系统、记录编号', 'System, record ID']}
          />
          <ChoiceFilter
            value={list.state.outcome}
            label={label(['结果', 'Outcome'])}
            options={Object.entries(outcomeNames).map(([value, text]) => ({
              value,
              label: label(text),
            }))}
            onChange={(outcome) => list.change({ outcome })}
          />
        </div>
      }
      empty={<Empty>{label(['还没有推送过', 'Nothing sent yet'])}</Empty>}
    >
      <DataList<HookRow>
        frame="region"
        caption={label(['状态推送记录', 'Webhook log'])}
        minWidth={1000}
        keyOf={keyOf}
        columns={columnsOf(label, list.fetchedAt, replay)}
        card={(row) => <HookCard key={keyOf(row)} row={row} now={list.fetchedAt} replay={replay} />}
      />
    </ListPage>
  );
};

export default HookLogPage;
