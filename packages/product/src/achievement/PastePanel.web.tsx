import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { textOf } from '@keyan/console/fields/values.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { Values } from '@keyan/console/shared/present.ts';
import { useFocusReturn } from '@keyan/console/shared/useFocusReturn.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button, Input, Modal, Radio, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { Belonging } from './bibliography/belonging.ts';
import type { PaperDraft } from './bibliography/draft.ts';
import { type ReferenceType, referenceTypeLabels } from './bibliography/reference.ts';
import type { AuthorMatch, StaffMember } from './bibliography/staff.ts';
import { paper } from './paper.ts';
import './paper.web.css';

type Recognised = { readonly title: string; readonly type: ReferenceType } & PaperDraft;

interface Answer {
  readonly records: readonly Recognised[];
  readonly total: number;
}

type Fillable = Extract<Recognised, { readonly fill: unknown }>;
const isFillable = (record: Recognised): record is Fillable => 'fill' in record;

interface PastePanelProps {
  /** What stands in the form already is shown beside what would replace it. */
  readonly present: Values;
  readonly onClose: () => void;
  readonly onFill: (values: Values) => void;
}

const kinds: Label = [
  '粘贴 DOI、BibTeX、RIS、知网（RefWorks、EndNote）或 Web of Science 导出的题录，也可以把文件拖进来',
  'Paste a DOI, BibTeX, RIS, a CNKI export (RefWorks, EndNote) or one of Web of Science, or drop the file here',
];

