import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { englishQuantity, fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { msgType } from '../../shared/dictionaries.ts';
import { CalendarFeed } from '../feed/CalendarFeed.web.tsx';
import { channelNames } from './channel-names.ts';
import {
  type Channel,
  type DeliveryPace,
  defaultQuietHours,
  externalChannels,
  type MessageChoice,
  type MessageChoices,
  messageTypesSentAtOnce,
  type QuietHours,
} from './delivery.ts';
import { PushSwitch } from './PushSwitch.web.tsx';
import './channels.web.css';

const key = ['own-channels'];

const noNumber: Label = ['账号没有手机号', 'No mobile number in the account'];
const missing: Readonly<Record<Channel, Label>> = {
  mail: ['账号没有邮箱', 'No e-mail address in the account'],
  sms: noNumber,
  wecom: noNumber,
  ding: noNumber,
  push: ['先在上面开启', 'Switch it on above'],
};

/** Returns the address of a channel, or the reason why the channel is unavailable. */
const placeOf = ({ addresses, ready, failing }: MessageChoices, channel: Channel): Label => {
  if (!ready.includes(channel)) return ['学校未启用', 'Not enabled by the university'];
  if (failing.includes(channel)) {
    return ['最近三条未送达，请核对', 'The last three were not delivered; please check'];
  }
  const address = addresses[channel];
  if (!address) return missing[channel];
  if (channel !== 'push') return [address, address];
  return [`${address} 个浏览器`, englishQuantity(Number(address), 'browser', 'browsers')];
};

const isSame = (one: MessageChoice, other: Pick<MessageChoice, 'msgType' | 'channel'>): boolean =>
  one.msgType === other.msgType && one.channel === other.channel;

type Wanted = DeliveryPace | 'off';

const paceNames: Readonly<Record<Wanted, Label>> = {
  off: ['不发', 'Off'],
  now: ['立即', 'Immediately'],
  digest: ['每日汇总', 'Daily digest'],
};

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** Renders the quiet hours and the hour of the digest. */
const Hours = ({
  habit,
  onKeep,
}: {
  readonly habit: QuietHours;
  readonly onKeep: (habit: QuietHours) => void;
}) => {
  const label = useLabel();
  const options = hours.map((value) => ({ value, label: value }));
  const isQuiet = habit.quietFrom !== '';
  return (
    <div className="ky-channels-hours">
      <div>
        <span>{label(['免打扰', 'Quiet hours'])}</span>
        <Select
          aria-label={label(['免打扰开始', 'Quiet from'])}
          value={habit.quietFrom}
          options={[{ value: '', label: label(['不设', 'None']) }, ...options]}
          onChange={(quietFrom) =>
            onKeep({
              ...habit,
              quietFrom,
              quietUntil: quietFrom === '' ? '' : habit.quietUntil || '07:00',
            })
          }
        />
      </div>
      {isQuiet && (
        <div>
          <span>{label(['至', 'until'])}</span>
          <Select
            aria-label={label(['免打扰结束', 'Quiet until'])}
            value={habit.quietUntil}
            options={options}
            onChange={(quietUntil) => onKeep({ ...habit, quietUntil })}
          />
        </div>
      )}
      {isQuiet && (
        <div>
          <Checkbox
            checked={habit.letUrgent}
            onChange={({ target }) => onKeep({ ...habit, letUrgent: target.checked })}
          >
            {label(['严重预警仍立即发送', 'Severe warnings are still sent immediately'])}
          </Checkbox>
        </div>
      )}
      <div>
        <span>{label(['每日汇总', 'Daily digest'])}</span>
        <Select
          aria-label={label(['每日汇总时间', 'Time of the daily digest'])}
          value={habit.digestAt}
          options={options}
          onChange={(digestAt) => onKeep({ ...habit, digestAt })}
        />
      </div>
    </div>
  );
};

/**
 * Renders 消息提醒: the external channels for each kind of message, and their hours; each choice is saved at once.
 * Long because the function holds the state of choices and hours, and the layout of both.
 */
const OwnChannels = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => client.get<MessageChoices>('/keyan/message/channels'),
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} />;
  const habit = data.habit ?? defaultQuietHours;
  // `useClient` has already shown the fault; the refetched choices show the stored ones.
  const again = () => queries.invalidateQueries({ queryKey: key });
  const keep = (at: Pick<MessageChoice, 'msgType' | 'channel'>, wanted: Wanted) => {
    const others = data.chosen.filter((each) => !isSame(each, at));
    const chosen = wanted === 'off' ? others : [...others, { ...at, pace: wanted }];
    queries.setQueryData<MessageChoices>(key, { ...data, chosen, isUsual: false });
    void client.post('/keyan/message/channels', { chosen }).catch(again);
  };
  const keepHabit = (wanted: QuietHours) => {
    queries.setQueryData<MessageChoices>(key, { ...data, habit: wanted });
    void client.post('/keyan/message/habit', { ...wanted }).catch(again);
  };
  const followSchool = () =>
    void client
      .post('/keyan/message/usual', {})
      .then(again)
      // `useClient` has already shown the fault.
      .catch(() => undefined);
  return (
    <>
      <p className="ky-channels-note">
        {label([
          '消息始终在系统内显示；选择后另由邮件、短信、应用或浏览器通知发送，选择即保存',
          'Messages always show in the system; chosen channels send them by e-mail, SMS, app or browser notification as well. Choices are saved at once',
        ])}
      </p>
      <p className="ky-channels-note">
        {data.isUsual ? (
          label(
            data.chosen.length > 0
              ? [
                  '您未作选择，以下为学校默认方式',
                  'You have made no choice; this is the university default',
                ]
              : [
                  '您未作选择，学校也未设默认方式',
                  'You have made no choice, and the university has set no default',
                ],
          )
        ) : (
          <Button type="link" size="small" className="ky-channels-usual" onClick={followSchool}>
            {label(['恢复学校默认', 'Restore university default'])}
          </Button>
        )}
      </p>
      <PushSwitch
        onOn={() => {
          // Switching notifications on also chooses tasks, returns and reminders for that channel.
          if (data.chosen.some(({ channel }) => channel === 'push')) return void again();
          const wanted = [...messageTypesSentAtOnce].map((msgType) => ({
            msgType,
            channel: 'push' as const,
            pace: 'now' as const,
          }));
          void client
            .post('/keyan/message/channels', { chosen: [...data.chosen, ...wanted] })
            .finally(again)
            .catch(() => undefined);
        }}
        onOff={() => void again()}
      />
      <Hours habit={habit} onKeep={keepHabit} />
      <div className="ky-channels-scroll">
        <table className="ky-channels">
          <thead>
            <tr>
              <th scope="col">{label(['消息类型', 'Message type'])}</th>
              {externalChannels.map((channel) => (
                <th key={channel} scope="col">
                  {label(channelNames[channel])}
                  <small>{label(placeOf(data, channel))}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {msgType.entries.map((entry) => (
              <tr key={entry.code}>
                <th scope="row">{label(entry.label)}</th>
                {externalChannels.map((channel) => {
                  const at = { msgType: entry.code, channel };
                  const chosen = data.chosen.find((each) => isSame(each, at));
                  const isOpen = data.ready.includes(channel) && data.addresses[channel] !== '';
                  return (
                    <td key={channel}>
                      <Select<Wanted>
                        value={chosen?.pace ?? 'off'}
                        disabled={!isOpen && !chosen}
                        variant="borderless"
                        popupMatchSelectWidth={false}
                        aria-label={label(
                          fill(['{kind}：{channel}', '{kind}: {channel}'], {
                            kind: entry.label,
                            channel: channelNames[channel],
                          }),
                        )}
                        options={(Object.keys(paceNames) as Wanted[]).map((value) => ({
                          value,
                          label: label(paceNames[value]),
                        }))}
                        onChange={(wanted) => keep(at, wanted)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CalendarFeed />
    </>
  );
};

export default OwnChannels;
