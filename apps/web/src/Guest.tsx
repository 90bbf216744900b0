import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import RegistrationDialog from '@keyan/product/system/registration/RegistrationDialog.web.tsx';
import { useEffect } from 'react';
import { useSite } from './login/site.ts';

/** Somebody whom a provider of sign-ins knows and this university does not: they may ask. */
const Guest = () => {
  const client = useClient();
  const label = useLabel();
  const { tenantId, oauthId } = useUser();
  const { site } = useSite(client);
  const leave = () => void client.signOut();
  useEffect(() => {
    document.title = label(['账号注册', 'Ask for an account']);
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