/** A file as text: exports are UTF-8 or, from older Chinese systems, GB18030. */
const readText = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** 粘贴题录: recognises what was pasted, shows what will be filled, and fills it. */
const PastePanel = ({ present, onClose, onFill }: PastePanelProps) => {
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState('');
  const [at, setAt] = useState(0);

  const recognise = async (given: string) => {
    setBusy(true);
    setFault('');
    try {
      const found = await client.post<Answer>(
        `/${paper.path}/recognise`,
        { text: given },
        { quiet: true },
      );
      setAnswer(found);
      setAt(Math.max(0, found.records.findIndex(isFillable)));
    } catch (error) {
      setFault(error instanceof ApiFault ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  const take = async (file: File | undefined) => {
    if (!file) return;
    const content = await readText(file);
    setText(content);
    await recognise(content);
  };

  const record = answer?.records[at];
  return (
    <Modal
      open
      width={720}
      title={label(['粘贴题录', 'Paste a reference'])}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <Input.TextArea
        autoFocus
        value={text}
        rows={answer ? 3 : 9}
        className="ky-paste"
        aria-label={label(kinds)}
        placeholder={label(kinds)}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          // What is pasted into an empty box is what is meant: no further button is needed.
          if (text.trim() === '' && pasted.trim() !== '') void recognise(pasted);
        }}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      />
      <div className="ky-paste-bar">
        <Button
          type={answer ? 'default' : 'primary'}
          loading={busy}
          disabled={text.trim() === ''}
          onClick={() => void recognise(text)}
        >
          {label(answer ? ['重新识别', 'Recognise again'] : ['识别', 'Recognise'])}
        </Button>
        {fault && (
          <span className="ky-fault-text" role="alert">
            <Glyph name="warning" size={12} /> {fault}
          </span>
        )}
        {answer && answer.records.length === 0 && (
          <span className="ky-fault-text" role="alert">
            <Glyph name="warning" size={12} />{' '}
            {label([
              '没有识别出题录，请检查粘贴的内容',
              'Nothing was recognised; check what was pasted',
            ])}
          </span>
        )}
      </div>
      {answer && answer.records.length > 1 && (
        <RecordChoice answer={answer} at={at} onChoose={setAt} />
      )}
      {record &&
        (isFillable(record) ? (
          <Preview key={at} record={record} present={present} onClose={onClose} onFill={onFill} />
        ) : (
          <Elsewhere belonging={record.belongs} />
        ))}
    </Modal>
  );
};

interface RecordChoiceProps {
  readonly answer: Answer;
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

/** Several records in one paste: the form takes one of them. */
const RecordChoice = ({ answer, at, onChoose }: RecordChoiceProps) => {
  const label = useLabel();
  return (
    <div className="ky-records">
      <p className="ky-note">
        {label(
          fill(
            [
              '识别出 {total} 条题录，选一条填入；批量登记请用【导入】',
              '{total} records recognised: choose one; use “Import” for many',
            ],
            { total: answer.total },
          ),
        )}
      </p>
      <Radio.Group
        value={at}
        onChange={(event) => onChoose(event.target.value)}
        options={answer.records.map((record, index) => ({
          value: index,
          label: (
            <span className="ky-record">
              <span>{record.title || record.type}</span>
              <span className="ky-note">{label(referenceTypeLabels[record.type])}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
};

/** A record that is no paper: what it is and which page takes it (decisions 37). */
const Elsewhere = ({ belonging }: { belonging: Belonging }) => {
  const label = useLabel();
  return (
    <p className="ky-elsewhere" role="alert">
      <Glyph name="warning" tone="warning" /> {label(belonging.message)}
    </p>
  );
};

interface PreviewProps {
  readonly record: Fillable;
  readonly present: Values;
  readonly onClose: () => void;
  readonly onFill: (values: Values) => void;
}

/** The line of an author once somebody has been chosen for them. */
const chosenLine = (line: Values, person: StaffMember | undefined): Values =>
  person
    ? {
        ...line,
        personType: person.personType ?? '01',
        userId: person.id,
        userIdName: person.name,
        name: person.name,
        jobNum: person.jobNum ?? '',
        unit: person.departmentName ?? line.unit ?? null,
      }
    : { ...line, personType: '03', userId: null };

/** What goes into the form, field by field, and who of the university the authors are. */
const Preview = ({ record, present, onClose, onFill }: PreviewProps) => {
  const label = useLabel();
  const language = useLanguage();
  const { fill: values, matches, notes } = record;
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(new Map());

  const authors = useMemo(
    () =>
      (values.authors ?? []).map((line, index): Values => {
        const match = matches[index];
        const known = { ...line, userIdName: match?.member?.name ?? '' };
        const chosen = choices.get(index);
        if (!match || match.candidates.length === 0 || chosen === undefined) return known;
        return chosenLine(
          known,
          match.candidates.find((person) => person.id === chosen),
        );
      }),
    [values.authors, matches, choices],
  );
  const filled: Values = { ...values, ...(authors.length > 0 ? { authors } : {}) };
  const facts = Object.entries(paper.fields).flatMap(([name, { spec }]) => {
    if (spec.kind === 'rows' || !(name in values)) return [];
    const next = textOf(name, spec, filled, language);
    const before = textOf(name, spec, present, language);
    return [{ name, title: label(spec.label), next, before: before === next ? '' : before }];
  });
  return (
    <>
      {notes.map((note) => (
        <p key={note[0]} className="ky-paste-note">
          <Glyph name="warning" size={12} tone="warning" /> {label(note)}
        </p>
      ))}
      <dl className="ky-paste-facts">
        {facts.map(({ name, title, next, before }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {before && (
                <>
                  <del>{before}</del> →{' '}
                </>
              )}
              <span className={next.length > 120 ? 'ky-paste-long' : undefined}>{next}</span>
            </dd>
          </div>
        ))}
      </dl>
      {matches.length > 0 && (
        <AuthorChoices
          matches={matches}
          choices={choices}
          onChoose={(index, id) => setChoices(new Map(choices).set(index, id))}
        />
      )}
      <div className="ky-paste-deeds">
        <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
        <Button type="primary" onClick={() => onFill(filled)}>
          {label(['填入表单', 'Fill the form'])}
        </Button>
      </div>
    </>
  );
};

interface AuthorChoicesProps {
  readonly matches: readonly AuthorMatch[];
  readonly choices: ReadonlyMap<number, string>;
  readonly onChoose: (index: number, id: string) => void;
}

/** Chosen by hand where a name fits several people; everybody else is listed as matched. */
const AuthorChoices = ({ matches, choices, onChoose }: AuthorChoicesProps) => {
  const label = useLabel();
  const outside = label(['校外人员', 'Outside the university']);
  return (
    <ol className="ky-paste-authors" aria-label={label(paper.fields.authors.spec.label)}>
      {matches.map(({ author, member, candidates }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: authors never move within one record
          key={index}
        >
          <b>{author.name}</b>
          {candidates.length > 0 ? (
            <Select
              size="small"
              className="ky-paste-choice"
              aria-label={author.name}
              status={choices.has(index) ? undefined : 'warning'}
              placeholder={label(['请选择是哪一位', 'Choose who it is'])}
              value={choices.get(index)}
              onChange={(id) => onChoose(index, id)}
              options={[
                ...candidates.map((person) => ({
                  value: person.id,
                  label: [person.name, person.departmentName, person.jobNum]
                    .filter(Boolean)
                    .join(' · '),
                })),
                { value: '', label: outside },
              ]}
            />
          ) : (
            <span className="ky-note">
              {member
                ? [member.name, member.departmentName, member.jobNum].filter(Boolean).join(' · ')
                : outside}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
};

export default PastePanel;
