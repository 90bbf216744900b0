import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { type TokenAnswer, toSession } from '@keyan/console/client/token.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Select, TreeSelect, Typography } from 'antd';
import { type ReactNode, useId, useState } from 'react';

/** What is done to an account by a dialog. */
export type AccountDialog = 'departments' | 'reset' | 'stop' | 'view';

interface DialogProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

interface FrameProps extends Pick<DialogProps, 'onClose'> {
  readonly title: Label;
  readonly go: Label;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Sends it; what it throws keeps the dialog open. */
  readonly send: () => Promise<Label | undefined>;
  readonly children: ReactNode;
}

const nameOf = (row: WireRow): string => `${String(row.realName)}（${String(row.account)}）`;

/** A dialog that sends one thing. */
const Frame = ({ title, go, danger, disabled, send, onClose, children }: FrameProps) => {
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  useFocusReturn();
  const run = async () => {
    setBusy(true);
    try {
      const done = await send();
      if (done) toast.success(done);
      if (done) onClose();
    } catch (fault) {
      // The client has shown it.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(title)}
      okText={label(go)}
      okButtonProps={{ danger, disabled }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void run()}
    >
      {children}
    </Modal>
  );
};

interface ResetProps {
  /** Whose password it is, as the title says it. */
  readonly name: string;
  /** What resets it, and for whom. */
  readonly call: string;
  readonly input: Readonly<Record<string, readonly string[]>>;
  readonly onClose: () => void;
}

/** 重置密码: the one-time password is shown once. */
export const ResetPassword = ({ name, call, input, onClose }: ResetProps) => {
  const label = useLabel();
  const client = useClient();
  const [given, setGiven] = useState<string>();
  const send = async (): Promise<Label | undefined> => {
    if (given !== undefined) return ['密码已重置', 'The password was reset'];
    const [found] = await client.post<readonly { readonly password: string }[]>(call, input);
    setGiven(found?.password ?? '');
    return undefined;
  };
  return (
    <Frame
      onClose={onClose}
      title={[`重置密码：${name}`, `Reset the password: ${name}`]}
      go={given === undefined ? ['重置', 'Reset'] : ['我已交给本人', 'Done']}
      send={send}
    >
      {given === undefined ? (
        <p>
          {label([
            '将生成一次性密码，本人登录后须自行修改；其现有登录全部失效。',
            'A one-time password is made; the person chooses another after signing in. Their sessions end.',
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
    </Frame>
  );
};

const ResetDialog = ({ row, onClose }: DialogProps) => (
  <ResetPassword
    name={nameOf(row)}
    call="/blade-user/reset-password"
    input={{ userIds: [row.id] }}
    onClose={onClose}
  />
);

interface Person {
  readonly id: string;
  readonly realName: string;
  readonly deptName: string;
}

/** Who takes the open tasks over. */
const SuccessorChoice = ({
  id,
  not,
  value,
  onChange,
}: {
  readonly id: string;
  readonly not: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['successor', typed],
    queryFn: () =>
      client.get<{ readonly records: readonly Person[] }>('/blade-user/page', {
        realName: typed || undefined,
        status: '1',
        size: 20,
      }),
  });
  return (
    <Select
      id={id}
      className="ky-wide"
      allowClear
      loading={isFetching}
      value={value}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={label(['由系统按角色安排', 'Chosen by role'])}
      options={(data?.records ?? [])
        .filter((person) => person.id !== not)
        .map((person) => ({
          value: person.id,
          label: `${person.realName} · ${person.deptName}`,
        }))}
      onChange={onChange}
    />
  );
};

/** 停用: the person leaves; what lies with them goes to others, what they did stays. */
const StopDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [successor, setSuccessor] = useState<string>();
  const { data } = useQuery({
    queryKey: ['openTasks', row.id],
    queryFn: () =>
      client.get<readonly { readonly tasks: number }[]>(
        '/kh-edu-research/personnelaccount/openTasks',
        { userIds: row.id },
      ),
  });
  const tasks = data?.reduce((sum, each) => sum + each.tasks, 0);
  const send = async (): Promise<Label> => {
    await client.post('/kh-edu-research/personnelaccount/stopUser', {
      userIds: [row.id],
      successor,
    });
    return ['已停用，待办已移交', 'Disabled; the open tasks were handed over'];
  };
  return (
    <Frame
      onClose={onClose}
      danger
      title={[`停用账号：${nameOf(row)}`, `Disable: ${nameOf(row)}`]}
      go={['停用', 'Disable']}
      send={send}
    >
      <p>
        {label([
          '停用后立即不能登录；其记录、审核意见和历史全部保留。',
          'The person cannot sign in any more. Records, opinions and history stay.',
        ])}
      </p>
      <p aria-live="polite">
        {tasks === undefined
          ? label(['正在查询待办…', 'Looking for open tasks…'])
          : label(fill(['其名下待办：{n} 项', 'Open tasks: {n}'], { n: tasks }))}
      </p>
      {tasks !== undefined && tasks > 0 && (
        <LabelledField id={id} label={['移交给', 'Hand over to']}>
          <SuccessorChoice id={id} not={row.id} value={successor} onChange={setSuccessor} />
        </LabelledField>
      )}
    </Frame>
  );
};

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

/** 兼任部门: where else the person works. */
const DepartmentsDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const main = String(row.deptId ?? '');
  const [chosen, setChosen] = useState<readonly string[]>();
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
  const send = async (): Promise<Label> => {
    const deptId = [main, ...value.filter((one) => one !== main)].filter(Boolean).join(',');
    await client.post('/blade-user/update', { id: row.id, deptId });
    return ['更新成功', 'Updated'];
  };
  return (
    <Frame
      onClose={onClose}
      title={[`兼任部门：${nameOf(row)}`, `Other departments: ${nameOf(row)}`]}
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
    </Frame>
  );
};

/** 以其身份查看: their pages as they see them; nothing can be changed, and they see that it happened. */
const ViewDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [reason, setReason] = useState('');
  const send = async (): Promise<undefined> => {
    const answer = await client.post<TokenAnswer>('/keyan/session/view-as', {
      userId: row.id,
      reason: reason.trim(),
    });
    const now = Date.now();
    // Another user: the page starts anew at the home page.
    client.sessions.set({ ...toSession(answer, now), before: client.sessions.get() });
  };
  return (
    <Frame
      onClose={onClose}
      title={[`以其身份查看：${nameOf(row)}`, `Look as ${nameOf(row)}`]}
      go={['开始查看', 'Look']}
      disabled={reason.trim().length < 2}
      send={send}
    >
      <p>
        {label([
          '您将看到对方所见的页面，只能看、不能改，最长 30 分钟。开始与结束都会记录，对方在登录记录中可以看到原因。',
          'You see their pages for at most 30 minutes and can change nothing. It is recorded, and they see the reason among their sessions.',
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
    </Frame>
  );
};

const dialogs = {
  departments: DepartmentsDialog,
  reset: ResetDialog,
  stop: StopDialog,
  view: ViewDialog,
} as const satisfies Record<AccountDialog, unknown>;

const Dialogs = ({ open, ...props }: DialogProps & { readonly open: AccountDialog }) => {
  const Dialog = dialogs[open];
  return <Dialog {...props} />;
};

export default Dialogs;
