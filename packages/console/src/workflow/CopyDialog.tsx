import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { type ChosenPerson, PeoplePicker } from './PeoplePicker.tsx';
import '../form/dialogs.css';
import '../form/field.css';

interface CopyDialogProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onGo: (userIds: readonly string[], comment: string) => void;
}

/** Renders 抄送: choice of people who may then read the record, without a task. */
export const CopyDialog = ({ busy, onCancel, onGo }: CopyDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [people, setPeople] = useState<readonly ChosenPerson[]>([]);
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState(false);
  const lacking = asked && people.length === 0;
  return (
    <Modal
      open
      width={560}
      title={label(['抄送', 'Send a copy'])}
      okText={label(['抄送', 'Copy'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        const ids = people.map(({ value }) => value);
        if (ids.length > 0) onGo(ids, comment.trim());
      }}
    >
      <label className="ky-label" htmlFor={id}>
        <b aria-hidden="true">*</b>
        {label(['抄送给', 'Recipients'])}
      </label>
      <PeoplePicker
        id={id}
        value={people}
        faulty={lacking}
        describedBy={`${id}-help`}
        onChange={setPeople}
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(['请选择抄送人', 'Choose the recipients'])}
          </>
        ) : (
          label([
            '对方可查看该事务，无需办理',
            'They can read the record; no action is required of them',
          ])
        )}
      </div>
      <label className="ky-label" htmlFor={`${id}-comment`}>
        {label(['附言', 'Note'])}
      </label>
      <Input
        id={`${id}-comment`}
        value={comment}
        maxLength={500}
        onChange={(event) => setComment(event.target.value)}
      />
    </Modal>
  );
};
