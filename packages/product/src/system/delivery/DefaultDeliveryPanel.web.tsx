import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { channelNames } from './channel-names.ts';
import { type Channel, externalChannels, type DefaultDelivery as Way } from './delivery.ts';

const key = ['delivery-usual'];

/** Renders 学校默认方式: the external channel for people who have chosen none. */
export const DefaultDeliveryPanel = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => client.get<Way>('/keyan/delivery/usual'),
  });
  if (!data) return null;
  const choose = async (channel: Channel | '') => {
    try {
      await client.post('/keyan/delivery/usual', { channel });
      toast.success(['已保存', 'Saved']);
    } catch {
      // `useClient` has already shown the fault; the refetched list shows the stored choice.
    }
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <div className="ky-usual-way">
      <span>{label(['学校默认方式', 'University default'])}</span>
      <Select<Channel | ''>
        aria-label={label(['学校默认方式', 'University default'])}
        value={data.channel}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: label(['不设', 'None']) },
          ...externalChannels.map((channel) => ({
            value: channel,
            label: label(channelNames[channel]),
            disabled: !data.ready.includes(channel) && channel !== data.channel,
          })),
        ]}
        onChange={(channel) => void choose(channel)}
      />
      <small>
        {label([
          '对未自行选择的人：待办、退回、催办立即发送，其余每日汇总',
          'For people who made no choice: tasks, returns and reminders are sent immediately, the rest in a daily digest',
        ])}
      </small>
    </div>
  );
};
