import type { CaptchaResponse } from '@keyan/console/client/captcha.ts';
import type { Client } from '@keyan/console/client/client.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { store } from '@keyan/console/storage/store.ts';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Services } from './Services.tsx';
import { expiredFlag, signIn } from './signin.ts';
import { defaultTenant, type Site } from './site.ts';
import { signInTexts } from './texts.ts';

/** Loaded on demand: few sites use a captcha. */
const Captcha = lazy(() => import('@keyan/console/components/Captcha.tsx'));

interface SignInFormProps {
  readonly client: Client;
  readonly site: Site;
  /** Id of the tenant; undefined if the address does not determine one: the user enters it. */
  readonly tenantId: string | undefined;
  readonly onTyping: () => void;
  readonly onSignedIn: () => void;
  /**
   * Result of an external service: a ticket that the next sign-in binds to an account, or a
   * refusal.
   */
  readonly outside: ExternalSignInResult | undefined;
  /** Called to register; undefined if registration is closed. */
  readonly onRegister: (() => void) | undefined;
  /** Called to sign in by phone instead. */
  readonly onPhone: () => void;
}

/** Result of a sign-in at an external service that did not sign the user in. */
export interface ExternalSignInResult {
  readonly oauthId?: string;
  readonly fault?: Text;
}

const accountName = 'account';

/**
 * Renders the form for account and password. After a failure the account remains filled in and a
 * banner shows the error. Long because it is one form: six controls over one state.
 */
export const SignInForm = (props: SignInFormProps) => {
  const { client, site, tenantId, outside, onTyping, onSignedIn, onRegister, onPhone } = props;
  const label = useLabel();
  const id = useId();
  const [tenant, setTenant] = useState<string>(defaultTenant);
  const [account, setAccount] = useState(() => store.get<string>(accountName) ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(() => store.get<string>(accountName) !== undefined);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [fault, setFault] = useState<Text | undefined>(() =>
    store.get<boolean>(expiredFlag, 'session') ? signInTexts.expired : undefined,
  );
  const [busy, setBusy] = useState(false);
  const [captcha, setCaptcha] = useState<CaptchaResponse>();
  const [wrongCaptcha, setWrongCaptcha] = useState(false);
  // True after a refusal for a missing or wrong captcha, which the form then shows even if the
  // site's settings could not be loaded.
  const [refused, setRefused] = useState(false);
  const asksCaptcha = site.captcha || refused;
  const [tries, setTries] = useState(0);
  const accountField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const captchaField = useRef<HTMLInputElement>(null);

  const enter = async (given: { account: string; password: string }) => {
    const chosen = {
      tenantId: tenantId ?? tenant.trim(),
      ...given,
      account: given.account.trim(),
      captcha,
      oauthId: outside?.oauthId,
    };
    const missing: [boolean, Text, HTMLInputElement | null][] = [
      [chosen.tenantId === '', signInTexts.needTenant, null],
      [chosen.account === '', signInTexts.needAccount, accountField.current],
      [chosen.password === '', signInTexts.needPassword, passwordField.current],
      [asksCaptcha && !captcha, signInTexts.needCaptcha, captchaField.current],
    ];
    const first = missing.find(([absent]) => absent);
    if (first) {
      setFault(first[1]);
      first[2]?.focus();
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      await signIn(client, chosen);
      if (remember) store.set(accountName, chosen.account);
      else store.remove(accountName);
      onSignedIn();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setBusy(false);
      // Every attempt uses up the captcha picture.
      setTries(tries + 1);
      setCaptcha(undefined);
      const wrong = error instanceof ApiFault && error.reason === 'invalid_captcha';
      setWrongCaptcha(wrong);
      setRefused(refused || wrong);
      if (wrong) return;
      passwordField.current?.focus();
      passwordField.current?.select();
    }
  };

  const shownFault = fault ?? outside?.fault;
  // Not an error: explains that signing in binds the external account.
  const notice = shownFault || !outside?.oauthId ? undefined : signInTexts.unbound;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter({ account, password });
  };

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form
      className="ky-signin-form"
      onSubmit={submit}
      onInput={onTyping}
      onFocus={onTyping}
      noValidate
    >
      <h1>{label(signInTexts.title)}</h1>
      <p className="ky-signin-hint">{label(signInTexts.hint)}</p>

      {tenantId === undefined && (
        <div className="ky-field">
          <label htmlFor={`${id}-tenant`}>{label(signInTexts.tenant)}</label>
          <input
            id={`${id}-tenant`}
            value={tenant}
            autoComplete="organization"
            onChange={({ target }) => setTenant(target.value)}
          />
        </div>
      )}

      <div className="ky-field">
        <label htmlFor={`${id}-account`}>{label(signInTexts.account)}</label>
        <input
          ref={accountField}
          id={`${id}-account`}
          name="username"
          value={account}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has one thing to do, and this is its start
          autoFocus={account === ''}
          onChange={({ target }) => setAccount(target.value)}
        />
      </div>

      <div className="ky-field">
        <label htmlFor={`${id}-password`}>{label(signInTexts.password)}</label>
        <div className="ky-field-box">
          <input
            ref={passwordField}
            id={`${id}-password`}
            name="password"
            type={shown ? 'text' : 'password'}
            value={password}
            autoComplete="current-password"
            aria-describedby={capsLock ? `${id}-caps` : undefined}
            // biome-ignore lint/a11y/noAutofocus: the account is remembered, so this is the start
            autoFocus={account !== ''}
            onChange={({ target }) => setPassword(target.value)}
            onKeyUp={watchCapsLock}
          />
          <button
            type="button"
            aria-label={label(shown ? signInTexts.hide : signInTexts.show)}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Eye open={shown} />
          </button>
        </div>
        {capsLock && (
          <p id={`${id}-caps`} className="ky-field-note">
            {label(signInTexts.capsLock)}
          </p>
        )}
      </div>

      {asksCaptcha && (
        <div className="ky-field ky-signin-captcha">
          <Suspense>
            <Captcha
              key={tries}
              client={client}
              input={captchaField}
              wrong={wrongCaptcha}
              onAnswer={setCaptcha}
            />
          </Suspense>
        </div>
      )}

      {notice && (
        <p className="ky-signin-notice" role="status">
          {label(notice)}
        </p>
      )}
      <div role="alert">
        {shownFault && (
          <p className="ky-signin-fault">
            <Glyph name="warning" /> {label(shownFault)}
          </p>
        )}
      </div>

      <button type="submit" className="ky-signin-button" disabled={busy}>
        {label(busy ? signInTexts.signingIn : signInTexts.signIn)}
      </button>

      <div className="ky-signin-beside">
        <label className="ky-signin-remember">
          <input type="checkbox" checked={remember} onChange={() => setRemember(!remember)} />
          {label(signInTexts.remember)}
        </label>
        {onRegister && (
          <button type="button" className="ky-signin-register" onClick={onRegister}>
            {label(signInTexts.register)}
          </button>
        )}
      </div>

      <Services site={site} onPhone={onPhone} />
      {site.demo && (
        <DemoAccounts
          site={site}
          disabled={busy}
          onPick={(picked) => {
            setAccount(picked.account);
            setPassword(picked.password);
            void enter(picked);
          }}
        />
      )}
    </form>
  );
};

const Eye = ({ open }: { open: boolean }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    aria-hidden="true"
  >
    <path d="M1.5 9S4.2 4 9 4s7.5 5 7.5 5-2.7 5-7.5 5S1.5 9 1.5 9Z" />
    <circle cx="9" cy="9" r="2.3" />
    {!open && <path d="m3 15.5 12-13" />}
  </svg>
);
