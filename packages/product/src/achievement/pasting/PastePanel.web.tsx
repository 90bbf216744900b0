import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button, Input, Modal, Radio } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { commonDestination } from '../bibliography/belonging.ts';
import { readText } from '../bibliography/read-text.web.ts';
import { referenceTypeLabels } from '../bibliography/reference.ts';
import { AllForOtherFormNote, OtherFormNote } from './OtherFormNote.web.tsx';
import {
  DraftExistsNote,
  DraftStateMark,
  type PasteDraftsState,
  SaveAllDraftsButton,
  useDrafts,
} from './PasteDrafts.web.tsx';
import { PastePreview } from './PastePreview.web.tsx';
import { isFillable, type RecognisedRecord } from './recognition.ts';
import './paste.web.css';

export interface RecognitionAnswer {
  readonly records: readonly RecognisedRecord[];
  readonly total: number;
}

interface PastePanelProps {
  /** Resource whose form is filled. */
  readonly kind: Resource;
  /** Values in the form, shown beside those that would replace them. */
  readonly present: RowLike;
  readonly onClose: () => void;
  readonly onFill: (values: RowLike) => void;
  /** Opens the works that an external source has for the person's identifier. */
  readonly onOutside?: () => void;
}

const formats: Label = [
  '粘贴 DOI、专利号、引文（GB/T 7714、APA、MLA 等）、BibTeX、RIS、知网（RefWorks、EndNote）或 Web of Science 导出的题录，也可以把文件拖进来',
  'Paste a DOI, a patent number, citations (GB/T 7714, APA, MLA …), BibTeX, RIS, or records exported from CNKI (RefWorks, EndNote) or Web of Science, or drop a file here',
];

/** Returns the pasted text and the server's result. @param pasted initial text, recognised at once */
const useRecognition = (kind: Resource, pasted: string) => {
  const client = useClient();
  const [text, setText] = useState(pasted);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<RecognitionAnswer | null>(null);
  const [fault, setFault] = useState('');
  const [at, setAt] = useState(0);

  const recognise = async (given: string) => {
    setBusy(true);
    setFault('');
    try {
      const found = await client.post<RecognitionAnswer>(
        `/${kind.path}/recognise`,
        { text: given },
        { quiet: true },
      );
      setAnswer(found);
      setAt(Math.max(0, found.records.findIndex(isFillable)));
    } catch (error) {
      // Results of an earlier text do not apply to this text.
      setAnswer(null);
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
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || pasted === '') return;
    begun.current = true;
    void recognise(pasted);
  });
  return { text, setText, busy, answer, fault, at, setAt, recognise, take };
};

type Recognition = ReturnType<typeof useRecognition>;

/** Renders the box for pasting text or dropping a file. */
const PasteBox = ({ text, setText, answer, recognise, take }: Recognition) => {
  const label = useLabel();
  return (
    <Input.TextArea
      autoFocus
      value={text}
      rows={answer ? 3 : 9}
      className="ky-paste"
      aria-label={label(formats)}
      placeholder={label(formats)}
      onChange={(event) => setText(event.target.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        // Recognises text pasted into an empty box at once.
        if (text.trim() === '' && pasted.trim() !== '') void recognise(pasted);
      }}
      onDragOver={(event) => {
        // Prevents the browser from opening the file instead of the page.
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        // Dragged text is inserted by the browser.
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    />
  );
};

/** Renders the recognise button, and errors. */
const PasteBar = ({
  text,
  busy,
  answer,
  fault,
  recognise,
  onOutside,
}: Recognition & Pick<PastePanelProps, 'onOutside'>) => {
  const label = useLabel();
  return (
    <div className="ky-paste-bar">
      <Button
        type={answer ? 'default' : 'primary'}
        loading={busy}
        disabled={text.trim() === ''}
        onClick={() => void recognise(text)}
      >
        {label(answer ? ['重新识别', 'Recognise again'] : ['识别', 'Recognise'])}
      </Button>
      {onOutside && (
        <Button onClick={onOutside}>
          {label(['从 ORCID / OpenAlex 导入', 'Import from ORCID or OpenAlex'])}
        </Button>
      )}
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
            'No reference recognised; check the pasted text',
          ])}
        </span>
      )}
    </div>
  );
};

/**
 * Renders 粘贴题录: recognises pasted text, shows the values, and fills the form. If all records belong to another kind,
 * the text can be passed to that kind's form.
 */
