import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useOutline } from '@keyan/console/presentation/resources.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { type FindingRow, qualityService } from './quality.ts';
import { reasonsText } from './quality-columns.web.tsx';
import './quality.web.css';

interface Person {
  readonly id: string;
  readonly text: string;
  readonly note: string;
}

/** Option value for an external author. */
const outside = 'outside';
/** Option value for a person who was not suggested. */
const another = 'another';

/** Renders a search for staff by name or number. */
const PersonSearch = ({
  resource,
  value,
  onChoose,
}: {
  readonly resource: string;
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const path = useOutline(resource)?.path;
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 250);
  const { data = [] } = useQuery({
    queryKey: ['people', path, search],
    queryFn: () => client.get<readonly Person[]>(`/${path}/people`, { search }, { quiet: true }),
    enabled: path !== undefined,
    placeholderData: (before) => before,
  });
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value || null}
      placeholder={label(['姓名或工号', 'Name or staff number'])}
      aria-label={label(['校内人员', 'Person'])}
      options={data.map(({ id, text, note }) => ({ value: id, label: `${text} ${note}` }))}
      onChange={(chosen) => onChoose(chosen ?? '')}
    />
  );
};

/**
 * Renders the dialog that identifies an author: a suggested person, another person of the university, or an external
 * author.
 */
const AuthorDialog = ({
  row,
  onClose,
}: {
  readonly row: FindingRow;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const [choice, setChoice] = useState(row.suggestions[0]?.userId ?? '');
  const [person, setPerson] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const userId = choice === another ? person : choice === outside ? '' : choice;
  const settle = async () => {
    setBusy(true);
    try {
      await client.post(`/${qualityService}/author`, {
        resource: row.resource,
        id: row.record.id,
        line: row.subject,
        ...(userId ? { userId } : { reason }),
      });
      toast.success(['已处理', 'Settled']);
      onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(fill(['{name}是谁', 'Who is {name}'], { name: row.text }))}
      okText={label(['确定', 'Confirm'])}
      okButtonProps={{ disabled: choice === '' || (choice === another && person === '') }}
      confirmLoading={busy}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onClose}
      onOk={() => void settle()}
    >
      <p className="ky-note">
        {row.unit}｜{row.record.title}
      </p>
      <Radio.Group
        className="ky-quality-choices"
        value={choice}
        onChange={({ target }) => setChoice(target.value)}
      >
        {row.suggestions.map((one) => (
          <Radio key={one.userId} value={one.userId}>
            {one.name}（{one.department}）{' '}
            <span className="ky-note">
              {label(fill(['{score} 分', '{score} points'], { score: one.score }))} ·{' '}
              {reasonsText(one.reasons, label)}
            </span>
          </Radio>
        ))}
        <Radio value={another}>{label(['其他校内人员', 'Another university member'])}</Radio>
        {choice === another && (
          <PersonSearch resource={row.resource} value={person} onChoose={setPerson} />
        )}
        <Radio value={outside}>{label(['不是本校人员', 'Not a university member'])}</Radio>
        {choice === outside && (
          <Input
            value={reason}
            maxLength={500}
            placeholder={label(['说明（可不填）', 'Reason (optional)'])}
            aria-label={label(['说明', 'Reason'])}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Radio.Group>
    </Modal>
  );
};

export default AuthorDialog;
