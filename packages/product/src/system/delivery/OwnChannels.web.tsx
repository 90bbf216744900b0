import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { msgType } from '../../shared/dictionaries.ts';
import { type Channel, type Choice, type Choices, channels } from './delivery.ts';
import './channels.web.css';

const key = ['own-channels'];

const names: Readonly<Record<Channel, Label>> = {
  mail: ['邮件', 'E-mail'],
  sms: ['短信', 'Text message'],
};

const missing: Readonly<Record<Channel, Label>> = {
  mail: ['账号没有邮箱', 'No address in the account'],
  sms: ['账号没有手机号', 'No number in the account'],
};

/** Where a way leads, or why it leads nowhere yet. */
const placeOf = ({ addresses, ready }: Choices, channel: Channel): Label => {
  if (!ready.includes(channel)) return ['学校未启用', 'Not enabled here'];
  const address = addresses[channel];
  return address ? [address, address] : missing[channel];
};

const isSame = (one: Choice, other: Choice): boolean =>
  one.msgType === other.msgType && one.channel === other.channel;

/** 消息提醒: which messages also come by mail or phone; each tick is kept at once. */
const OwnChannels = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => client.get<Choices>('/keyan/message/channels'),
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} />;
  const has = (choice: Choice) => data.chosen.some((each) => isSame(each, choice));
  const keep = (choice: Choice, wanted: boolean) => {
    const others = data.chosen.filter((each) => !isSame(each, choice));
    const chosen = wanted ? [...others, choice] : others;
    queries.setQueryData<Choices>(key, { ...data, chosen });
    void client
      .post('/keyan/message/channels', { chosen })
      // The client has shown the fault; the ticks show what is stored.
      .catch(() => queries.invalidateQueries({ queryKey: key }));
  };
  return (
    <>
      <p className="ky-channels-note">
        {label([
          '消息始终在系统内显示；勾选后另发邮件或短信，勾选即保存',
          'Messages always show in the system; a tick also sends them by mail or phone, and is kept at once',
        ])}
      </p>
      <table className="ky-channels">
        <thead>
          <tr>
            <th scope="col">{label(['消息类型', 'Message'])}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {label(names[channel])}
                <small>{label(placeOf(data, channel))}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {msgType.entries.map((entry) => (
            <tr key={entry.code}>
              <th scope="row">{label(entry.label)}</th>
              {channels.map((channel) => {
                const choice = { msgType: entry.code, channel };
                const place = data.ready.includes(channel) && data.addresses[channel] !== '';
                return (
                  <td key={channel}>
                    <Checkbox
                      checked={has(choice)}
                      disabled={!place && !has(choice)}
                      aria-label={label(
                        fill(['{kind}：{channel}', '{kind}: {channel}'], {
                          kind: entry.label,
                          channel: names[channel],
                        }),
                      )}
                      onChange={({ target }) => keep(choice, target.checked)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

export default OwnChannels;
