import type { Client } from '@keyan/console/client/client.ts';
import { language, setLanguage, useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Mark } from '../Mark.tsx';
import { siteTitle } from '../title.ts';
import { Panel } from './Panel.tsx';
import { SignInForm } from './SignInForm.tsx';
import { enterAsGuest } from './signin.ts';
import { useSite } from './site.ts';
import { words } from './texts.ts';
import './signin.css';

/** Opened by few, and its checks of passwords are not needed to sign in. */
const RegistrationDialog = lazy(
  () => import('@keyan/product/system/registration/RegistrationDialog.web.tsx'),
);

interface SignInProps {
  readonly client: Client;
  /** Somebody began to fill the form: time to fetch what comes after it. */
  readonly onTyping: () => void;
  readonly onSignedIn: () => void;
}

/** The sign-in page: plain React and CSS, so that it stands at once. */
export const SignIn = ({ client, onTyping, onSignedIn }: SignInProps) => {
  const label = useLabel();
  const chosen = useLanguage();
  const { site, tenantId, registerUser = site.registerUser } = useSite(client);
  const [registering, setRegistering] = useState(false);
  const name = label(siteTitle(site.name ? [site.name, site.nameEn || site.name] : undefined));
  useEffect(() => {
    // Whoever cannot go on as a guest has this page to sign in.
    void enterAsGuest(client).then(
      (entered) => entered && onSignedIn(),
      () => undefined,
    );
  }, [client, onSignedIn]);
  useEffect(() => {
    // The word alone, as spec §2 has it; the pages inside add the name of the site.
    document.title = label(words.title);
  }, [label]);
  return (
    <div className="ky-signin">
      <Panel name={name} notices={site.notices ?? []} />
      <main className="ky-signin-side">
        <div className="ky-signin-top">
          <span className="ky-signin-brand">
            <Mark /> {name}
          </span>
          <button
            type="button"
            lang={chosen === 'zh' ? 'en' : 'zh-CN'}
            onClick={() => setLanguage(language() === 'zh' ? 'en' : 'zh')}
          >
            {chosen === 'zh' ? 'English' : '中文'}
          </button>
        </div>
        <SignInForm
          client={client}
          site={site}
          tenantId={tenantId}
          onTyping={onTyping}
          onSignedIn={onSignedIn}
          onRegister={registerUser ? () => setRegistering(true) : undefined}
        />
        <p className="ky-signin-foot">{label(words.secret)}</p>
      </main>
      {registering && (
        <Suspense>
          <RegistrationDialog
            client={client}
            tenantId={tenantId}
            captcha={site.captcha ?? false}
            cancel={words.cancel}
            onCancel={() => setRegistering(false)}
            onApplied={() => setRegistering(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
