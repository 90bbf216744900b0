import type { Client } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { useId, useState } from 'react';

/** State of notifications in this browser. */
type Standing = 'unsupported' | 'denied' | 'off' | 'on';

const words: Readonly<Record<Standing, Label>> = {
  unsupported: [
    '此浏览器不支持通知，或页面未经 HTTPS 打开',
    'This browser has no notifications, or the page was not opened by HTTPS',
  ],
  denied: [
    '浏览器已禁止本站通知，请在地址栏的站点设置中允许后刷新',
    'The browser blocks them: allow notifications in the site settings of the address bar, then reload',
  ],
  off: [
    '开启后，新消息的标题会显示在此设备上；退出登录即停止',
    'Titles of new messages show on this device; signing out stops them',
  ],
  on: [
    '此浏览器已开启，下表选择哪些消息；退出登录即停止',
    'On in this browser; choose the messages below. Signing out stops them',
  ],
};

interface PushAnswer {
  readonly key: string;
  readonly browsers: number;
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Returns the push manager of the page's service worker, which is registered when the page is idle; null if
 * unsupported.
 */
const managerOf = async (): Promise<PushManager | null> => {
  if (!isSupported()) return null;
  const worker =
    (await navigator.serviceWorker.getRegistration()) ??
    (await navigator.serviceWorker.register('/sw.js').catch(() => undefined));
  return worker?.pushManager ?? null;
};

const bytesOf = (key: string): Uint8Array<ArrayBuffer> => {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
};

/** Reads the state of this browser from the server: a subscription of another user counts as off. */
const standingOf = async (client: Client): Promise<Standing> => {
  const manager = await managerOf();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const own = await manager.getSubscription();
  if (!own) return 'off';
  const { known } = await client.post<{ readonly known: boolean }>(
    '/keyan/message/push/known',
    { endpoint: own.endpoint },
    { quiet: true },
  );
  return known ? 'on' : 'off';
};

/** Asks for permission, subscribes at the browser's push service, and stores the subscription on the server. */
const switchOn = async (client: Client): Promise<Standing> => {
  if ((await Notification.requestPermission()) !== 'granted') return standingOf(client);
  const manager = await managerOf();
  if (!manager) return 'unsupported';
  const { key } = await client.get<PushAnswer>('/keyan/message/push');
  // A subscription made with other server keys cannot be used.
  await (await manager.getSubscription())?.unsubscribe();
  const made = await (await navigator.serviceWorker.ready).pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { keys } = made.toJSON();
  await client.post('/keyan/message/push', {
    endpoint: made.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  });
  return 'on';
};

const switchOff = async (client: Client): Promise<Standing> => {
  const own = await (await managerOf())?.getSubscription();
  if (!own) return 'off';
  await client.post('/keyan/message/push/remove', { endpoint: own.endpoint });
  await own.unsubscribe();
  return 'off';
};

interface PushProps {
  readonly onOn: () => void;
  readonly onOff: () => void;
}

/** Renders 浏览器通知: the switch for notifications in this browser. */
export const PushSwitch = ({ onOn, onOff }: PushProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const { data: standing, refetch } = useQuery({
    queryKey: ['own-push'],
    queryFn: () => standingOf(client),
    staleTime: 0,
  });
  if (!standing) return null;
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      const now = isOn ? await switchOn(client) : await switchOff(client);
      (now === 'on' ? onOn : onOff)();
    } catch {
      // The browser's push service is unreachable; faults of the server are shown by `useClient`.
      toast.warning([
        '浏览器未能开启通知，请检查网络后再试',
        'The browser could not switch notifications on; check the network and try again',
      ]);
    } finally {
      setBusy(false);
      await refetch();
    }
  };
  return (
    <div className="ky-channels-push">
      <Switch
        id={id}
        checked={standing === 'on'}
        loading={busy}
        disabled={standing === 'unsupported' || standing === 'denied'}
        aria-describedby={`${id}-help`}
        aria-label={label(['在此浏览器接收通知', 'Notifications in this browser'])}
        onChange={(isOn) => void change(isOn)}
      />
      <label htmlFor={id}>{label(['在此浏览器接收通知', 'Notifications in this browser'])}</label>
      <small id={`${id}-help`}>{label(words[standing])}</small>
    </div>
  );
};
