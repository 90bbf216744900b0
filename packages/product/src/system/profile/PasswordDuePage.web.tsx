import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useRuntime } from '@keyan/console/navigation/runtime.ts';
import { useBrand } from '@keyan/console/navigation/useBrand.ts';
import { Button } from 'antd';
import { useEffect } from 'react';
import { ChangePassword } from './profile-password.web.tsx';
import './profile.web.css';

/** Renders the only page available with an initial password (ASVS 6.4.1): choose another password, or sign out. */
const PasswordDuePage = () => {
  const { sessions, signOut } = useClient();
  const { config } = useRuntime();
  const { account } = useUser();
  const label = useLabel();
  const brand = useBrand();
  const title = label(['设置新密码', 'Choose a new password']);
  useEffect(() => {
    document.title = `${title} - ${brand}`;
  }, [title, brand]);
  const goOn = () => {
    const session = sessions.get();
    if (session) sessions.set({ ...session, user: { ...session.user, passwordDue: false } });
  };
  return (
    <main className="ky-password-due">
      <p className="ky-password-due-brand">
        {config.brand.mark} {brand}
      </p>
      <Card>
        <h1>{title}</h1>
        <p>
          {label([
            '当前密码由他人设置。请先设置只有自己知道的密码，然后继续。',
            'Your current password was set by somebody else. Please set a password that only you know, then continue.',
          ])}
        </p>
        <ChangePassword
          account={account}
          onChanged={goOn}
          ways={<Button onClick={() => void signOut()}>{label(['退出登录', 'Sign out'])}</Button>}
        />
      </Card>
    </main>
  );
};

export default PasswordDuePage;
