import { useClient } from '@keyan/console/client/context.tsx';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { accountNameOf, DialogFrame, type DialogProps } from './dialog-frame.web.tsx';

interface Person {
  readonly id: string;
  readonly realName: string;
  readonly deptName: string;
}

/** Renders the picker for the person who takes over the open tasks. */
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

/** Fetches the number of open tasks of a person; undefined while loading. */
const useOpenWork = (userId: string) => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['openTasks', userId],
    queryFn: () =>
      client.get<readonly { readonly tasks: number; readonly lost: number }[]>(
        '/kh-edu-research/personnelaccount/openTasks',
        { userIds: userId },
      ),
    gcTime: 0,
  });
  return data && (data[0] ?? { tasks: 0, lost: 0 });
};

/** Renders 停用: stops an account and hands its open tasks over; its records remain. */
export const StopDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [successor, setSuccessor] = useState<string>();
  const tasks = useOpenWork(row.id)?.tasks;
  const send = async (): Promise<Label> => {
    await client.post('/kh-edu-research/personnelaccount/stopUser', {
      userIds: [row.id],
      successor,
    });
    return ['已停用，待办已移交', 'Disabled; open tasks handed over'];
  };
  return (
    <DialogFrame
      onClose={onClose}
      danger
      title={[`停用账号：${accountNameOf(row)}`, `Disable: ${accountNameOf(row)}`]}
      go={['停用', 'Disable']}
      send={send}
    >
      <p>
        {label([
          '停用后立即不能登录；其记录、审核意见和历史全部保留。',
          'The person can no longer sign in. Records, opinions and history stay.',
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
    </DialogFrame>
  );
};

/**
 * Renders 移交待办 for tasks that a person took by a role or department no longer held; renders nothing if there are none.
 */
export const LostTasksDialog = ({ row, onClose }: DialogProps) => {
  const lost = useOpenWork(row.id)?.lost;
  useEffect(() => {
    if (lost === 0) onClose();
  }, [lost, onClose]);
  return lost ? <HandOverDialog row={row} onClose={onClose} /> : null;
};

/**
 * Renders 移交待办 for an active account: hands over its open tasks. Tasks of a lost role that nobody had taken went to its
 * other holders already.
 */
export const HandOverDialog = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [successor, setSuccessor] = useState<string>();
  const [chosen, setChosen] = useState<'all' | 'lost'>();
  const work = useOpenWork(row.id);
  const handing = chosen ?? (work && work.lost > 0 ? 'lost' : 'all');
  const send = async (): Promise<Label> => {
    const done = await client.post<
      readonly { readonly handedOver: number; readonly left: number }[]
    >('/kh-edu-research/personnelaccount/handOver', { userIds: [row.id], successor, handing });
    const { handedOver = 0, left = 0 } = done[0] ?? {};
    return left > 0 && handing === 'all'
      ? [
          `已移交 ${handedOver} 项，${left} 项无人可接`,
          `${handedOver} handed over, ${left} nobody could take`,
        ]
      : [`已移交 ${handedOver} 项`, `${handedOver} handed over`];
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={[`移交待办：${accountNameOf(row)}`, `Hand over the tasks of ${accountNameOf(row)}`]}
      go={['移交', 'Hand over']}
      disabled={!work || work.tasks === 0}
      send={send}
    >
      <p aria-live="polite">
        {work === undefined
          ? label(['正在查询待办…', 'Looking for open tasks…'])
          : label(
              fill(
                [
                  '其名下待办 {n} 项，其中 {lost} 项是凭已不再担任的角色或部门签收的',
                  'Open tasks: {n}; of these {lost} were claimed by a role or department the person no longer holds',
                ],
                { n: work.tasks, lost: work.lost },
              ),
            )}
      </p>
      {work !== undefined && work.tasks > 0 && (
        <>
          <LabelledField id={`${id}-which`} label={['移交范围', 'Scope']}>
            <Radio.Group
              id={`${id}-which`}
              value={handing}
              onChange={({ target }) => setChosen(target.value as 'all' | 'lost')}
              options={[
                {
                  value: 'lost',
                  disabled: work.lost === 0,
                  label: label([`不再担任的（${work.lost}）`, `No longer held (${work.lost})`]),
                },
                { value: 'all', label: label([`全部（${work.tasks}）`, `All (${work.tasks})`]) },
              ]}
            />
          </LabelledField>
          <LabelledField id={id} label={['移交给', 'Hand over to']}>
            <SuccessorChoice id={id} not={row.id} value={successor} onChange={setSuccessor} />
          </LabelledField>
        </>
      )}
    </DialogFrame>
  );
};
