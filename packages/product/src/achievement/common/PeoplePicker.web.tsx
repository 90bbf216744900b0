import { SearchOutlined } from '@ant-design/icons';
import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useClearButton } from '@keyan/console/components/useClearButton.tsx';
import type { Option } from '@keyan/console/data/values.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Modal, Tag } from 'antd';
import { useState } from 'react';
import './people-picker.web.css';

interface PeoplePickerProps {
  /** Path of the call that searches people. */
  readonly call: string;
  readonly onClose: () => void;
  readonly onChosen: (people: readonly Option[]) => void;
}

/** Renders a picker of several people, which are added in the order of choosing. */
const PeoplePicker = ({ call, onClose, onChosen }: PeoplePickerProps) => {
  const client = useClient();
  const label = useLabel();
  const clearing = useClearButton();
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const search = useDebounced(typed.trim(), 250);
  const { data, error, refetch } = useQuery({
    queryKey: ['people', call, search],
    queryFn: () => client.get<readonly Option[]>(call, { search }, { quiet: true }),
    placeholderData: (before) => before,
  });
  const toggle = (person: Option) =>
    setChosen((list) =>
      list.some((each) => each.id === person.id)
        ? list.filter((each) => each.id !== person.id)
        : [...list, person],
    );
  return (
    <Modal
      open
      width={560}
      title={label(['从人员库选', 'Choose people'])}
      okText={label(fill(['添加 {count} 人', 'Add {count}'], { count: chosen.length }))}
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onClose}
      onOk={() => onChosen(chosen)}
    >
      <Input
        autoFocus
        allowClear={clearing}
        prefix={<SearchOutlined />}
        value={typed}
        aria-label={label(['姓名或工号', 'Name or staff number'])}
        placeholder={label(['姓名或工号', 'Name or staff number'])}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="ky-chosen">
        {chosen.map((person) => (
          <Tag key={person.id} closable onClose={() => toggle(person)}>
            {person.text}
          </Tag>
        ))}
      </div>
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <ul className="ky-people">
          {data.map((person) => (
            <li key={person.id}>
              <Checkbox
                checked={chosen.some((each) => each.id === person.id)}
                onChange={() => toggle(person)}
              >
                <span className="ky-option">
                  <span>{person.text}</span>
                  <span className="ky-note">{person.note}</span>
                </span>
              </Checkbox>
            </li>
          ))}
          {data.length === 0 && (
            <li className="ky-note">{label(['没有符合条件的记录', 'No matches'])}</li>
          )}
        </ul>
      )}
    </Modal>
  );
};

export default PeoplePicker;
