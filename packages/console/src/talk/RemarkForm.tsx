import { FileAddOutlined } from '@ant-design/icons';
import {
  type AttachedFile,
  attachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { maxRemarkFiles, maxRemarkLetters, type NamedPerson } from '@keyan/kernel/wire/talk.ts';
import { Button, Mentions } from 'antd';
import { useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { FileTiles } from '../fields/FileTiles.tsx';
import { admitFiles } from '../fields/upload.ts';
import { useFileQueue } from '../fields/useTransfers.ts';
import { useLabel } from '../i18n/language.ts';
import { useTalkCall } from './useSending.ts';

/** Attachment category of a remark's files: the server's default. */
const category = attachmentCategory('99', ['讨论附件', 'Discussion files'], {
  limit: maxRemarkFiles,
});

/** Returns the files of a remark that is being written. */
const useFiles = (resource: Resource) => {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [queue, transfers] = useFileQueue(() => ({
    destination: { resource: resource.key },
    arrived: (file) => setFiles((known) => [...known, file]),
  }));
  return {
    files,
    transfers,
    queue,
    add(list: readonly File[]) {
      const { accepted, refusals } = admitFiles(list, category, files.length + transfers.length);
      for (const refusal of refusals) toast.warning(refusal);
      queue.add(accepted, category.code);
    },
    remove: (file: AttachedFile) => setFiles((known) => known.filter(({ id }) => id !== file.id)),
  };
};

/** Returns a function that searches people who may read the record by the text after @. */
const usePeople = (resource: Resource, id: string) => {
  const client = useClient();
  const [found, setFound] = useState<readonly NamedPerson[]>([]);
  const asked = useRef('');
  const search = async (name: string) => {
    asked.current = name;
    if (name.trim() === '') {
      setFound([]);
      return;
    }
    const people = await client
      .get<readonly NamedPerson[]>(
        '/keyan/talk/people',
        { resource: resource.key, id, name: name.trim() },
        { quiet: true },
      )
      .catch((): readonly NamedPerson[] => []);
    if (asked.current === name) setFound(people);
  };
  return { found, search };
};

/** Returns the name being typed after the last @. */
const nameAfterAt = (text: string): string => /@([^\s@]{1,30})$/u.exec(text)?.[1] ?? '';

interface RemarkTextProps {
  readonly resource: Resource;
  readonly id: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChosen: (person: NamedPerson) => void;
}

/** Renders a text area in which @ finds people who may read the record. */
const RemarkText = ({ resource, id, text, onText, onChosen }: RemarkTextProps) => {
  const label = useLabel();
  const { found, search } = usePeople(resource, id);
  return (
    <Mentions
      autoFocus
      rows={3}
      maxLength={maxRemarkLetters}
      value={text}
      aria-label={label(['讨论内容', 'Remark'])}
      placeholder={label(['输入内容，用 @ 提到同事', 'Write here; use @ to mention a colleague'])}
      notFoundContent={label([
        '没有可以查看本记录的同名人员',
        'Nobody of this name has access to this record',
      ])}
      filterOption={false}
      options={found.map((person) => ({
        value: person.name,
        key: person.id,
        label: `${person.name} ${person.department}`,
      }))}
      onChange={(next) => {
        onText(next);
        // Input methods change the text without a key event that the control handles.
        const typed = nameAfterAt(next);
        if (typed !== '') void search(typed);
      }}
      onSearch={(name) => void search(name)}
      onSelect={({ key = '' }) => {
        // The control appends a suffix of its own to the key.
        const person = found.find((one) => key.startsWith(`${one.id}-`));
        if (person) onChosen(person);
      }}
    />
  );
};

interface RemarkFormProps {
  readonly resource: Resource;
  readonly id: string;
  /** Id of the thread that the remark answers; absent for a new thread. */
  readonly thread?: string;
  readonly onSaid: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Renders the form of a remark: text with @ for people, and files. */
export const RemarkForm = ({ resource, id, thread, onSaid, onCancel }: RemarkFormProps) => {
  const label = useLabel();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly NamedPerson[]>([]);
  const given = useFiles(resource);
  const [send, busy] = useTalkCall(async () => {
    const named = chosen.filter(({ name }) => text.includes(`@${name}`));
    await client.post('/keyan/talk/say', {
      resource: resource.key,
      id,
      ...(thread && { thread }),
      content: text.trim(),
      named: [...new Set(named.map((person) => person.id))],
      files: given.files.map((file) => file.id),
    });
    await onSaid();
  });
  return (
    <div className="ky-talk-form">
      <RemarkText
        resource={resource}
        id={id}
        text={text}
        onText={setText}
        onChosen={(person) => setChosen([...chosen, person])}
      />
      <FileTiles
        files={given.files}
        transfers={given.transfers}
        queue={given.queue}
        onRemove={given.remove}
      />
      <div className="ky-talk-acts">
        <button type="button" className="ky-link" onClick={() => input.current?.click()}>
          <FileAddOutlined /> {label(['附件', 'Attach'])}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={label(['讨论附件', 'Discussion files'])}
          onChange={({ target }) => {
            given.add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <span className="ky-talk-gap" />
        <Button size="small" onClick={onCancel}>
          {label(['取消', 'Cancel'])}
        </Button>
        <Button
          size="small"
          type="primary"
          loading={busy}
          disabled={text.trim() === '' || given.transfers.length > 0}
          onClick={() => void send()}
        >
          {label(['发送', 'Send'])}
        </Button>
      </div>
    </div>
  );
};
