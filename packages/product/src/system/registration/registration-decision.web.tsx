import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Select, TreeSelect } from 'antd';
import { useId, useState } from 'react';
import { registerGuest, registrationStatus } from './registration.ts';
import { longestJobNum, type RegistrationVerdict } from './registration-input.ts';

interface DecisionDialogProps {
  readonly row: WireRow;
  readonly verdict: RegistrationVerdict;
  readonly onClose: () => void;
}

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

interface RoleNode {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly roleAlias: string;
  readonly children?: readonly RoleNode[];
}

const flat = (nodes: readonly RoleNode[]): readonly RoleNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

/** Alias of the default role of new accounts. */
const usualRole = 'teacher';

/** Returns the message that another administrator has decided meanwhile. */
const tooLate = (fault: ApiFault): Label => {
  const { handlerName, status } = (fault.current ?? {}) as Record<string, string | undefined>;
  const became = entryOf(registrationStatus, status ?? '')?.label;
  return handlerName && became
    ? fill(['该申请已由 {name} 处理：{status}', 'Already decided by {name}: {status}'], {
        name: handlerName,
        status: became,
      })
    : [fault.message, fault.message];
};

/**
 * Returns the function that sends the decision, with its state and the faults of fields. Faults keep the dialog open,
 * except a conflict.
 */
const useVerdict = (onClose: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const send = async (call: RegistrationVerdict, body: object, done: Label) => {
    setBusy(true);
    try {
      await client.post(`/${registerGuest.path}/${call}`, body, { quiet: true });
      toast.success(done);
      onClose();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.fields.length > 0) {
        setFaults(Object.fromEntries(fault.fields.map(({ path, message }) => [path, message])));
        return;
      }
      toast.fault(fault, fault.kind === 'conflict' ? tooLate(fault) : undefined);
      if (fault.kind === 'conflict') onClose();
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: queryKeysOf(registerGuest).all });
    }
  };
  return { busy, faults, setFaults, send };
};

/** Returns the administrator's choices, missing values, and the function that accepts. */
const useAcceptance = ({ row, onClose }: Omit<DecisionDialogProps, 'verdict'>) => {
  const client = useClient();
  const label = useLabel();
  // Initial values are the applicant's department and staff number.
  const [deptId, setDeptId] = useState(row.deptId ? String(row.deptId) : undefined);
  const [jobNum, setJobNum] = useState(String(row.jobNum ?? ''));
  const [chosen, setChosen] = useState<readonly string[]>();
  const { busy, faults, setFaults, send } = useVerdict(onClose);
  const { data: depts } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: () => client.get<readonly DeptNode[]>('/blade-system/dept/tree'),
  });
  const { data: roles } = useQuery({
    queryKey: ['role', 'tree'],
    queryFn: () => client.get<readonly RoleNode[]>('/blade-system/role-ext/tree'),
    select: flat,
  });
  const usual = roles?.filter(({ roleAlias }) => roleAlias === usualRole).map((role) => role.id);
  const roleIds = chosen ?? usual ?? [];
  const missing: Readonly<Record<string, Label | false>> = {
    deptId: deptId === undefined && ['请选择分配部门', 'Choose a department'],
    roleIds: roles !== undefined && roleIds.length === 0 && ['请选择分配角色', 'Choose a role'],
  };
  const accept = () => {
    const found = Object.entries(missing).flatMap(([path, text]) =>
      text ? [[path, label(text)] as const] : [],
    );
    if (found.length > 0) return setFaults(Object.fromEntries(found));
    return send('accept', { id: row.id, deptId, jobNum: jobNum.trim(), roleIds }, [
      `已通过，${String(row.name)} 可以登录了`,
      `Approved: ${String(row.name)} can sign in now`,
    ]);
  };

  /** Sets one value and clears its fault. */
  const change =
    <Value,>(name: string, set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setFaults({ ...faults, [name]: '' });
    };
  return {
    id: useId(),
    faults,
    busy,
    accept,
    depts,
    deptId,
    setDeptId: change<string>('deptId', setDeptId),
    jobNum,
    setJobNum: change('jobNum', setJobNum),
    roles,
    roleIds,
    setRoleIds: change<readonly string[]>('roleIds', setChosen),
  };
};

type Acceptance = ReturnType<typeof useAcceptance>;

