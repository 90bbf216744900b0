import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import type { RecordAnswer, RoleAnswer } from './explain.ts';
import { RoleWidth } from './RoleWidth.web.tsx';

interface Person {
  readonly id: string;
  readonly realName: string;
  readonly deptName: string;
}

/** Renders the picker of the person whose rights are to be explained. */
const PersonChoice = ({
  id,
  value,
  onChange,
}: {
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['explain', 'people', typed],
    queryFn: () =>
      client.get<{ readonly records: readonly Person[] }>('/blade-user/page', {
        realName: typed || undefined,
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
      placeholder={label(['输入姓名查找', 'Type a name'])}
      options={(data?.records ?? []).map((person) => ({
        value: person.id,
        label: `${person.realName} · ${person.deptName}`,
      }))}
      onChange={onChange}
    />
  );
};

const RoleReasons = ({ role }: { readonly role: RoleAnswer }) => {
  const label = useLabel();
  const none = role.pages.length === 0;
  return (
    <li>
      <strong>{role.name}</strong>
      <RoleWidth width={role.width} limits={role.limits} />
      <div className="ky-note">
        {none
          ? label(['没有该类记录的页面', 'has no page of such records'])
          : label([`页面：${role.pages.join('、')}`, `Pages: ${role.pages.join(', ')}`])}
      </div>
      {!none && role.rules.length === 0 && (
        <div>{label(['不因该角色看到此记录', 'does not see this record through this role'])}</div>
      )}
      {role.rules.map((rule) => (
        <div key={rule}>{label([`可见：${rule}`, `Sees it: ${rule}`])}</div>
      ))}
    </li>
  );
};

const Answer = ({ answer }: { readonly answer: RecordAnswer }) => {
  const label = useLabel();
  const { kind, title, person, sees } = answer;
  return (
    <div aria-live="polite">
      <h2>
        {sees
          ? label([`${person} 能看到`, `${person} sees it`])
          : label([`${person} 看不到`, `${person} does not see it`])}
      </h2>
      <p className="ky-note">{label([`${kind}：${title}`, `${kind}: ${title}`])}</p>
      <ul className="ky-explain-list">
        {answer.roles.map((role) => (
          <RoleReasons key={role.id} role={role} />
        ))}
      </ul>
    </div>
  );
};

/** Renders 为何看到: the roles and rules by which a person can see a record. */
export const RecordReasons = () => {
  const label = useLabel();
  const client = useClient();
  const [addressId, personId] = [useId(), useId()];
  const [address, setAddress] = useState('');
  const [userId, setUserId] = useState<string>();
  const [answer, setAnswer] = useState<RecordAnswer>();
  const [busy, setBusy] = useState(false);
  const record = /[?&]id=(\d+)/.exec(address)?.[1];
  const ask = async () => {
    setBusy(true);
    try {
      const given = { resource: address.split('?')[0], id: record, userId };
      setAnswer(await client.get<RecordAnswer>('/keyan/explain/record', given));
    } catch (fault) {
      setAnswer(undefined);
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <LabelledField
        id={addressId}
        label={['记录的网址', 'Record URL']}
        help={label([
          '打开该记录，复制地址栏的网址',
          'Open the record and copy the address from the address bar',
        ])}
      >
        <Input
          id={addressId}
          value={address}
          placeholder="/achievement/papersLib/detail?id=…"
          onChange={({ target }) => setAddress(target.value.trim())}
        />
      </LabelledField>
      <LabelledField id={personId} label={['人员', 'Person']}>
        <PersonChoice id={personId} value={userId} onChange={setUserId} />
      </LabelledField>
      <Button
        type="primary"
        loading={busy}
        disabled={record === undefined || userId === undefined}
        onClick={() => void ask()}
      >
        {label(['查询原因', 'Explain'])}
      </Button>
      {answer && <Answer answer={answer} />}
    </>
  );
};
