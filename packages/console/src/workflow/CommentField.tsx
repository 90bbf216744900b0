import { EditOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import { Checkbox, Input, type InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { AttachButton, CommentFiles } from './CommentFiles.tsx';
import { PhrasesDialog } from './PhrasesDialog.tsx';
import { commonPhrases, isNextTaskOpened, maxCommentLength, saveOpensNextTask } from './phrases.ts';
import type { useCommentFiles } from './useCommentFiles.ts';

interface CommentProps {
  readonly comment: string;
  /** True if files may be attached. */
  readonly attachable: boolean;
  readonly onWrite: (text: string) => void;
  /** Error of the comment for the chosen rejection; null if none. */
  readonly lacking: Label | null;
  readonly files: ReturnType<typeof useCommentFiles>;
}

/** Renders the input of the comment, with its attachments. */
export const CommentField = ({
  comment,
  onWrite,
  lacking,
  files,
  field,
  attachable,
}: CommentProps & { readonly field: RefObject<InputRef | null> }) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  return (
    <div className="ky-comment">
      <CommentFiles given={files} />
      <Input
        ref={field}
        value={comment}
        placeholder={label(['审批意见', 'Comment'])}
        aria-label={label(['审批意见', 'Comment'])}
        aria-invalid={lacking !== null || undefined}
        aria-describedby={lacking ? 'ky-comment-fault' : undefined}
        status={lacking ? 'error' : undefined}
        maxLength={maxCommentLength}
        suffix={
          <>
            {(!narrow || comment.length > 0) && (
              <span className="ky-note">
                {comment.length} / {maxCommentLength}
              </span>
            )}
            {narrow && attachable && <AttachButton onFiles={files.add} />}
          </>
        }
        onChange={(event) => onWrite(event.target.value)}
      />
    </div>
  );
};

interface PhraseBarProps extends CommentProps {
  readonly onNext: (on: boolean) => void;
}

/**
 * Renders the bar above the comment: common phrases, attachments, and whether the next task opens
 * afterwards.
 */
export const PhraseBar = (props: PhraseBarProps) => {
  const { comment, onWrite, lacking, files, attachable, onNext } = props;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const [phrases, setPhrases] = useState(commonPhrases);
  const [editing, setEditing] = useState(false);
  const [next, setNext] = useState(isNextTaskOpened);
  return (
    <div className="ky-phrases">
      {/* Where the comment begins, which it is about. */}
      {lacking && (
        <span id="ky-comment-fault" className="ky-help" data-tone="error" role="alert">
          <Glyph name="warning" size={12} />
          {label(lacking)}
        </span>
      )}
      {!narrow && !lacking && (
        <span className="ky-note">{label(['常用意见', 'Quick comments'])}</span>
      )}
      <div className="ky-phrase-list">
        {phrases.map((phrase) => {
          const text = label(phrase);
          return (
            <button
              key={text}
              type="button"
              className="ky-phrase"
              aria-pressed={comment === text}
              onClick={() => onWrite(text)}
            >
              {text}
            </button>
          );
        })}
        {!narrow && (
          <button type="button" className="ky-link" onClick={() => setEditing(true)}>
            {label(['管理', 'Edit'])}
          </button>
        )}
      </div>
      {narrow && (
        <button
          type="button"
          className="ky-icon-button"
          aria-label={label(['管理常用意见', 'Edit quick comments'])}
          onClick={() => setEditing(true)}
        >
          <EditOutlined />
        </button>
      )}
      {!narrow && attachable && <AttachButton onFiles={files.add} />}
      {!narrow && (
        <Checkbox
          className="ky-open-next"
          checked={next}
          onChange={(event) => {
            setNext(event.target.checked);
            saveOpensNextTask(event.target.checked);
            onNext(event.target.checked);
          }}
        >
          {label(['办完打开下一条', 'Open the next when done'])}
        </Checkbox>
      )}
      {editing && (
        <PhrasesDialog
          onClose={() => {
            setEditing(false);
            setPhrases(commonPhrases());
          }}
        />
      )}
    </div>
  );
};
