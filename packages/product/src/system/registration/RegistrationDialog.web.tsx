import Captcha from '@keyan/console/components/Captcha.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Fragment, useEffect, useId, useRef } from 'react';
import type { RegistrationInput } from './registration-input.ts';
import {
  type AccountApplication,
  type ApplicationInput,
  captchaPath,
  useApplication,
} from './useApplication.web.ts';
import './registration.web.css';

interface RegistrationDialogProps extends ApplicationInput {
  /** Label of the button that closes the dialog without an application. */
  readonly cancel: Label;
  readonly onCancel: () => void;
  /** Called when the applicant has read that the application is pending. */
  readonly onApplied: () => void;
}

type Name = keyof RegistrationInput;

interface Input {
  readonly name: Exclude<Name, 'deptId'>;
  readonly label: Label;
  readonly autoComplete?: string;
  readonly type?: 'password';
  readonly required?: boolean;
  readonly note?: Label;
}

/** Fields in the order of the form, including the staff number. */
const inputs: readonly Input[] = [
  {
    name: 'tenantId',
    label: ['租户编号', 'Tenant number'],
    autoComplete: 'organization',
    required: true,
  },
  {
    name: 'name',
    label: ['姓名', 'Name'],
    autoComplete: 'name',
    required: true,
    note: ['请填写真实姓名', 'Enter your real name'],
  },
  {
    name: 'account',
    label: ['账号', 'Account'],
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
  {
    name: 'jobNum',
    label: ['工号', 'Staff no.'],
    autoComplete: 'off',
    note: ['校外人员可不填', 'Optional for people outside the university'],
  },
];

const words = {
  title: ['账号注册', 'Register an account'],
  lead: [
    '提交后由管理员审核，通过后即可登录',
    'An administrator reviews it; you can sign in once it is approved',
  ],
  send: ['提交注册', 'Submit application'],
  sending: ['正在提交', 'Submitting'],
  department: ['部门', 'Department'],
  chooseDepartment: ['请选择', 'Choose'],
  noDepartments: ['部门没有加载出来', 'Departments could not be loaded'],
  again: ['重试', 'Retry'],
  notice: ['注册提示', 'About your application'],
  applied: [
    '注册申请已提交,请耐心等待管理员通过!',
    'Your application was sent. Please wait until an administrator approves it.',
  ],
  back: ['返回登录', 'Back to sign-in'],
} as const satisfies Record<string, Label>;

/** Indentation of a department below its parent: an ideographic space. */
const indent = '\u3000';

interface PartProps {
  readonly id: string;
  readonly application: AccountApplication;
}

/** Renders the choice of the department, if the tenant has any; a retry button if loading failed. */
const DepartmentField = ({ id, application }: PartProps) => {
  const label = useLabel();
  const { given, setGiven, trouble } = application;
  const { list, failed, retry } = application.departments;
  if (list.length === 0 && !failed) return null;
  return (
    <div className="ky-register-field">
      <label htmlFor={`${id}-deptId`} data-required>
        {label(words.department)}
      </label>
      {list.length > 0 ? (
        <select
          id={`${id}-deptId`}
          name="deptId"
          value={given.deptId ?? ''}
          required
          aria-invalid={trouble?.path === 'deptId' || undefined}
          onChange={({ target }) => setGiven({ ...given, deptId: target.value })}
        >
          <option value="">{label(words.chooseDepartment)}</option>
          {list.map(({ id: value, title, level }) => (
            <option key={value} value={value}>
              {indent.repeat(level) + title}
            </option>
          ))}
        </select>
      ) : (
        <p>
          {label(words.noDepartments)}{' '}
          <button type="button" className="ky-link" onClick={retry}>
            {label(words.again)}
          </button>
        </p>
      )}
    </div>
  );
};

/** Renders a text field with its hint. */
const TextField = ({ id, application, input }: PartProps & { readonly input: Input }) => {
  const label = useLabel();
  const { given, setGiven, setTenant, trouble } = application;
  const { name, label: text, required, note, ...rest } = input;
  return (
    <div className="ky-register-field">
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
        onBlur={({ target }) => name === 'tenantId' && setTenant(target.value.trim())}
      />
      {note && <p id={`${id}-${name}-note`}>{label(note)}</p>}
    </div>
  );
};

/** Renders the form of an application. */
const ApplicationForm = (props: RegistrationDialogProps & PartProps) => {
  const { id, application } = props;
  const label = useLabel();
  const captchaField = useRef<HTMLInputElement>(null);
  const { form, trouble, state, send, captcha } = application;
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      {inputs
        .filter(({ name }) => name !== 'tenantId' || props.tenantId === undefined)
        .map((input) => (
          <Fragment key={input.name}>
            {input.name === 'jobNum' && <DepartmentField id={id} application={application} />}
            <TextField id={id} application={application} input={input} />
          </Fragment>
        ))}
      {props.captcha && (
        <div className="ky-register-field">
          <Captcha
            key={captcha.tries}
            client={props.client}
            input={captchaField}
            wrong={trouble?.path === captchaPath}
            onAnswer={captcha.setAnswer}
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
        <button type="button" onClick={props.onCancel}>
          {label(props.cancel)}
        </button>
        {/* Not disabled: it would lose the focus, and a refused applicant would start at the top again. */}
        <button type="submit" className="ky-register-go" aria-disabled={state === 'sending'}>
          {label(state === 'sending' ? words.sending : words.send)}
        </button>
      </div>
    </form>
  );
};

/** Renders 账号注册 in a modal dialog. Plain React and CSS, because the sign-in page uses it as well. */
const RegistrationDialog = (props: RegistrationDialogProps) => {
  const { onCancel, onApplied } = props;
  const label = useLabel();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const application = useApplication(props);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const applied = application.state === 'applied';
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
        <ApplicationForm {...props} id={id} application={application} />
      )}
    </dialog>
  );
};

export default RegistrationDialog;
