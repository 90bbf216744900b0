import { BellOutlined } from '@ant-design/icons';
import { Badge, Popover } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listenLive } from '../client/live.ts';
import { SkeletonRows } from '../components/state.tsx';
import { useUnread } from './bellcalls.ts';
import { useRuntime } from './runtime.ts';

const BellPanel = lazy(() => import('./BellPanel.tsx'));

/** Lists and counts that depend on events are read anew whenever one arrives. */
const useLive = () => {
  const { client, config, queries } = useRuntime();
  useEffect(
    () =>
      listenLive({
        client,
        path: config.bell.stream,
        onEvent: () => void queries.invalidateQueries({ queryKey: ['live'] }),
      }),
    [client, config.bell.stream, queries],
  );
};

/** The bell: how many messages are unread, and what they are (spec §2). */
export const Bell = () => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const unread = useUnread();
  useLive();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      classNames={{ root: 'ky-bell' }}
      content={
        <div className="ky-bell-body">
          <Suspense fallback={<SkeletonRows rows={5} height={52} />}>
            {open && <BellPanel onLeave={() => setOpen(false)} />}
          </Suspense>
        </div>
      }
    >
      <button
        type="button"
        className="ky-tool"
        aria-label={`${t('bar.bell')} ${t('bar.unread', { count: unread })}`}
      >
        <Badge count={unread} overflowCount={99} size="small">
          <BellOutlined />
        </Badge>
      </button>
    </Popover>
  );
};
