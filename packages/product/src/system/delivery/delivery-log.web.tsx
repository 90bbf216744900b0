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
import { channelLabels, stateNames } from './channel-names.ts';
import { DefaultDeliveryPanel } from './DefaultDeliveryPanel.web.tsx';
import {
  type DeliveryRow,
  defaultDeliveryCode,
  deliveryChannels,
  deliveryCode,
  resendCode,
} from './delivery.ts';
import './channels.web.css';

const key = ['delivery-log'];
const conditions = { text: '', channel: '', state: '' };
const keyOf = ({ id }: DeliveryRow): string => id;

const failed: ReadonlySet<string> = new Set(['refused', 'failed']);

const columnsOf = (
  label: (text: Text) => string,
  now: number,
  resend: ((row: DeliveryRow) => void) | undefined,
): readonly DataColumn<DeliveryRow>[] => [
  {
    key: 'title',
    head: ['消息', 'Message'],
    isRowHead: true,
    cell: ({ title }) => title,
    cellAttributes: ({ title }) => ({ title }),
  },
  { key: 'receiver', width: 110, head: ['接收人', 'To'], cell: ({ receiver }) => receiver },
  {
    key: 'channel',
    width: 110,
    head: ['方式', 'By'],
    cell: ({ channel }) => label(channelLabels[channel]),
  },
  {
    key: 'state',
    width: 110,
    head: ['状态', 'Status'],
    cell: ({ state }) => label(stateNames[state] ?? [state, state]),
  },
  {
    key: 'reason',
    width: 260,
    head: ['原因', 'Reason'],
    cell: ({ reason, due }) => reason || (due ? label([`${due} 再试`, `next try ${due}`]) : '–'),
    cellAttributes: ({ reason }) => ({ title: reason || undefined }),
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
    width: 130,
    head: ['时间', 'Time'],
    cell: ({ time }) => label(shortTime(time, now)),
    cellAttributes: ({ time }) => ({ title: time }),
  },
  ...(resend
    ? [
        {
          key: 'act',
          width: 90,
          head: ['操作', 'Action'] as const,
          cell: (row: DeliveryRow) =>
            failed.has(row.state) && (
              <Button type="link" size="small" onClick={() => resend(row)}>
                {label(['重发', 'Resend'])}
              </Button>
            ),
        },
      ]
    : []),
];

/** Renders one delivery on narrow screens. */
const DeliveryCard = ({ row, now }: { readonly row: DeliveryRow; readonly now: number }) => {
  const label = useLabel();
  return (
    <li className="ky-row-card-line">
      <div className="ky-row-card">
        <span className="ky-row-card-title">{row.title}</span>
        <span className="ky-row-card-facts">
          {row.receiver} · {label(channelLabels[row.channel])} ·{' '}
          {label(stateNames[row.state] ?? [row.state, row.state])}
        </span>
        <span className="ky-row-card-facts">
          {label(shortTime(row.time, now))} {row.reason}
        </span>
      </div>
    </li>
  );
};

/** Renders 消息发送记录: the deliveries by mail, SMS and applications, with their failures. */
const DeliveryLog = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const rights = usePermissions();
  const mayResend = rights.has(resendCode);
  const list = useListController<DeliveryRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: key,
    path: '/keyan/delivery/list',
    query: ({ text, channel, state }) => ({ text, channel, state }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={deliveryCode} />;
  const resend = async (row: DeliveryRow) => {
    const [message = '', , robot] = row.id.split('-');
    try {
      await client.post('/keyan/delivery/resend', {
        message,
        channel: row.channel,
        ...(robot ? { robot } : {}),
      });
      toast.success(['已重新排队', 'Queued again']);
    } catch (fault) {
      toast.fault(fault);
    }
    void queries.invalidateQueries({ queryKey: key });
  };
  return (
    <ListPage
      title={label(['消息发送记录', 'Messages sent'])}
      list={list}
      context={rights.has(defaultDeliveryCode) && <DefaultDeliveryPanel />}
      filters={
        <div className="ky-filters">
          <ListText
            isSearch
            list={list}
            name="text"
            label={['接收人、消息', 'Recipient, message']}
          />
          <ChoiceFilter
            value={list.state.channel}
            label={label(['方式', 'By'])}
            options={deliveryChannels.map((one) => ({
              value: one,
              label: label(channelLabels[one]),
            }))}
            onChange={(channel) => list.change({ channel })}
          />
          <ChoiceFilter
            value={list.state.state}
            label={label(['状态', 'Status'])}
            options={Object.entries(stateNames).map(([value, text]) => ({
              value,
              label: label(text),
            }))}
            onChange={(state) => list.change({ state })}
          />
        </div>
      }
      empty={<Empty>{label(['还没有发送过', 'Nothing sent yet'])}</Empty>}
    >
      <DataList<DeliveryRow>
        frame="region"
        caption={label(['消息发送记录', 'Messages sent'])}
        minWidth={960}
        keyOf={keyOf}
        columns={columnsOf(
          label,
          list.fetchedAt,
          mayResend ? (row) => void resend(row) : undefined,
        )}
        card={(row) => <DeliveryCard key={keyOf(row)} row={row} now={list.fetchedAt} />}
      />
    </ListPage>
  );
};

export default DeliveryLog;
