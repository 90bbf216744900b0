import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { passwordFault } from '@keyan/kernel/access/password.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button, Input } from 'antd';
import { md5 } from 'js-md5';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { faultIfNot } from '../../shared/mechanisms/fault.ts';
import { passwordStrengthOf } from './strength.ts';

/** Names of the call's parameters. */
interface Given {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}

const empty: Given = { oldPassword: '', newPassword: '', newPassword1: '' };

const inputs: readonly {
  readonly name: keyof Given;
  readonly label: Label;
  readonly autoComplete: string;
}[] = [
  { name: 'oldPassword', label: ['原密码', 'Old password'], autoComplete: 'current-password' },
  { name: 'newPassword', label: ['新密码', 'New password'], autoComplete: 'new-password' },
  { name: 'newPassword1', label: ['确认密码', 'Confirm password'], autoComplete: 'new-password' },
];

type Rule = (given: Given, account: string) => Label | null;

/**
 * Validators in the order of the fields. Strength is validated in the page, since the wire transports digests only
 * (ruling 19).
 */
const rules: readonly (readonly [keyof Given, Rule])[] = [
  [
    'oldPassword',
    ({ oldPassword }) => faultIfNot(oldPassword !== '', ['请输入原密码', 'Enter the old password']),
  ],
  [
    'newPassword',
    ({ newPassword }) => faultIfNot(newPassword !== '', ['请输入新密码', 'Enter the new password']),
  ],
  ['newPassword', ({ newPassword }, account) => passwordFault(newPassword, account)],
  [
    'newPassword',
    ({ oldPassword, newPassword }) =>
      faultIfNot(newPassword !== oldPassword, [
        '新密码不能与原密码相同',
        'The new password is the same as the old one',
      ]),
  ],
  [
    'newPassword1',
    ({ newPassword, newPassword1 }) =>
      faultIfNot(newPassword === newPassword1, ['两次密码输入不一致', 'The two passwords differ']),
  ],
];

/** Returns the first fault of each field. */
const faultsOf = (given: Given, account: string): ReadonlyMap<keyof Given, Label> => {
  const found = new Map<keyof Given, Label>();
  for (const [name, rule] of rules) {
    const message = found.has(name) ? null : rule(given, account);
    if (message) found.set(name, message);
  }
  return found;
};

const Strength = ({ password, account }: { password: string; account: string }) => {
  const label = useLabel();
  if (password === '') {
    return label([
      '8 到 64 个字符，含大写字母、小写字母、数字、符号中的三种',
      '8 to 64 characters, mixing three of: capitals, small letters, digits, symbols',
    ]);
  }
  const { level, text } = passwordStrengthOf(password, account);
  return (
    <span className="ky-strength" data-level={level}>
      <i aria-hidden="true" />
      {label(text)}
    </span>
  );
};

interface ChangePasswordProps {
  readonly account: string;
  /** Called instead of showing the success message. */
  readonly onChanged?: () => void;
  /** Further buttons beside the submit button. */
  readonly ways?: ReactNode;
}

/** Returns the form's state, its faults, and the function that changes the password. */
const usePasswordForm = ({ account, onChanged }: ChangePasswordProps) => {
  const client = useClient();
  const label = useLabel();
  const form = useRef<HTMLFormElement>(null);
  const [given, setGiven] = useState(empty);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const show = (list: readonly (readonly [string, string])[]) => {
    setFaults(Object.fromEntries(list));
    const field = form.current?.elements.namedItem(list[0]?.[0] ?? '');
    if (field instanceof HTMLInputElement) field.focus();
  };

  const change = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(given, account);
    if (found.size > 0) return show([...found].map(([name, text]) => [name, label(text)]));
    setBusy(true);
    try {
      const body = Object.fromEntries(inputs.map(({ name }) => [name, md5(given[name])]));
      await client.post('/blade-user/update-password-v2', body, { quiet: true });
      setGiven(empty);
      setFaults({});
      if (onChanged) return onChanged();
      toast.success([
        '密码已修改，其他设备上的登录已失效',
        'Password changed; sessions on other devices have ended',
      ]);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.fields.length > 0) return show(fault.fields.map((one) => [one.path, one.message]));
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };

  const type = (name: keyof typeof empty, text: string) => {
    setGiven({ ...given, [name]: text });
    if (faults[name]) setFaults({ ...faults, [name]: '' });
  };
  return { form, given, faults, busy, change, type };
};

/** Renders the form with old, new and repeated password: tab 2 of the profile. */
export const ChangePassword = (props: ChangePasswordProps) => {
  const { account, ways } = props;
  const label = useLabel();
  const id = useId();
  const { form, given, faults, busy, change, type } = usePasswordForm(props);
  return (
    <form
      ref={form}
      className="ky-profile-form"
      onSubmit={(event) => void change(event)}
      noValidate
    >
      {/* Managers of passwords look for the account beside the password. */}
      <input type="hidden" name="username" value={account} autoComplete="username" />
      {inputs.map(({ name, label: text, autoComplete }) => (
        <LabelledField
          key={name}
          id={`${id}-${name}`}
          label={text}
          required
          fault={faults[name]}
          help={
            name === 'newPassword' && <Strength password={given.newPassword} account={account} />
          }
        >
          <Input.Password
            id={`${id}-${name}`}
            name={name}
            value={given[name]}
            autoComplete={autoComplete}
            required
            status={faults[name] ? 'error' : undefined}
            aria-invalid={faults[name] ? true : undefined}
            aria-describedby={`${id}-${name}-help`}
            onChange={({ target }) => type(name, target.value)}
          />
        </LabelledField>
      ))}
      <div className="ky-profile-foot">
        <Button type="primary" htmlType="submit" loading={busy}>
          {label(['修改密码', 'Change password'])}
        </Button>
        {ways}
      </div>
    </form>
  );
};
