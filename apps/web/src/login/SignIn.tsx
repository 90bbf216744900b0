import type { Client } from '@keyan/console/client/client.ts';
import {
  currentLanguage,
  setLanguage,
  useLabel,
  useLanguage,
} from '@keyan/console/i18n/language.ts';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { Logo } from '../Logo.tsx';
import { siteTitle } from '../title.ts';
import { Panel } from './Panel.tsx';
import { type ExternalSignInResult, SignInForm } from './SignInForm.tsx';
import { signInAsGuest, signInExternally } from './signin.ts';
import { useSite } from './site.ts';
import { signInTexts } from './texts.ts';
import './signin.css';

/** Loaded on demand: few users register, and signing in does not need its password checks. */
const RegistrationDialog = lazy(
  () => import('@keyan/product/system/registration/RegistrationDialog.web.tsx'),
);

/** Loaded on demand: only used by universities that send text messages. */
const PhoneForm = lazy(() => import('./PhoneForm.tsx'));

interface SignInProps {
  readonly client: Client;
  /** Called when the user begins to type, to load the console early. */
  readonly onTyping: () => void;
  readonly onSignedIn: () => void;
}

/** Renders the form for account and password, or the phone form. */
const Ways = (props: Omit<ComponentProps<typeof SignInForm>, 'onPhone'>) => {
  const [byPhone, setByPhone] = useState(false);
  if (!byPhone) return <SignInForm {...props} onPhone={() => setByPhone(true)} />;
  const { client, tenantId, onTyping, onSignedIn } = props;
  return (
    <Suspense>
      <PhoneForm
        client={client}
        tenantId={tenantId}
        onTyping={onTyping}
        onSignedIn={onSignedIn}
        onBack={() => setByPhone(false)}
      />
    </Suspense>
  );
};

/** The sign-in page. Plain React and CSS, so that it loads fast. */
export const SignIn = ({ client, onTyping, onSignedIn }: SignInProps) => {
  const label = useLabel();
  const chosen = useLanguage();
  const { site, tenantId, registerUser = site.registerUser } = useSite(client);
  const [outside, setOutside] = useState<ExternalSignInResult>();
  const [registering, setRegistering] = useState(false);
  const name = label(siteTitle(site.name ? [site.name, site.nameEn || site.name] : undefined));
  useEffect(() => {
    // If signing in as a guest fails, the user can still sign in with the form.
    void signInAsGuest(client).then(
      (entered) => entered && onSignedIn(),
      () => undefined,
    );
    void signInExternally(client).then(
      (entered) => {
        if (entered?.oauthId === null) onSignedIn();
        else if (entered) setOutside({ oauthId: entered.oauthId });
      },
      (error: unknown) =>
        setOutside({ fault: error instanceof Error ? error.message : String(error) }),
    );
  }, [client, onSignedIn]);
  useEffect(() => {
    // Unlike pages of the console, this title lacks the name of the site.
    document.title = label(signInTexts.title);
  }, [label]);
  return (
    <div className="ky-signin">
      <Panel name={name} notices={site.notices ?? []} />
      <main className="ky-signin-side">
        <div className="ky-signin-top">
          <span className="ky-signin-brand">
            <Logo /> {name}
          </span>
          <button
            type="button"
            lang={chosen === 'zh' ? 'en' : 'zh-CN'}
            onClick={() => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')}
          >
            {chosen === 'zh' ? 'English' : '中文'}
          </button>
        </div>
        <Ways
          client={client}
          site={site}
          tenantId={tenantId}
          outside={outside}
          onTyping={onTyping}
          onSignedIn={onSignedIn}
          onRegister={registerUser ? () => setRegistering(true) : undefined}
        />
        <p className="ky-signin-foot">{label(signInTexts.secret)}</p>
      </main>
      {registering && (
        <Suspense>
          <RegistrationDialog
            client={client}
            tenantId={tenantId}
            captcha={site.captcha ?? false}
            oauthId={outside?.oauthId}
            cancel={signInTexts.cancel}
            onCancel={() => setRegistering(false)}
            onApplied={() => setRegistering(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
