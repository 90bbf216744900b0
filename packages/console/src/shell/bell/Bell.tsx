import { BellOutlined } from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import type { QueryClient } from '@tanstack/react-query';
import { Badge } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type LiveEvent, listenLive, refetchLive } from '../../client/live.ts';
import { Popover } from '../../components/Popover.tsx';
import { SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { type BellCount, bellCountKey, useBellCount } from '../../messages/calls.ts';
import type { MessageEntry } from '../../messages/message.ts';
import { useRuntime } from '../../navigation/runtime.ts';

const BellPanel = lazy(() => import('./BellPanel.tsx'));
const BellDialog = lazy(() => import('../../messages/MessageDialogs.tsx'));

/** Milliseconds over which clients spread their calls after an event for all users. */
const refetchSpread = 2000;

/**
 * Returns true if the event has the number of unread messages that the page already has or is
 * fetching.
 */
const isCountKnown = (queries: QueryClient, { type, data }: LiveEvent): boolean => {
  if (type !== 'unread') return false;
  const known = queries.getQueryData<BellCount>(bellCountKey);
  const { unread } = JSON.parse(data) as { readonly unread?: number };
  return known === undefined || known.unread === unread;
};

/**
 * Refetches lists and counts after an event: immediately for events of the user, spread over time
 * for events that all users receive. A stream begins with the number of unread messages: if the
 * page has just fetched the same number, only older data are refetched. During a batch, refetching
 * waits for its end.
 */
const useLive = () => {
  const { client, config, queries } = useRuntime();
  useEffect(() => {
    const refresh = () => refetchLive(queries);
    let later: ReturnType<typeof setTimeout> | undefined;
    const stop = listenLive({
      client,
      path: config.bell.stream,
      onEvent: (event) => {
        clearTimeout(later);
        if (event.opening && isCountKnown(queries, event)) {
          void queries.refetchQueries({ queryKey: ['live'], stale: true });
        } else if (event.type === 'rights') {
          // Menus and buttons change without reloading the page.
          void queries.invalidateQueries({ queryKey: ['menu'] });
        } else if (event.type === 'news') {
          later = setTimeout(refresh, Math.random() * refetchSpread);
        } else {
          refresh();
        }
      },
    });
    return () => {
      clearTimeout(later);
      stop();
    };
  }, [client, config.bell.stream, queries]);
};

/** Maximum number on the badge; more is shown as 99+, also in the bell's accessible name. */
const maxBadgeCount = 99;

/**
 * Renders the bell: number of unread messages, or a dot if there are messages or notices, and a
 * popover with the lists. Closing a message returns to the list.
 */
export const Bell = () => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<MessageEntry>();
  const { unread, any } = useBellCount();
  useLive();
  const leave = () => {
    setShown(undefined);
    setOpen(false);
  };
  return (
    <>
      <Popover
        name={label(['消息', 'Messages'])}
        open={open && shown === undefined}
        onOpenChange={setOpen}
        placement="bottomRight"
        classNames={{ root: 'ky-bell' }}
        content={
          <div className="ky-bell-body">
            <Suspense fallback={<SkeletonRows rows={5} height={52} />}>
              {open && <BellPanel onShow={setShown} onLeave={leave} />}
            </Suspense>
          </div>
        }
      >
        <button
          type="button"
          className="ky-toolbar-item"
          aria-label={`${label(['消息', 'Messages'])} ${label(fill(['{count} 条未读', '{count} unread'], { count: unread > maxBadgeCount ? `${maxBadgeCount}+` : unread }))}`}
        >
          {/* Without a count the badge is a dot, or nothing if there are no messages. */}
          <Badge
            count={unread || undefined}
            dot={unread === 0 && any}
            overflowCount={maxBadgeCount}
            size="small"
          >
            <BellOutlined />
          </Badge>
        </button>
      </Popover>
      <Suspense>
        {shown && <BellDialog entry={shown} onClose={() => setShown(undefined)} onLeave={leave} />}
      </Suspense>
    </>
  );
};
