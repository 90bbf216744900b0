import { type CaptchaAnswer, captchaHeaders } from '@keyan/console/client/captcha.ts';
import type { Client } from '@keyan/console/client/client.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import Captcha from '@keyan/console/components/Captcha.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type RegistrationGiven, registrationFault } from './registration-input.ts';
import './registration.web.css';

interface RegistrationDialogProps {
  readonly client: Client;
  /** Undefined where the address and the session do not tell: the applicant is asked (decisions 41). */
  readonly tenantId: string | undefined;
  /** The site asks strangers to read signs from a picture. */
  readonly captcha: boolean;
  /** Who the applicant is to a provider of sign-ins. */
  readonly oauthId?: string;
  /** What leads away from the dialog without an application. */
  readonly cancel: Label;
  readonly onCancel: () => void;
  /** The applicant read that the application waits. */
  readonly onApplied: () => void;
}

type Name = keyof RegistrationGiven;

interface Input {
  readonly name: Name;
  readonly label: Label;
  readonly autoComplete: string;
  readonly type?: 'password';
  readonly required?: boolean;
  readonly note?: Label;
}

/** The fields of spec §2, in its order. */
const inputs: readonly Input[] = [
  {
    name: 'tenantId',
    label: ['租户编号', 'Tenant number'],
    autoComplete: 'organization',
    required: true,
  },
  { name: 'name', label: ['用户名', 'User name'], autoComplete: 'name' },
  {
    name: 'account',
    label: ['账号名称', 'Account name'],
    autoComplete: 'username',
    required: true,
    note: ['4 到 50 位字母、数字或下划线', '4 to 50 letters, digits or underscores'],
  },
  {
    name: 'password',
    label: ['密码', 'Password'],
    autoComplete: 'new-password',
    type: 'password',
    required: true,
    note: [
      '至少 8 位，含大写字母、小写字母、数字、符号中的三种',
      'At least 8 characters, mixing three of: capitals, small letters, digits, symbols',
    ],
  },
  {
    name: 'password2',
    label: ['确认密码', 'Confirm password'],
    autoComplete: 'new-password',
    type: 'password',
    required: true,
  },
];

const words = {
  title: ['账号注册', 'Ask for an account'],
  lead: [
    '提交后由管理员审核，通过后即可登录',
    'An administrator looks at it; once accepted you can sign in',
  ],
  send: ['提交注册', 'Send'],
  sending: ['正在提交', 'Sending'],
  needCaptcha: ['请输入验证码', 'Enter the captcha'],
  failed: ['提交失败', 'Not sent'],
  notice: ['注册提示', 'About your application'],
  applied: [
    '注册申请已提交,请耐心等待管理员通过!',
    'Your application was sent. Please wait until an administrator accepts it.',
  ],
  back: ['返回登录', 'Back to sign-in'],
} as const satisfies Record<string, Label>;

/** Where the server finds a wrong captcha. */
const captchaPath = 'captcha';

/** What went wrong, and at which field where that is known. */
interface Trouble {
  readonly path?: string;
  readonly text: string;
}

/**
 * 账号注册 (spec §2): plain React and CSS, because the sign-in page opens it too. A modal dialog of
 * the browser: what lies behind it can neither be reached nor read.
 */
const RegistrationDialog = (props: RegistrationDialogProps) => {
  const { client, tenantId, captcha: asksCaptcha, oauthId, cancel, onCancel, onApplied } = props;
  const label = useLabel();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const captchaField = useRef<HTMLInputElement>(null);
  const [captcha, setCaptcha] = useState<CaptchaAnswer>();
  const [tries, setTries] = useState(0);
  const [given, setGiven] = useState<RegistrationGiven>({
    tenantId: tenantId ?? '',
    name: '',
    account: '',
    password: '',
    password2: '',
  });
  const [trouble, setTrouble] = useState<Trouble>();
  const [state, setState] = useState<'open' | 'sending' | 'applied'>('open');
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const complain = (next: Trouble) => {
    setTrouble(next);
    setState('open');
    const field = next.path && form.current?.elements.namedItem(next.path);
    if (field instanceof HTMLInputElement) field.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    const fault = registrationFault(given);
    if (fault) return complain({ path: fault.path, text: label(fault.message) });
    if (asksCaptcha && !captcha) {
      return complain({ path: captchaPath, text: label(words.needCaptcha) });
    }
    setTrouble(undefined);
    setState('sending');
    try {
      const options = { anonymous: true, quiet: true, headers: captchaHeaders(captcha) };
      await client.post('/blade-user/register-guest', { ...given, oauthId }, options);
      setState('applied');
    } catch (error) {
      // The picture is used up, whatever was wrong.
      setTries(tries + 1);
      setCaptcha(undefined);
      // Where the server said nothing, 提交失败 has to do (spec §8).
      const told = error instanceof ApiFault && error.status > 0 ? error : undefined;
      complain({
        path: told?.fields[0]?.path,
        text: told?.fields[0]?.message || told?.message || label(words.failed),
      });
    }
  };

  const applied = state === 'applied';
  return (
    <dialog
      ref={dialog}
      className="ky-register"
      role={applied ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onCancel={(event) => {
        event.preventDefault();
        if (applied) onApplied();
        else onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{label(applied ? words.notice : words.title)}</h2>
      <p id={`${id}-lead`} className="ky-register-lead">
        {applied && <Glyph name="approved" />} {label(applied ? words.applied : words.lead)}
      </p>
      {applied ? (
        <div className="ky-register-foot">
          <button
            type="button"
            className="ky-register-go"
            ref={(it) => it?.focus()}
            onClick={onApplied}
          >
            {label(words.back)}
          </button>
        </div>
      ) : (
        <form ref={form} onSubmit={(event) => void send(event)} noValidate>
          {inputs
            .filter(({ name }) => name !== 'tenantId' || tenantId === undefined)
            .map(({ name, label: text, required, note, ...rest }) => (
              <div key={name} className="ky-register-field">
                <label htmlFor={`${id}-${name}`} data-required={required}>
                  {label(text)}
                </label>
                <input
                  {...rest}
                  id={`${id}-${name}`}
                  name={name}
                  value={given[name]}
                  required={required}
                  maxLength={200}
                  autoCapitalize="none"
                  spellCheck={false}
                  aria-invalid={trouble?.path === name || undefined}
                  aria-describedby={note ? `${id}-${name}-note` : undefined}
                  onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
                />
                {note && <p id={`${id}-${name}-note`}>{label(note)}</p>}
              </div>
            ))}
          {asksCaptcha && (
            <div className="ky-register-field">
              <Captcha
                key={tries}
                client={client}
                input={captchaField}
                wrong={trouble?.path === captchaPath}
                onAnswer={setCaptcha}
              />
            </div>
          )}
          <div role="alert">
            {trouble && (
              <p className="ky-register-fault">
                <Glyph name="warning" /> {trouble.text}
              </p>
            )}
          </div>
          <div className="ky-register-foot">
            <button type="button" onClick={onCancel}>
              {label(cancel)}
            </button>
            {/* Not disabled: it would lose the keyboard, and whoever is refused would begin anew. */}
            <button type="submit" className="ky-register-go" aria-disabled={state === 'sending'}>
              {label(state === 'sending' ? words.sending : words.send)}
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
};

export default RegistrationDialog;
