import type { Client } from '@keyan/console/client/client.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { phoneFault } from '@keyan/kernel/values/pattern.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { phoneTexts } from './phone-texts.ts';
import { requestCode, signInByPhone } from './signin.ts';
import { defaultTenant } from './site.ts';
import { signInTexts } from './texts.ts';

interface PhoneFormProps {
  readonly client: Client;
  /** Id of the tenant; undefined (the default tenant) if the address does not determine one. */
  readonly tenantId: string | undefined;
  readonly onTyping: () => void;
  readonly onSignedIn: () => void;
  /** Called to return to the form for account and password. */
  readonly onBack: () => void;
}

/** Seconds until another code may be requested for a phone. */
const pause = 60;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Counts down the seconds until another code may be requested; `start` begins. */
const useCountdown = () => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(pause) };
};

/** State of the phone form: typed values, the request for a code, and signing in with the code. */
const usePhoneSignIn = ({ client, tenantId = defaultTenant, onSignedIn }: PhoneFormProps) => {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<{ readonly id: string; readonly phone: string }>();
  const [fault, setFault] = useState<Text>();
  const [busy, setBusy] = useState(false);
  const { left, start } = useCountdown();
  const phoneField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const refuse = (text: Text, field: HTMLInputElement | null) => {
    setFault(text);
    field?.focus();
  };
  const attempt = async (work: () => Promise<void>, field: HTMLInputElement | null) => {
    setBusy(true);
    setFault(undefined);
    await work().catch((error: unknown) => refuse(textOf(error), field));
    setBusy(false);
  };
  const ask = () => {
    const wrong = phoneFault(phone);
    if (wrong) return refuse(wrong, phoneField.current);
    const number = phone.trim();
    return attempt(async () => {
      setSent({ id: await requestCode(client, tenantId, number), phone: number });
      start();
      codeField.current?.focus();
    }, phoneField.current);
  };
  const enter = () => {
    const wrong = phoneFault(phone);
    if (wrong) return refuse(wrong, phoneField.current);
    if (sent?.phone !== phone.trim()) return refuse(phoneTexts.askFirst, phoneField.current);
    if (!/^\d{6}$/.test(code.trim())) return refuse(phoneTexts.needCode, codeField.current);
    return attempt(async () => {
      await signInByPhone(client, { tenantId, ...sent, code: code.trim() });
      onSignedIn();
    }, codeField.current);
  };
  return {
    phone,
    setPhone,
    code,
    setCode,
    sent,
    fault,
    busy,
    left,
    phoneField,
    codeField,
    ask,
    enter,
  };
};

/** Form for signing in with a phone number and the code sent to it. */
const PhoneForm = (props: PhoneFormProps) => {
  const label = useLabel();
  const id = useId();
  const state = usePhoneSignIn(props);
  const { phone, code, fault, busy, left } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.enter();
  };
  return (
    <form className="ky-signin-form" onSubmit={submit} onInput={props.onTyping} noValidate>
      <h1>{label(phoneTexts.title)}</h1>
      <p className="ky-signin-hint">{label(phoneTexts.hint)}</p>
      <div className="ky-field">
        <label htmlFor={`${id}-phone`}>{label(phoneTexts.phone)}</label>
        <input
          ref={state.phoneField}
          id={`${id}-phone`}
          name="phone"
          value={phone}
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          // biome-ignore lint/a11y/noAutofocus: the form has one start, and somebody asked for it
          autoFocus
          onChange={({ target }) => state.setPhone(target.value)}
        />
      </div>
      <div className="ky-field">
        <label htmlFor={`${id}-code`}>{label(phoneTexts.code)}</label>
        <div className="ky-field-row">
          <input
            ref={state.codeField}
            id={`${id}-code`}
            name="code"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={({ target }) => state.setCode(target.value)}
          />
          <button type="button" disabled={busy || left > 0} onClick={() => void state.ask()}>
            {left > 0
              ? label([`${left} 秒后可重发`, `Resend in ${left} s`])
              : label(phoneTexts.ask)}
          </button>
        </div>
      </div>
      {state.sent && !fault && (
        <p className="ky-signin-notice" role="status">
          {label(phoneTexts.sent)}
        </p>
      )}
      <div role="alert">
        {fault && (
          <p className="ky-signin-fault">
            <Glyph name="warning" /> {label(fault)}
          </p>
        )}
      </div>
      <button type="submit" className="ky-signin-button" disabled={busy}>
        {label(busy ? signInTexts.signingIn : signInTexts.signIn)}
      </button>
      <div className="ky-signin-beside">
        <button type="button" className="ky-signin-register" onClick={props.onBack}>
          {label(phoneTexts.back)}
        </button>
      </div>
    </form>
  );
};

export default PhoneForm;
