import { SendOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { DayInput } from '@keyan/console/fields/DayInput.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useSending } from '../shared/list-files/useSending.web.ts';
import { handedRecipient } from './dictionaries.ts';
import { handedOut } from './handed-out.ts';
import './handed.web.css';

interface HandOutProps {
  /** Path of the call that registers this source as handed out. */
  readonly call: string;
  readonly id: string;
  readonly title: string;
  /** Recipient, if already known. */
  readonly recipient: string;
  /** Resource whose pages are refreshed afterwards. */
  readonly of: Resource;
  readonly today: string;
  readonly onClose: () => void;
}

/**
 * Dialog that registers a submission to an outside recipient: recipient, date, purpose.
 * Long because it is one form.
 */
const HandOutDialog = ({ call, id, title, recipient, of, today, onClose }: HandOutProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const tab = useTab();
  const field = useId();
  const { busy, fault, send } = useSending();
  const [kind, setKind] = useState<string>();
  const [to, setTo] = useState(recipient);
  const [day, setDay] = useState(today);
  const [occasion, setOccasion] = useState('');
  const [remark, setRemark] = useState('');
  const register = async () => {
    const act = { id, recipientKind: kind, recipient: to, handedOn: day, occasion, remark };
    const made = await send(() => client.post<{ readonly id: string }>(`/${call}`, act));
    if (!made) return;
    for (const resource of [of, untypedResource(handedOut)]) {
      void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
    }
    onClose();
    const page = handedOut.views.all;
    if (page) tab.open(viewAddresses(page).detail(made.id));
  };
  const input = (
    name: string,
    words: readonly [string, string],
    value: string,
    set: (text: string) => void,
    most: number,
    isRequired = false,
  ) => (
    <label htmlFor={`${field}-${name}`}>
      <span className="ky-label">
        {isRequired && <b aria-hidden="true">*</b>}
        {label(words)}
      </span>
      <Input
        id={`${field}-${name}`}
        value={value}
        maxLength={most}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  );
  return (
    <Modal
      open
      title={label(['登记报出', 'Record as reported'])}
      okText={label(['登记报出', 'Record as reported'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ disabled: !kind || to.trim() === '' || day === '', loading: busy }}
      onOk={() => void register()}
      onCancel={onClose}
    >
      <p className="ky-note">
        {label([
          `《${title}》现在的每个数、它来自的记录和文件都会留底；下一次报出时逐行比较。`,
          `Every value of “${title}”, the records behind it and the file are kept; the next report is compared with them row by row.`,
        ])}
      </p>
      <div className="ky-hand-out">
        <label htmlFor={`${field}-kind`}>
          <span className="ky-label">
            <b aria-hidden="true">*</b>
            {label(['接收方类别', 'Recipient type'])}
          </span>
          <Select
            id={`${field}-kind`}
            value={kind ?? null}
            options={handedRecipient.entries.map(({ code, label: words }) => ({
              value: code,
              label: label(words),
            }))}
            onChange={(chosen: string) => setKind(chosen)}
          />
        </label>
        {input('to', ['接收方', 'Recipient'], to, setTo, 120, true)}
        <label htmlFor={`${field}-day`}>
          <span className="ky-label">
            <b aria-hidden="true">*</b>
            {label(['报出日期', 'Reported on'])}
          </span>
          <DayInput id={`${field}-day`} value={day} onChange={setDay} />
        </label>
        {input('for', ['场合（用途）', 'Occasion'], occasion, setOccasion, 200)}
        {input('remark', ['说明', 'Remarks'], remark, setRemark, 500)}
      </div>
      {fault && (
        <p className="ky-fault-text" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
};

/** Button 登记报出 for any source that can be registered. */
const HandOutButton = (props: Omit<HandOutProps, 'onClose'>) => {
  const label = useLabel();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<SendOutlined />} onClick={() => setOpen(true)}>
        {label(['登记报出', 'Record as reported'])}
      </Button>
      {isOpen && <HandOutDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
};

export default HandOutButton;