const DepartmentChoice = ({ id, faults, depts, deptId, setDeptId }: Acceptance) => {
  const label = useLabel();
  return (
    <LabelledField
      id={`${id}-dept`}
      label={['分配部门', 'Department']}
      required
      fault={faults.deptId}
      help={label(['账号的主部门', 'The account’s main department'])}
    >
      <TreeSelect
        id={`${id}-dept`}
        className="ky-wide"
        treeData={(depts ?? []) as never}
        value={deptId}
        treeDefaultExpandedKeys={depts?.map(({ value }) => value)}
        showSearch={{ treeNodeFilterProp: 'title' }}
        placeholder={label(['选择部门', 'Choose a department'])}
        status={faults.deptId ? 'error' : undefined}
        aria-describedby={`${id}-dept-help`}
        onChange={setDeptId}
      />
    </LabelledField>
  );
};

const StaffNumber = ({ id, faults, jobNum, setJobNum }: Acceptance) => {
  const label = useLabel();
  return (
    <LabelledField
      id={`${id}-number`}
      label={['工号', 'Staff no.']}
      fault={faults.jobNum}
      help={label(['申请人填写，请核对', 'Entered by the applicant; please check'])}
    >
      <Input
        id={`${id}-number`}
        value={jobNum}
        maxLength={longestJobNum}
        status={faults.jobNum ? 'error' : undefined}
        aria-describedby={`${id}-number-help`}
        onChange={({ target }) => setJobNum(target.value)}
      />
    </LabelledField>
  );
};

const RoleChoice = ({ id, faults, roles, roleIds, setRoleIds }: Acceptance) => {
  const label = useLabel();
  const language = useLanguage();
  return (
    <LabelledField
      id={`${id}-roles`}
      label={['分配角色', 'Roles']}
      required
      fault={faults.roleIds}
      help={label(['可选多个，默认为科研人员', 'One or more; researcher by default'])}
    >
      <Select
        id={`${id}-roles`}
        className="ky-wide"
        mode="multiple"
        value={[...roleIds]}
        options={(roles ?? []).map((role) => ({
          value: role.id,
          label: language === 'en' ? role.titleEn : role.title,
        }))}
        showSearch={{ optionFilterProp: 'label' }}
        status={faults.roleIds ? 'error' : undefined}
        aria-describedby={`${id}-roles-help`}
        onChange={setRoleIds}
      />
    </LabelledField>
  );
};

/** Renders 通过: the choice of department and roles. */
const AcceptDialog = (props: Omit<DecisionDialogProps, 'verdict'>) => {
  const { row, onClose } = props;
  const label = useLabel();
  useFocusReturn();
  const acceptance = useAcceptance(props);
  return (
    <Modal
      open
      width={560}
      title={label([
        `通过 ${String(row.name)} 的注册申请`,
        `Approve the registration of ${String(row.name)}`,
      ])}
      okText={label(['通过', 'Approve'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={acceptance.busy}
      onCancel={onClose}
      onOk={() => void acceptance.accept()}
    >
      <DepartmentChoice {...acceptance} />
      <StaffNumber {...acceptance} />
      <RoleChoice {...acceptance} />
    </Modal>
  );
};

/** Renders 拒绝: the reason. */
const RefuseDialog = ({ row, onClose }: Omit<DecisionDialogProps, 'verdict'>) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [reason, setReason] = useState('');
  const { busy, faults, setFaults, send } = useVerdict(onClose);
  const refuse = () =>
    reason.trim() === ''
      ? setFaults({ reason: label(['请输入拒绝原因', 'Enter the reason']) })
      : send('refuse', { id: row.id, reason: reason.trim() }, ['已拒绝', 'Rejected']);
  return (
    <Modal
      open
      width={560}
      title={label([
        `拒绝 ${String(row.name)} 的注册申请`,
        `Reject the registration of ${String(row.name)}`,
      ])}
      okText={label(['拒绝', 'Reject'])}
      okButtonProps={{ danger: true }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void refuse()}
    >
      <LabelledField id={id} label={['拒绝原因', 'Reason']} required fault={faults.reason}>
        <Input.TextArea
          id={id}
          value={reason}
          autoFocus
          autoSize={{ minRows: 3, maxRows: 8 }}
          maxLength={200}
          status={faults.reason ? 'error' : undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            setReason(target.value);
            setFaults({});
          }}
        />
      </LabelledField>
    </Modal>
  );
};

const dialogs = { accept: AcceptDialog, refuse: RefuseDialog } as const;

/** Renders the dialog that decides on an application. */
const DecisionDialog = ({ verdict, ...props }: DecisionDialogProps) => {
  const Dialog = dialogs[verdict];
  return <Dialog {...props} />;
};

export default DecisionDialog;
