import { useClient } from '@keyan/console/client/context.tsx';
import { type TokenResponse, toSession } from '@keyan/console/client/token.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, TreeSelect, Typography } from 'antd';
import { useId, useState } from 'react';
import { accountNameOf, DialogFrame, type DialogProps } from './dialog-frame.web.tsx';
import { HandOverDialog, LostTasksDialog, StopDialog } from './hand-over.web.tsx';

/** Actions on an account that open a dialog. */
export type AccountDialog = 'departments' | 'handOver' | 'lost' | 'reset' | 'stop' | 'view';

interface ResetProps {
  /** Name of the account's person, for the title. */
  readonly name: string;
  /** Path of the call that resets the password, and its input. */
  readonly call: string;
  readonly input: Readonly<Record<string, readonly string[]>>;
  readonly onClose: () => void;
}

/** Renders 重置密码: resets the password and shows the new one-time password once. */
export const ResetPassword = ({ name, call, input, onClose }: ResetProps) => {
  const label = useLabel();
  const client = useClient();
  const [given, setGiven] = useState<string>();
  const send = async (): Promise<Label | undefined> => {
    if (given !== undefined) return ['密码已重置', 'Password reset'];
    const [found] = await client.post<readonly { readonly password: string }[]>(call, input);
    setGiven(found?.password ?? '');
    return undefined;
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={[`重置密码：${name}`, `Reset the password: ${name}`]}
      go={given === undefined ? ['重置', 'Reset'] : ['我已交给本人', 'Handed over']}
      send={send}
    >
      {given === undefined ? (
        <p>
          {label([
            '将生成一次性密码，本人登录后须自行修改；其现有登录全部失效。',
            'A one-time password is generated, to be changed at the next sign-in; all current sign-ins end.',
          ])}
        </p>
      ) : (
        <>
          <p>{label(['一次性密码，只显示这一次：', 'The one-time password, shown once:'])}</p>
          <Typography.Text code copyable data-password>
            {given}
          </Typography.Text>
        </>
      )}
    </DialogFrame>
  );
};

const ResetDialog = ({ row, onClose }: DialogProps) => (
  <ResetPassword
    name={accountNameOf(row)}
    call="/blade-user/reset-password"
    input={{ userIds: [row.id] }}
    onClose={onClose}
  />
);

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

/** Renders 兼任部门: edits the additional departments of a person. */
const DepartmentsDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const main = String(row.deptId ?? '');
  const [chosen, setChosen] = useState<readonly string[]>();
  const [isSaved, setSaved] = useState(false);
  const { data: depts } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: () => client.get<readonly DeptNode[]>('/blade-system/dept/tree'),
  });
  const { data: held } = useQuery({
    queryKey: ['account', 'departments', row.id],
    queryFn: () => client.get<{ readonly deptId: string }>('/blade-user/detail', { id: row.id }),
    select: ({ deptId }) => deptId.split(',').filter((one) => one !== '' && one !== main),
    gcTime: 0,
  });
  const value = chosen ?? held ?? [];
  const send = async (): Promise<Label | undefined> => {
    const deptId = [main, ...value.filter((one) => one !== main)].filter(Boolean).join(',');
    await client.post('/blade-user/update', { id: row.id, deptId });
    toast.success(['更新成功', 'Updated']);
    setSaved(true);
    return undefined;
  };
  // After saving, offers tasks for hand-over that the person had taken for a removed department.
  if (isSaved) return <LostTasksDialog row={row} onClose={onClose} />;
  return (
    <DialogFrame
      onClose={onClose}
      title={[`兼任部门：${accountNameOf(row)}`, `Other departments: ${accountNameOf(row)}`]}
      go={['保存', 'Save']}
      send={send}
    >
      <LabelledField
        id={id}
        label={['兼任部门', 'Other departments']}
        help={label(['主部门在编辑页修改', 'The main department is edited on the form'])}
      >
        <TreeSelect
          id={id}
          className="ky-wide"
          multiple
          treeData={(depts ?? []) as never}
          value={[...value]}
          treeDefaultExpandedKeys={depts?.map((dept) => dept.value)}
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder={label(['选择部门', 'Choose departments'])}
          onChange={setChosen}
        />
      </LabelledField>
    </DialogFrame>
  );
};

/** Renders 以其身份查看: opens the person's pages read-only; the person is notified. */
const ViewDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [reason, setReason] = useState('');
  const send = async (): Promise<undefined> => {
    const answer = await client.post<TokenResponse>('/keyan/session/view-as', {
      userId: row.id,
      reason: reason.trim(),
    });
    const now = Date.now();
    // Reloads at the home page, since the session now belongs to another user.
    client.sessions.set({ ...toSession(answer, now), before: client.sessions.get() });
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={[`以其身份查看：${accountNameOf(row)}`, `View as ${accountNameOf(row)}`]}
      go={['开始查看', 'Start viewing']}
      disabled={reason.trim().length < 2}
      send={send}
    >
      <p>
        {label([
          '您将看到对方所见的页面，只能看、不能改，最长 30 分钟。开始与结束都会记录，对方在登录记录中可以看到原因。',
          'You will see the pages as this person sees them, read-only, for at most 30 minutes. Start and end are recorded, and the person can see the reason in the sign-in history.',
        ])}
      </p>
      <LabelledField id={id} label={['查看原因', 'Reason']} required>
        <Input
          id={id}
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
      </LabelledField>
    </DialogFrame>
  );
};

const dialogs = {
  departments: DepartmentsDialog,
  handOver: HandOverDialog,
  lost: LostTasksDialog,
  reset: ResetDialog,
  stop: StopDialog,
  view: ViewDialog,
} as const satisfies Record<AccountDialog, unknown>;

const Dialogs = ({ open, ...props }: DialogProps & { readonly open: AccountDialog }) => {
  const Dialog = dialogs[open];
  return <Dialog {...props} />;
};

export default Dialogs;
