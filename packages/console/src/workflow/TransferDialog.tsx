import { user } from '@keyan/kernel/base.ts';
import { f } from '@keyan/kernel/field.ts';
import { Modal } from 'antd';
import { useId, useState } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { RefEditor } from '../fields/ref.tsx';
import '../form/field.css';
import { useLabel } from '../i18n/language.ts';
import { useFocusReturn } from '../shared/useFocusReturn.ts';

const person = f.ref(['转办给', 'Hand on to'], user).spec;

interface TransferDialogProps {
  readonly onCancel: () => void;
  readonly onGo: (userId: string) => void;
}

/** 转办: the task goes to somebody else and does not come back (domain §3.2). */
export const TransferDialog = ({ onCancel, onGo }: TransferDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [asked, setAsked] = useState(false);
  const lacking = asked && !chosen;
  return (
    <Modal
      open
      width={560}
      title={label(['转办', 'Hand on'])}
      okText={label(['转办', 'Hand on'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => {
        setAsked(true);
        if (chosen) onGo(chosen.id);
      }}
    >
      <label className="ky-label" htmlFor={id}>
        <b aria-hidden="true">*</b>
        {label(person.label)}
      </label>
      <RefEditor
        id={id}
        name="person"
        spec={person}
        value={chosen?.id ?? null}
        row={{ personName: chosen?.name ?? '' }}
        required
        faulty={lacking}
        describedBy={`${id}-help`}
        onChange={(value, more) =>
          setChosen(value ? { id: String(value), name: String(more?.personName ?? '') } : null)
        }
      />
      <div id={`${id}-help`} className="ky-help" data-tone={lacking ? 'error' : undefined}>
        {lacking ? (
          <>
            <Glyph name="warning" size={12} />
            {label(['请选择转办人', 'Choose whom to hand it to'])}
          </>
        ) : (
          label(['转办后由对方办理，不再回到您这里', 'It will not come back to you'])
        )}
      </div>
    </Modal>
  );
};
