import { DatePicker, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { ApiFault } from '../../client/fault.ts';
import { toast } from '../../components/toast.ts';
import '../../form/dialogs.css';
import { type Person, PersonField } from '../../form/PersonField.tsx';
import { useLabel } from '../../i18n/language.ts';
import { useKinds } from '../../presentation/resources.tsx';
import { absenceCalls } from './calls.ts';

interface AbsenceDialogProps {
  /** True if the reader may also set it for others. */
  readonly forOthers: boolean;
  readonly onClose: () => void;
  readonly onSet: () => void;
}

type Period = readonly [Dayjs | null, Dayjs | null];

const format = 'YYYY-MM-DD HH:mm:ss';

/**
 * Renders 设置代理: substitute, period, and kinds of processes. Long because it is one form of four
 * fields.
 */
export const AbsenceDialog = ({ forOthers, onClose, onSet }: AbsenceDialogProps) => {
  const label = useLabel();
  const client = useClient();
  const kinds = useKinds();
  const id = useId();
  useFocusReturn();
  const [person, setPerson] = useState<Person | null>(null);
  const [proxy, setProxy] = useState<Person | null>(null);
  const [period, setPeriod] = useState<Period>([null, null]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [from, to] = period;
  const lacksPeriod = asked && (!from || !to);
  const send = async () => {
    setAsked(true);
    if (!proxy || !from || !to) return;
    setBusy(true);
    try {
      await absenceCalls(client).set({
        personId: person?.id ?? '',
        proxyId: proxy.id,
        fromTime: from.format(format),
        toTime: to.format(format),
        kinds: chosen.join(),
      });
      toast.success(['代理已设置', 'The proxy is set']);
      onSet();
    } catch (wrong) {
      if (wrong instanceof ApiFault) setFault(wrong.message);
      else toast.fault(wrong);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(['设置代理', 'Set a proxy'])}
      okText={label(['确定', 'Set'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ loading: busy }}
      onCancel={onClose}
      onOk={() => void send()}
    >
      {forOthers && (
        <PersonField
          label={['被代理人', 'Absent person']}
          value={person}
          asked={false}
          required={false}
          missing={['请选择被代理人', 'Select the absent person']}
          hint={['不选时为您本人', 'Yourself if nobody is selected']}
          onChange={setPerson}
        />
      )}
      <PersonField
        label={['代理人', 'Proxy']}
        value={proxy}
        asked={asked}
        missing={['请选择代理人', 'Select a proxy']}
        hint={[
          '以被代理人的名义办理，双方都能看到',
          'Acts on behalf of the absent person; visible to both',
        ]}
        onChange={setProxy}
      />
      <label className="ky-label" htmlFor={id}>
        <b aria-hidden="true">*</b>
        {label(['代理期间', 'Period'])}
      </label>
      <DatePicker.RangePicker
        id={id}
        className="ky-wide"
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={[from, to]}
        status={lacksPeriod ? 'error' : ''}
        onChange={(range) => setPeriod([range?.[0] ?? null, range?.[1] ?? null])}
      />
      <div className="ky-help" data-tone={lacksPeriod ? 'error' : undefined}>
        {lacksPeriod
          ? label(['请选择代理期间', 'Select the period'])
          : label([
              '开始后一分钟内，现有待办一并交由代理人办理',
              'Open tasks pass to the proxy within a minute after the period begins',
            ])}
      </div>
      <label className="ky-label" htmlFor={`${id}-kinds`}>
        {label(['业务类型', 'Types'])}
      </label>
      <Select
        id={`${id}-kinds`}
        className="ky-wide"
        mode="multiple"
        allowClear
        optionFilterProp="label"
        placeholder={label(['全部业务', 'All types'])}
        value={chosen}
        options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
        onChange={setChosen}
      />
      <div className="ky-help" role="alert" data-tone={fault ? 'error' : undefined}>
        {fault}
      </div>
    </Modal>
  );
};
