import { useEntries } from '@keyan/console/data/dictionary.ts';
import { useMatches } from '@keyan/console/data/initials.ts';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { EditorProps } from '@keyan/console/presentation/present.ts';
import { say } from '@keyan/kernel/label.ts';
import { type Entry, entryOf, selectableEntries } from '@keyan/kernel/values/dictionary.ts';
import { Button, Empty, Input, Modal } from 'antd';
import { useState } from 'react';
import './people.web.css';

/** Group of the classification with its chosen entries. */
interface DisciplineGroup {
  readonly code: string;
  readonly name: string;
  readonly choices: readonly { readonly code: string; readonly name: string }[];
}

interface ChooserProps extends Pick<EditorProps, 'spec' | 'required'> {
  readonly code: string;
  readonly onChoose: (code: string | null, name: string) => void;
  readonly onClose: () => void;
}

/** Dialog with all groups of the classification, filtered by typing. */
const Chooser = ({ spec, required, code, onChoose, onClose }: ChooserProps) => {
  const label = useLabel();
  const language = useLanguage();
  const [text, setText] = useState('');
  const { entries } = useEntries(spec.dictionary);
  const matches = useMatches(true);
  const named = ({ code: own, label: its }: Entry) => ({ code: own, name: say(its, language) });
  const fits = (choice: ReturnType<typeof named>): boolean =>
    text === '' || choice.code.startsWith(text) || matches(text, choice.name);
  const groups: readonly DisciplineGroup[] = selectableEntries(entries)
    .map((group) => ({
      ...named(group),
      choices: (group.children ?? []).map(named).filter(fits),
    }))
    .filter(({ choices }) => choices.length > 0);
  const empty = (
    <Button key="none" onClick={() => onChoose(null, '')}>
      {label(['清空', 'Clear'])}
    </Button>
  );
  return (
    <Modal
      open
      width={760}
      title={label(spec.label)}
      onCancel={onClose}
      footer={required || code === '' ? null : empty}
    >
      <Input
        autoFocus
        value={text}
        aria-label={label(['查找学科', 'Find a discipline'])}
        placeholder={label(['名称、拼音首字母或代码', 'Name, pinyin initials or code'])}
        onChange={({ target }) => setText(target.value.trim())}
      />
      <div className="ky-discipline-groups">
        {groups.map((group) => (
          <section key={group.code} aria-label={group.name}>
            <h3>{group.name}</h3>
            {group.choices.map((choice) => (
              <Button
                key={choice.code}
                size="small"
                type={choice.code === code ? 'primary' : 'text'}
                onClick={() => onChoose(choice.code, choice.name)}
              >
                {choice.name}
              </Button>
            ))}
          </section>
        ))}
        {groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
      </div>
    </Modal>
  );
};

/** Editor 选择学科: chooses a discipline from the classification in a dialog. */
const DisciplineEditor = (props: EditorProps) => {
  const { id, name, spec, value, row, required, onChange, onBlur, faulty, describedBy } = props;
  const label = useLabel();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  useEntries(spec.dictionary);
  const code = typeof value === 'string' ? value : '';
  const entry = spec.dictionary && code ? entryOf(spec.dictionary, code) : undefined;
  const shown = entry ? say(entry.label, language) : String(row[`${name}Name`] ?? '') || code;
  const close = () => {
    setOpen(false);
    onBlur?.();
  };
  return (
    <>
      <Button
        id={id}
        className="ky-wide ky-discipline"
        aria-haspopup="dialog"
        aria-invalid={faulty || undefined}
        aria-describedby={describedBy}
        data-empty={code === '' || undefined}
        danger={faulty ?? false}
        onClick={() => setOpen(true)}
      >
        <span>{shown || label(['选择学科', 'Choose a discipline'])}</span>
      </Button>
      {open && (
        <Chooser
          spec={spec}
          code={code}
          {...(required && { required })}
          onClose={close}
          onChoose={(chosen, its) => {
            onChange(chosen, { [`${name}Name`]: its });
            close();
          }}
        />
      )}
    </>
  );
};

export default DisciplineEditor;
