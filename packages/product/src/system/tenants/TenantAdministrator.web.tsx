import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Input, Modal, Typography } from 'antd';
import { useId, useState } from 'react';

interface Given {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
}

interface DialogProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Renders the credentials of the tenant's administrator, shown once. */
const HandedOver = ({ tenantId, account, password }: Given) => {
  const label = useLabel();
  const lines = [
    { name: ['租户编号', 'Tenant number'], value: tenantId },
    { name: ['账号', 'Account'], value: account },
    { name: ['一次性密码', 'One-time password'], value: password },
  ] as const;
  return (
    <>
      <p>
        {label([
          '请交给该租户的管理员，只显示这一次：',
          'Hand this to the administrator of the tenant; it is shown only once:',
        ])}
      </p>
      {lines.map(({ name, value }) => (
        <p key={value}>
          {label([`${name[0]}：`, `${name[1]}: `])}
          <Typography.Text code copyable>
            {value}
          </Typography.Text>
        </p>
      ))}
    </>
  );
};

/** Renders 设置管理员: creates the account if missing, and sets a one-time password. */
const TenantAdministrator = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [account, setAccount] = useState('admin');
  const [given, setGiven] = useState<Given>();
  const [busy, setBusy] = useState(false);
  useFocusReturn();
  const run = async () => {
    if (given) return onClose();
    setBusy(true);
    try {
      setGiven(
        await client.post<Given>('/blade-system/tenant/administrator', { id: row.id, account }),
      );
    } catch (fault) {
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label([
        `设置管理员：${String(row.tenantName)}`,
        `Administrator of ${String(row.tenantNameEn || row.tenantName)}`,
      ])}
      okText={label(given ? ['我已交付', 'Handed over'] : ['生成密码', 'Generate password'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void run()}
    >
      {given ? (
        <HandedOver {...given} />
      ) : (
        <>
          <p>
            {label([
              '没有该账号时新建，角色为系统管理员；已有时重置其密码，现有登录全部失效。',
              'If the account does not exist, it is created as system administrator; otherwise its password is reset and all its sign-ins end.',
            ])}
          </p>
          <LabelledField id={id} label={['账号', 'Account']}>
            <Input id={id} value={account} onChange={({ target }) => setAccount(target.value)} />
          </LabelledField>
        </>
      )}
    </Modal>
  );
};

export default TenantAdministrator;
