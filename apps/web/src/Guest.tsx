import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import RegistrationDialog from '@keyan/product/system/registration/RegistrationDialog.web.tsx';
import { useEffect } from 'react';
import { useSite } from './login/site.ts';

/**
 * Registration page for a user whom an external sign-in provider knows and who has no account here.
 */
const Guest = () => {
  const client = useClient();
  const label = useLabel();
  const { tenantId, oauthId } = useUser();
  const { site } = useSite(client);
  const leave = () => void client.signOut();
  useEffect(() => {
    document.title = label(['账号注册', 'Request an account']);
  }, [label]);
  return (
    <RegistrationDialog
      client={client}
      tenantId={tenantId || undefined}
      captcha={site.captcha ?? false}
      oauthId={oauthId || undefined}
      cancel={['退出登录', 'Sign out']}
      onCancel={leave}
      onApplied={leave}
    />
  );
};

export default Guest;
