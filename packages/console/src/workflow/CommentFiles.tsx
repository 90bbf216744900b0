import { FileAddOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { FileTiles } from '../fields/FileTiles.tsx';
import { useLabel } from '../i18n/language.ts';
import type { CommentFileList } from './useCommentFiles.ts';

/** Renders the button that attaches files to a comment. */
export const AttachButton = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="ky-link ky-attach"
        aria-label={label(['附件', 'Attach'])}
        onClick={() => input.current?.click()}
      >
        <FileAddOutlined /> <span>{label(['附件', 'Attach'])}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label(['意见附件', 'Comment attachments'])}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
};

/** Renders the files of the comment that is being written. */
export const CommentFiles = ({ given }: { given: CommentFileList }) => {
  const { files, transfers, queue, remove } = given;
  if (files.length + transfers.length === 0) return null;
  return (
    <div className="ky-comment-files">
      <FileTiles
        files={files}
        transfers={transfers}
        queue={queue}
        onRemove={(file) => remove(file.id)}
      />
    </div>
  );
};
