import { type CaptchaResponse, captchaHeaders } from '@keyan/console/client/captcha.ts';
import type { Client } from '@keyan/console/client/client.ts';
import { ApiFault, isTemporary } from '@keyan/console/client/fault.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type RegistrationInput, registrationFault } from './registration-input.ts';

/** Data about the application: its tenant, and the client that sends it. */
export interface ApplicationInput {
  readonly client: Client;
  /** Undefined if neither URL nor session name a tenant: then the applicant is asked (ruling 41). */
  readonly tenantId: string | undefined;
  /** True if the site requires a captcha. */
  readonly captcha: boolean;
  /** Id of the applicant at an external sign-in provider. */
  readonly oauthId?: string;
}

const needCaptcha: Label = ['请输入验证码', 'Enter the captcha'];
const failedText: Label = ['提交失败', 'Submission failed'];

/** Path of the fault of a wrong captcha. */
export const captchaPath = 'captcha';

/** Error with its field, if known. */
interface Trouble {
  readonly path?: string;
  readonly text: string;
}

interface Department {
  readonly id: string;
  readonly title: string;
  readonly level: number;
}

const none: readonly Department[] = [];

/** Fetches the departments of a tenant; empty while the tenant is unknown, or if it does not allow registration. */
const useDepartments = (client: Client, tenantId: string) => {
  const [departments, setDepartments] = useState(none);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    let isCurrent = true;
    setDepartments(none);
    setFailed(false);
    if (tenantId === '') return;
    client
      .get<readonly Department[]>(
        '/blade-user/register-guest/departments',
        { tenantId },
        { anonymous: true, quiet: true },
      )
      .then(
        (found) => isCurrent && setDepartments(found),
        // A tenant without registration is reported when the application is sent.
        (fault: unknown) => isCurrent && setFailed(isTemporary(fault)),
      );
    return () => {
      isCurrent = false;
    };
  }, [client, tenantId, tries]);
  return { departments, failed, retry: () => setTries(tries + 1) };
};

/** Returns the form's state, its faults, and the function that sends it. */
export const useApplication = ({
  client,
  tenantId,
  captcha: asksCaptcha,
  oauthId,
}: ApplicationInput) => {
  const label = useLabel();
  const form = useRef<HTMLFormElement>(null);
  const [captcha, setCaptcha] = useState<CaptchaResponse>();
  const [tries, setTries] = useState(0);
  const [given, setGiven] = useState<RegistrationInput>({
    tenantId: tenantId ?? '',
    name: '',
    account: '',
    password: '',
    password2: '',
    deptId: undefined,
    jobNum: '',
  });
  // Fetches departments when the tenant field loses the focus, not while typing.
  const [asked, setAsked] = useState(tenantId ?? '');
  const { departments, failed, retry } = useDepartments(client, asked);
  const offers = departments.length > 0;
  const [trouble, setTrouble] = useState<Trouble>();
  const [state, setState] = useState<'open' | 'sending' | 'applied'>('open');
  const complain = (next: Trouble) => {
    setTrouble(next);
    setState('open');
    const field = next.path && form.current?.elements.namedItem(next.path);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    // Tenants without departments require none.
    const { deptId = offers ? '' : undefined } = given;
    const whole = { ...given, deptId };
    const fault = registrationFault(whole);
    if (fault) return complain({ path: fault.path, text: label(fault.message) });
    if (asksCaptcha && !captcha) {
      return complain({ path: captchaPath, text: label(needCaptcha) });
    }
    setTrouble(undefined);
    setState('sending');
    try {
      const options = { anonymous: true, quiet: true, headers: captchaHeaders(captcha) };
      await client.post('/blade-user/register-guest', { ...whole, oauthId }, options);
      setState('applied');
    } catch (error) {
      // A captcha is valid once, so a new one is fetched.
      setTries(tries + 1);
      setCaptcha(undefined);
      // Without a response of the server the message is 提交失败.
      const fault = error instanceof ApiFault ? error : undefined;
      complain({
        path: fault?.fields[0]?.path,
        text: fault?.fields[0]?.message || fault?.said || label(failedText),
      });
    }
  };

  /** Sets the tenant and clears the department, which belongs to the former tenant. */
  const setTenant = (value: string) => {
    if (value === asked) return;
    setAsked(value);
    setGiven({ ...given, deptId: undefined });
  };
  return {
    form,
    given,
    setGiven,
    setTenant,
    departments: { list: departments, failed, retry },
    trouble,
    state,
    send,
    captcha: { tries, setAnswer: setCaptcha },
  };
};

export type AccountApplication = ReturnType<typeof useApplication>;