const PastePanel = (props: PastePanelProps) => {
  const tab = useTab();
  const [there, setThere] = useState<There>();
  useFocusReturn();
  if (!there) return <PasteSteps {...props} pasted="" onElsewhere={setThere} />;
  return (
    <PasteSteps
      key={there.kind.key}
      kind={there.kind}
      pasted={there.text}
      present={{}}
      onClose={props.onClose}
      onFill={(values) => {
        props.onClose();
        tab.open(`${there.add}?handover=${storeHandover(values)}`);
      }}
      onElsewhere={setThere}
    />
  );
};

/** Other resource to whose form the text is passed. */
interface There {
  readonly kind: Resource;
  /** Path of the page for a new record. */
  readonly add: string;
  readonly text: string;
}

interface PasteStepsProps extends PastePanelProps {
  readonly pasted: string;
  readonly onElsewhere: (there: There) => void;
}

const PasteSteps = ({ pasted, onElsewhere, ...form }: PasteStepsProps) => {
  const { kind, onClose, onOutside } = form;
  const label = useLabel();
  const recognition = useRecognition(kind, pasted);
  const { text, answer, at, setAt } = recognition;
  const page =
    answer && answer.records.length > 1
      ? commonDestination(answer.records.map((one) => (isFillable(one) ? undefined : one.belongs)))
      : undefined;
  return (
    <Modal
      open
      width={720}
      title={label(
        fill(['粘贴题录：{kind}', 'Paste references: {kind}'], {
          kind: [kind.label[0], kind.label[1].toLowerCase()],
        }),
      )}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <PasteBox {...recognition} />
      <PasteBar {...recognition} {...(onOutside && { onOutside })} />
      {answer && page && (
        <Suspense>
          <AllForOtherFormNote
            page={page}
            titles={answer.records.map(({ title, type }) => title || type)}
            total={answer.total}
            onGo={(there) => onElsewhere({ ...there, text })}
          />
        </Suspense>
      )}
      {answer && !page?.takesFiles && (
        <RecognisedRecords
          // Remounts for another text, since results of earlier records do not apply.
          key={answer.records.map(({ title }) => title).join(' ')}
          answer={answer}
          at={at}
          onChoose={setAt}
          {...form}
        />
      )}
    </Modal>
  );
};

interface RecordsProps extends PastePanelProps {
  readonly answer: RecognitionAnswer;
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

/** Renders the recognised records: the choice among several, and the preview of the chosen one. */
export const RecognisedRecords = ({ answer, at, onChoose, ...form }: RecordsProps) => {
  const drafts = useDrafts(form.kind, answer.records);
  const record = answer.records[at];
  const kept = drafts.kept.get(at);
  return (
    <>
      {answer.records.length > 1 && (
        <RecordChoice answer={answer} at={at} onChoose={onChoose} drafts={drafts} />
      )}
      {record &&
        (!isFillable(record) ? (
          <OtherFormNote key={at} record={record} onClose={form.onClose} />
        ) : drafts.busy || (kept && 'id' in kept) ? (
          <DraftExistsNote kind={form.kind} kept={kept} />
        ) : (
          <PastePreview key={at} given={record} {...form} />
        ))}
    </>
  );
};

interface RecordChoiceProps {
  readonly answer: RecognitionAnswer;
  readonly at: number;
  readonly onChoose: (at: number) => void;
  readonly drafts: PasteDraftsState;
}

/** Renders the choice among several records, and the button to save each as a draft. */
const RecordChoice = ({ answer, at, onChoose, drafts }: RecordChoiceProps) => {
  const label = useLabel();
  return (
    <div className="ky-records">
      <p className="ky-note">
        {label(
          fill(
            [
              '识别出 {total} 条题录，选一条填入表单，也可全部存为草稿。',
              '{total} records recognised: choose one for the form, or save all as drafts.',
            ],
            { total: answer.total },
          ),
        )}{' '}
        <SaveAllDraftsButton {...drafts} />
      </p>
      {answer.total > answer.records.length && (
        <p className="ky-note">
          {label(
            fill(['只列出前 {shown} 条', 'Only the first {shown} are listed'], {
              shown: answer.records.length,
            }),
          )}
        </p>
      )}
      <Radio.Group
        value={at}
        onChange={(event) => onChoose(event.target.value)}
        options={answer.records.map((record, index) => ({
          value: index,
          label: (
            <span className="ky-record">
              <span>{record.title || record.type}</span>
              <span className="ky-note">{label(referenceTypeLabels[record.type])}</span>
              <DraftStateMark kind={drafts.kind} kept={drafts.kept.get(index)} />
            </span>
          ),
        }))}
      />
    </div>
  );
};

export default PastePanel;
