import { useLastResult } from '@keyan/console/base/useLastGood.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { OwnSessions } from '../sessions/OwnSessions.web.tsx';
import { ChangePassword } from './profile-password.web.tsx';
import { accountKey, type OwnAccount, PersonalData } from './profile-person.web.tsx';
import './profile.web.css';

/** Loaded for administrators only. */
const StateStrip = lazy(() => import('../state/StateStrip.web.tsx'));

const OwnChannels = lazy(() => import('../delivery/OwnChannels.web.tsx'));

/** Returns whether a text is a tab that the URL may name, besides the first tab. */
const isPart = (asked: string | undefined): asked is 'password' | 'devices' | 'messages' =>
  asked === 'password' || asked === 'devices' || asked === 'messages';

/** Renders 个人信息: the user's account data, password and devices. */
const ProfilePage = () => {
  const client = useClient();
  const label = useLabel();
  const permissions = usePermissions();
  const { tab: asked } = useTabParams();
  const { setQuery } = useTab();
  const [shown, setShown] = useState<string>(isPart(asked) ? asked : 'person');
  useEffect(() => setQuery(shown === 'person' ? '' : `tab=${shown}`), [shown, setQuery]);
  const read = useQuery({
    queryKey: accountKey,
    queryFn: () => client.get<OwnAccount>('/blade-user/info'),
  });
  const account = useLastResult(read.data);
  return (
    <Page header={<PageHeader title={label(['个人信息', 'Profile'])} />}>
      {permissions.has('info_state') && (
        <Suspense fallback={<div className="ky-card ky-state-waiting" />}>
          <StateStrip />
        </Suspense>
      )}
      {!account ? (
        read.error ? (
          <ErrorPanel fault={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows height={28} />
        )
      ) : (
        <Card className="ky-profile">
          <Tabs
            activeKey={shown}
            onChange={setShown}
            items={[
              {
                key: 'person',
                label: label(['个人信息', 'Personal data']),
                children: <PersonalData account={account} />,
              },
              {
                key: 'password',
                label: label(['修改密码', 'Change password']),
                children: <ChangePassword account={account.account} />,
              },
              {
                key: 'devices',
                label: label(['登录设备', 'Devices']),
                children: <OwnSessions />,
              },
              {
                key: 'messages',
                label: label(['消息提醒', 'Notifications']),
                children: (
                  <Suspense fallback={<SkeletonRows rows={6} height={36} />}>
                    <OwnChannels />
                  </Suspense>
                ),
              },
            ]}
          />
        </Card>
      )}
    </Page>
  );
};

export default ProfilePage;
