import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { RecognisedRecords, type RecognitionAnswer } from './PastePanel.web.tsx';
import { isFillable } from './recognition.ts';
import './paste.web.css';

interface OutsidePanelProps {
  readonly kind: Resource;
  readonly onClose: () => void;
  readonly onFill: (values: RowLike) => void;
}

const sources: readonly { readonly value: string; readonly label: string; readonly help: Label }[] =
  [
    {
      value: 'orcid',
      label: 'ORCID',
      help: [
        '如 0000-0002-1825-0097；只取公开的成果',
        'Such as 0000-0002-1825-0097; public works only',
      ],
    },
    {
      value: 'openalex',
      label: 'OpenAlex',
      help: ['作者编号（如 A5023888391）或 ORCID', 'Author ID (such as A5023888391) or ORCID'],
    },
  ];

const useOutside = (kind: Resource) => {
  const client = useClient();
  const [source, setSource] = useState('orcid');
  const [identifier, setIdentifier] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<RecognitionAnswer>();
  const [fault, setFault] = useState('');
  const [at, setAt] = useState(0);
  const ask = async () => {
    setBusy(true);
    setFault('');
    try {
      const given = { source, identifier: identifier.trim() };
      const found = await client.post<RecognitionAnswer>(`/${kind.path}/fromOutside`, given, {
        quiet: true,
      });
      setAnswer(found);
      setAt(Math.max(0, found.records.findIndex(isFillable)));
    } catch (error) {
      setAnswer(undefined);
      setFault(error instanceof ApiFault ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { source, setSource, identifier, setIdentifier, busy, answer, fault, at, setAt, ask };
};

/** Renders a person's works at an external source, by identifier: one fills the form, or each becomes a draft. */
const OutsidePanel = ({ kind, onClose, onFill }: OutsidePanelProps) => {
  useFocusReturn();
  const label = useLabel();
  const id = useId();
  const outside = useOutside(kind);
  const { source, setSource, identifier, setIdentifier, busy, answer, fault, at, setAt, ask } =
    outside;
  const help = sources.find(({ value }) => value === source)?.help ?? ['', ''];
  return (
    <Modal
      open
      width={720}
      title={label(['从 ORCID / OpenAlex 导入', 'Import from ORCID or OpenAlex'])}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <Radio.Group
        value={source}
        options={sources.map(({ value, label: name }) => ({ value, label: name }))}
        onChange={({ target }) => setSource(String(target.value))}
      />
      <p>
        <label htmlFor={id}>{label(['标识', 'Identifier'])}</label>
        <Input
          id={id}
          autoFocus
          value={identifier}
          maxLength={100}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setIdentifier(target.value)}
          onPressEnter={() => void ask()}
        />
        <span id={`${id}-help`} className="ky-note">
          {label(help)}
        </span>
      </p>
      <div className="ky-paste-bar">
        <Button
          type={answer ? 'default' : 'primary'}
          loading={busy}
          disabled={identifier.trim() === ''}
          onClick={() => void ask()}
        >
          {label(['获取成果', 'Fetch works'])}
        </Button>
        {fault && (
          <span className="ky-fault-text" role="alert">
            <Glyph name="warning" size={12} /> {fault}
          </span>
        )}
        {answer?.records.length === 0 && (
          <span className="ky-fault-text" role="alert">
            <Glyph name="warning" size={12} />{' '}
            {label(['没有公开的成果', 'There are no public works'])}
          </span>
        )}
      </div>
      {answer && answer.records.length > 0 && (
        <RecognisedRecords
          key={answer.records.map(({ title }) => title).join(' ')}
          answer={answer}
          at={at}
          onChoose={setAt}
          kind={kind}
          present={{}}
          onClose={onClose}
          onFill={onFill}
        />
      )}
    </Modal>
  );
};

export default OutsidePanel;
