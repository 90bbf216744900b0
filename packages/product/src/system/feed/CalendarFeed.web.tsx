import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';

interface FeedProps {
  /** Deadlines to publish: the user's (`own`), or all that the user administers (`all`). */
  readonly whose?: 'own' | 'all';
}

/** Renders 日历订阅: the secret URL by which a calendar program reads deadlines. */
export const CalendarFeed = ({ whose = 'own' }: FeedProps) => {
  const label = useLabel();
  const client = useClient();
  const [address, setAddress] = useState('');
  const { data, refetch } = useQuery({
    queryKey: ['calendar-feed', whose],
    queryFn: () => client.get<{ readonly since: string }>('/keyan/calendar/state', { whose }),
  });
  if (!data) return null;
  const renew = async () => {
    try {
      const { path } = await client.post<{ readonly path: string }>('/keyan/calendar/renew', {
        whose,
      });
      setAddress(`${window.location.origin}${path}`);
      void refetch();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const stop = async () => {
    try {
      await client.post('/keyan/calendar/stop', { whose });
      setAddress('');
      void refetch();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <section className="ky-calendar-feed">
      <h3>{label(['日历订阅', 'Calendar'])}</h3>
      <p className="ky-channels-note">
        {label([
          '把地址加入手机或电脑的日历，项目到期、评审、申报、年费等日期自动出现；地址相当于密码，泄露后请更换',
          'Add the address to the calendar of your phone or computer, and dates of projects, reviews, calls, annual fees and more appear automatically. Treat the address like a password and replace it if it leaks',
        ])}
      </p>
      {address && (
        <Input
          readOnly
          value={address}
          aria-label={label(['订阅地址', 'Address'])}
          onFocus={({ target }) => target.select()}
        />
      )}
      {address && (
        <p className="ky-channels-note">
          {label(['只显示这一次，请现在复制', 'It is shown only once; copy it now'])}
        </p>
      )}
      <div className="ky-calendar-buttons">
        <Button onClick={() => void renew()}>
          {data.since
            ? label(['更换地址', 'Replace address'])
            : label(['生成地址', 'Create address'])}
        </Button>
        {data.since && (
          <Button danger onClick={() => void stop()}>
            {label(['停用', 'Stop'])}
          </Button>
        )}
      </div>
    </section>
  );
};
