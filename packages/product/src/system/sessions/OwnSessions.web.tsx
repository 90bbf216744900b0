import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { browserNameOf } from './device.ts';
import { SessionTag } from './SessionTag.web.tsx';
import { type SessionRow, viewingText } from './sessions.ts';
import './sessions.web.css';

const ownKey = ['own-sessions'];

/** Maximum number of ended sessions shown. */
const maxEndedSessions = 10;

const Device = ({ row, onEnd }: { readonly row: SessionRow; readonly onEnd?: () => void }) => {
  const label = useLabel();
  const now = Date.now();
  const device = browserNameOf(row.userAgent) || label(['未知设备', 'Unknown device']);
  const since = shortTime(row.startTime, now);
  const until = shortTime(row.endTime || row.seenTime, now);
  return (
    <li className="ky-device">
      <div>
        <span className="ky-device-name">
          {device}
          <SessionTag row={row} />
        </span>
        <p>
          {row.address}
          {label([
            ` · 登录 ${since} · ${row.endTime ? '结束' : '最近活动'} ${until}`,
            ` · since ${since} · ${row.endTime ? 'ended' : 'last seen'} ${until}`,
          ])}
        </p>
        {row.viewer && <p>{label(viewingText(row))}</p>}
      </div>
      {onEnd && (
        <Button aria-label={`${label(['下线', 'Sign out'])} ${device}`} onClick={onEnd}>
          {label(['下线', 'Sign out'])}
        </Button>
      )}
    </li>
  );
};

/** Renders 登录设备: the user's current and past sessions. */
export const OwnSessions = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ownKey,
    queryFn: () => client.get<readonly SessionRow[]>('/keyan/session/own'),
  });
  const end = (ids?: readonly string[]) =>
    client
      .post('/keyan/session/end-own', { ids })
      .then(() => toast.success(['已下线', 'Signed out']))
      // `useClient` has already shown the fault.
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: ownKey }));
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={60} />;
  const open = data.filter(({ state }) => state === 'open');
  const past = data.filter(({ state }) => state === 'ended').slice(0, maxEndedSessions);
  return (
    <>
      <div className="ky-devices-head">
        <p>
          {label([
            '不认识的设备请下线，并修改密码',
            'Sign out devices that you do not know, and change your password',
          ])}
        </p>
        {open.length > 1 && (
          <Button danger onClick={() => void end()}>
            {label(['下线其他所有设备', 'Sign out all others'])}
          </Button>
        )}
      </div>
      <ul className="ky-devices">
        {open.map((row) => (
          <Device
            key={row.id}
            row={row}
            {...(!row.current && { onEnd: () => void end([row.id]) })}
          />
        ))}
      </ul>
      {past.length > 0 && (
        <>
          <h3 className="ky-devices-past">{label(['登录历史', 'Sign-in history'])}</h3>
          <ul className="ky-devices">
            {past.map((row) => (
              <Device key={row.id} row={row} />
            ))}
          </ul>
        </>
      )}
    </>
  );
};
