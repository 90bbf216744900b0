import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { type ChosenPerson, PeoplePicker } from '../PeoplePicker.tsx';
import '../../form/dialogs.css';
import '../../form/field.css';

/** Way in which a person is asked. */
export type AskMode = TaskPageData['canAsk'][number];

/** Names of the ways, and the effect of each, in display order. */
export const askModes: Readonly<Record<AskMode, { readonly name: Text; readonly means: Text }>> = {
  B: {
    name: ['前加签', 'Before me'],
    means: [
      '对方先办理，可以退回；全部同意后回到您这里',
      'They act first and may return the record; when all have agreed it comes back to you',
    ],
  },
  P: {
    name: ['并加签', 'Alongside me'],
    means: [
      '对方与您同为本环节审批人，同样计票',
      'They become approvers of this step like you, and their votes count',
    ],
  },
  D: {
    name: ['委派', 'For an opinion'],
    means: ['对方只填写意见，之后由您决定', 'They only give an opinion; you decide afterwards'],
  },
};

interface AskDialogProps {
  /** Ways that the step allows. */
  readonly allowed: readonly AskMode[];
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onGo: (way: AskMode, userIds: readonly string[], comment: string) => void;
}

/** Renders 加签: asks other people to sign beside or before the reader, or for their opinion. */
export const AskDialog = ({ allowed, busy, onCancel, onGo }: AskDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [way, setWay] = useState<AskMode>('B');
  const [people, setPeople] = useState<readonly ChosenPerson[]>([]);
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState(false);
  const lacking = asked && people.length === 0;
  return (
    <Modal
      open
      width={560}
      title={label(['加签', 'Ask others'])}
      okText={label(['加签', 'Ask'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        const ids = people.map(({ value }) => value);
        if (ids.length > 0) onGo(way, ids, comment.trim());
      }}
    >
      <Radio.Group
        className="ky-dialog-lead"
        aria-label={label(['加签方式', 'How to ask'])}
        value={way}
        onChange={({ target }) => setWay(target.value as AskMode)}
        options={(Object.keys(askModes) as AskMode[])
          .filter((each) => allowed.includes(each))
          .map((each) => ({ value: each, label: label(askModes[each].name) }))}
      />
      <p className="ky-note">{label(askModes[way].means)}</p>
      <label className="ky-label" htmlFor={id}>
        <b aria-hidden="true">*</b>
        {label(['加签给', 'People'])}
      </label>
      <PeoplePicker
        id={id}
        value={people}
        faulty={lacking}
        describedBy={`${id}-help`}
        onChange={setPeople}
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking && (
          <>
            <Glyph name="warning" size={12} />
            {label(['请选择加签人', 'Choose the people'])}
          </>
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
