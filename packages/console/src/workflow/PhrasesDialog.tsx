import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import '../form/field.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import { commonPhrases, defaultPhrases, maxCommentLength, savePhrases } from './phrases.ts';

/** Maximum number of phrases that fit beside each other. */
const maxPhrases = 8;

/** Renders the editor of the reader's own phrases, one per line. */
export const PhrasesDialog = ({ onClose }: { onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [text, setText] = useState(() => commonPhrases().map(label).join('\n'));
  return (
    <Modal
      open
      width={560}
      title={label(['常用意见', 'Quick comments'])}
      okText={label(['保存', 'Save'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onClose}
      onOk={() => {
        const lines = text
          .split('\n')
          .map((line) => line.trim().slice(0, maxCommentLength))
          .filter(Boolean);
        savePhrases([...new Set(lines)].slice(0, maxPhrases));
        onClose();
      }}
    >
      <label className="ky-label" htmlFor={id}>
        {label([`每行一条，最多 ${maxPhrases} 条`, `One per line, at most ${maxPhrases}`])}
      </label>
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 5, maxRows: 10 }}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="ky-help">
        <button
          type="button"
          className="ky-link"
          onClick={() => setText(defaultPhrases.map(label).join('\n'))}
        >
          {label(['恢复默认', 'Reset'])}
        </button>
      </div>
    </Modal>
  );
};
