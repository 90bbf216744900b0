import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useMarkUnsaved } from '@keyan/console/navigation/tab.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useRef, useState } from 'react';
import { roles } from '../../shared/roles.ts';
import {
  type OwnProfileInput,
  profileFaults,
  profileFields,
  realNameHint,
} from '../accounts/profile.ts';
import { AvatarField } from './avatar.web.tsx';

/** Own account as the info call returns it. */
export interface OwnAccount extends Required<OwnProfileInput> {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly avatar: string;
  readonly deptName: string;
  readonly roleName: string;
  readonly version: number;
}

export const accountKey = ['account', 'mine'] as const;

type Name = keyof OwnProfileInput;

const inputs: readonly {
  readonly name: Name;
  readonly label: Label;
  readonly required: boolean;
  readonly autoComplete: string;
  readonly mode?: 'tel' | 'email';
}[] = [
  { name: 'name', label: ['昵称', 'Nickname'], required: true, autoComplete: 'nickname' },
  {
    name: 'phone',
    label: ['手机号码', 'Mobile'],
    required: true,
    autoComplete: 'tel-national',
    mode: 'tel',
  },
  {
    name: 'email',
    label: ['邮箱', 'E-mail'],
    required: false,
    autoComplete: 'email',
    mode: 'email',
  },
];

/** Read-only facts of the account. */
const facts: readonly {
  readonly name: 'account' | 'deptName' | 'roleName';
  readonly label: Label;
}[] = [
  { name: 'account', label: ['账号', 'Account'] },
  { name: 'deptName', label: ['所属部门', 'Department'] },
  { name: 'roleName', label: ['所属角色', 'Roles'] },
];

/** Returns the name of a role in the user's language; a name that an administrator chose remains. */
const inWords = (name: string): Label | string =>
  Object.values(roles).find((role) => role.label[0] === name)?.label ?? name;

/** Returns a function that updates the session user after a change, for the top bar, the lock screen and other tabs. */
export const useSessionChange = () => {
  const { sessions } = useClient();
  return (change: { readonly userName?: string; readonly avatar?: string }) => {
    const session = sessions.get();
    if (session) sessions.set({ ...session, user: { ...session.user, ...change } });
  };
};

type Given = Required<OwnProfileInput>;

const chosen = (account: OwnAccount): Given =>
  Object.fromEntries(profileFields.map((name) => [name, account[name] ?? ''])) as Given;

/** Returns the edited values, their faults, and the save function. */
const useProfileForm = (account: OwnAccount) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const form = useRef<HTMLFormElement>(null);
  const changeSession = useSessionChange();
  const before = chosen(account);
  // Only edited fields, so that concurrent changes of other fields are not overwritten.
  const [edits, setEdits] = useState<OwnProfileInput>({});
  const given: Given = { ...before, ...edits };
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const changed = profileFields.filter((name) => given[name] !== before[name]);
  const dirty = changed.length > 0;
  useMarkUnsaved(dirty);

  const show = (list: readonly { readonly path: string; readonly message: string }[]) => {
    setFaults(Object.fromEntries(list.map(({ path, message }) => [path, message])));
    const field = form.current?.elements.namedItem(list[0]?.path ?? '');
    if (field instanceof HTMLInputElement) field.focus();
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = profileFaults(given);
    if (found.length > 0) {
      return show(found.map(({ path, message }) => ({ path, message: label(message) })));
    }
    setBusy(true);
    try {
      // Empty texts count as omitted; a blank deletes the stored value.
      const body = Object.fromEntries(changed.map((name) => [name, given[name].trim() || ' ']));
      const { version } = account;
      await client.post('/blade-user/update-info', { ...body, version }, { quiet: true });
      changeSession({ userName: given.name.trim() });
      toast.success(['更新成功', 'Updated']);
      await queries.invalidateQueries({ queryKey: accountKey });
      setEdits({});
      setFaults({});
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.fields.length > 0) return show(fault.fields);
      toast.fault(fault);
      if (fault.kind === 'conflict') await queries.invalidateQueries({ queryKey: accountKey });
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    given,
    faults,
    busy,
    dirty,
    save,
    change: (name: keyof OwnProfileInput, value: string) => {
      setEdits({ ...edits, [name]: value });
      if (faults[name]) setFaults({ ...faults, [name]: '' });
    },
    /** Shows the fault of a changed field on blur. */
    check: (name: keyof OwnProfileInput) => {
      const [fault] = profileFaults({ [name]: given[name] });
      if (fault && given[name] !== before[name]) {
        setFaults({ ...faults, [name]: label(fault.message) });
      }
    },
    undo: () => {
      setEdits({});
      setFaults({});
    },
  };
};

/** Renders the facts that only administrators can change. */
const Facts = ({ account }: { readonly account: OwnAccount }) => {
  const label = useLabel();
  return (
    <dl className="ky-profile-facts">
      {facts.map(({ name, label: text }) => (
        <div key={name}>
          <dt>{label(text)}</dt>
          <dd>
            {account[name]
              ? account[name]
                  .split(',')
                  .map(inWords)
                  .map(label)
                  .join(label(['、', ', ']))
              : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
};

interface ProfileInputProps {
  readonly id: string;
  readonly input: (typeof inputs)[number];
  readonly form: ReturnType<typeof useProfileForm>;
}

const ProfileInput = ({ id, input, form }: ProfileInputProps) => {
  const { name, label: text, required, autoComplete, mode } = input;
  const fault = form.faults[name];
  return (
    <LabelledField id={`${id}-${name}`} label={text} required={required} fault={fault}>
      <Input
        id={`${id}-${name}`}
        name={name}
        value={form.given[name]}
        autoComplete={autoComplete}
        inputMode={mode}
        required={required}
        status={fault ? 'error' : undefined}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-${name}-help`}
        onChange={({ target }) => form.change(name, target.value)}
        onBlur={() => form.check(name)}
      />
    </LabelledField>
  );
};

/** Renders tab 1: picture, user name, phone, e-mail; the real name is read-only. */
export const PersonalData = ({ account }: { account: OwnAccount }) => {
  const queries = useQueryClient();
  const user = useUser();
  const label = useLabel();
  const id = useId();
  const changeSession = useSessionChange();
  const form = useProfileForm(account);
  return (
    <form
      ref={form.form}
      className="ky-profile-form"
      onSubmit={(event) => void form.save(event)}
      noValidate
    >
      <AvatarField
        avatar={user.avatar}
        name={user.realName}
        onChange={(avatar) => {
          changeSession({ avatar });
          void queries.invalidateQueries({ queryKey: accountKey });
        }}
      />
      <Facts account={account} />
      <LabelledField id={`${id}-realName`} label={['姓名', 'Name']} help={label(realNameHint)}>
        <Input
          id={`${id}-realName`}
          value={account.realName}
          readOnly
          variant="filled"
          aria-describedby={`${id}-realName-help`}
        />
      </LabelledField>
      {inputs.map((input) => (
        <ProfileInput key={input.name} id={id} input={input} form={form} />
      ))}
      <div className="ky-profile-foot">
        <Button type="primary" htmlType="submit" loading={form.busy} disabled={!form.dirty}>
          {label(['保存', 'Save'])}
        </Button>
        {form.dirty ? (
          <Button onClick={form.undo}>{label(['还原', 'Undo changes'])}</Button>
        ) : (
          <span className="ky-note">{label(['没有未保存的修改', 'No unsaved changes'])}</span>
        )}
      </div>
    </form>
  );
};
