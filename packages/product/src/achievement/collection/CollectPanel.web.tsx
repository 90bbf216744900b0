import { InboxOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ImportsOfOtherKinds, type ReadKindsState } from '@keyan/console/list/ImportDialog.tsx';
import { OtherImportLink, OtherKindLinks } from '@keyan/console/list/OtherKindLinks.tsx';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Select, Upload } from 'antd';
import { Suspense, useId, useState } from 'react';
import { readText } from '../bibliography/read-text.web.ts';
import { indexType } from '../common/dictionaries.ts';
import type { CollectedLine, CollectOutcome, CollectState } from './collect.ts';
import { thesis } from './thesis.ts';
import './collection.web.css';

const looks: Readonly<
  Record<
    CollectState,
    { readonly text: Label; readonly tag: Omit<Parameters<typeof Tag>[0], 'children'> }
  >
> = {
  new: { text: ['新增', 'New'], tag: { tone: 'info', glyph: 'draft' } },
  saved: { text: ['已导入', 'Imported'], tag: { tone: 'success', glyph: 'approved' } },
  duplicate: { text: ['重复', 'Duplicate'], tag: { tone: 'neutral', glyph: 'recalled' } },
  elsewhere: { text: ['其他类别', 'Other kind'], tag: { tone: 'warning', glyph: 'returned' } },
  faulty: { text: ['有误', 'With errors'], tag: { tone: 'error', glyph: 'warning' } },
};

/** Returns the state of the import: file, entered values, and the server's result per record. */
const useCollection = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [file, setFile] = useState<{ readonly given: File; readonly text: string }>();
  const [database, setDatabase] = useState<string>();
  const [batchNo, setBatchNo] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<CollectOutcome>();
  const [fault, setFault] = useState('');
  const [otherKind, setOtherKind] = useState<string>();

  const ask = async (text: string, indexed: string | undefined, confirm: boolean) => {
    setBusy(true);
    setFault('');
    setOtherKind(undefined);
    try {
      const given = { text, indexType: indexed, batchNo: batchNo.trim() || undefined, confirm };
      const found = await client.post<CollectOutcome>(`/${thesis.path}/collect`, given, {
        quiet: true,
      });
      setAnswer(found);
      if (!confirm) return;
      toast.success(fill(['已导入 {count} 条', 'Imported {count}'], { count: found.counts.saved }));
      await queries.invalidateQueries({ queryKey: queryKeysOf(thesis).all });
    } catch (error) {
      setAnswer(undefined);
      setFault(error instanceof ApiFault ? error.message : String(error));
      if (error instanceof ApiFault) setOtherKind(error.fields[0]?.link?.resource);
    } finally {
      setBusy(false);
    }
  };
  const take = async (given: File) => {
    const text = await readText(given);
    setFile({ given, text });
    await ask(text, database, false);
  };
  const choose = async (code: string | undefined) => {
    setDatabase(code);
    if (file) await ask(file.text, code, false);
  };
  const confirm = () => (file ? ask(file.text, database, true) : Promise.resolve());
  const dealing = { take, choose, confirm };
  const given = { file: file?.given, database, batchNo, setBatchNo };
  return { ...given, busy, answer, fault, otherKind, ...dealing };
};

type Collection = ReturnType<typeof useCollection>;

/** Renders the database for records that name none, and the batch number. */
const Given = ({ database, batchNo, setBatchNo, choose }: Collection) => {
  const label = useLabel();
  const id = useId();
  return (
    <p className="ky-collect-given">
      <label htmlFor={`${id}-index`}>{label(['收录库', 'Database'])}</label>
      <Select
        id={`${id}-index`}
        allowClear
        value={database}
        placeholder={label(['题录未注明时', 'If a record names none'])}
        options={indexType.entries.map((entry) => ({
          value: entry.code,
          label: label(entry.label),
        }))}
        onChange={(code: string | undefined) => void choose(code)}
      />
      <label htmlFor={`${id}-batch`}>{label(['导入批次', 'Import batch'])}</label>
      <Input
        id={`${id}-batch`}
        maxLength={30}
        value={batchNo}
        placeholder={label(['默认为导入时间', 'Import time by default'])}
        onChange={({ target }) => setBatchNo(target.value)}
      />
    </p>
  );
};

const columnsOf = (label: (text: Label) => string): readonly DataColumn<CollectedLine>[] => [
  { key: 'at', head: ['序号', 'No.'], width: 56, align: 'left', cell: ({ at }) => at },
  {
    key: 'title',
    head: ['题录', 'Record'],
    align: 'left',
    isRowHead: true,
    cell: ({ title, source, matches }) => (
      <>
        {title || '–'}
        <div className="ky-note">
          {[source, matches && label(['疑似：', 'Possibly: ']) + matches]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </>
    ),
  },
  {
    key: 'state',
    head: ['结果', 'Result'],
    align: 'left',
    width: 240,
    cell: ({ state, message }) => (
      <>
        <Tag {...looks[state].tag}>{label(looks[state].text)}</Tag>
        {message && <div className="ky-note">{message}</div>}
      </>
    ),
  },
];

const Report = ({ answer }: { readonly answer: CollectOutcome }) => {
  const label = useLabel();
  const states = (['new', 'saved', 'duplicate', 'elsewhere', 'faulty'] as const).filter(
    (state) => answer.counts[state] > 0,
  );
  return (
    <>
      <p role="status">
        {label(fill(['共 {total} 条：', '{total} in total: '], { total: answer.total }))}
        {states
          .map((state) => `${label(looks[state].text)} ${answer.counts[state]}`)
          .join(label(['，', ', ']))}
      </p>
      <div className="ky-dialog-rows">
        <DataTable
          frame="plain"
          className="ky-dialog-table"
          rows={answer.lines}
          columns={columnsOf(label)}
          keyOf={({ at }) => String(at)}
        />
      </div>
    </>
  );
};

/** Renders 导入题录文件: shows for each record whether it is new before anything is stored. */
const CollectPanel = ({ onClose }: ListPanelProps) => {
  useFocusReturn();
  return (
    <ImportsOfOtherKinds onClose={onClose}>
      {(reads) => <CollectSteps onClose={onClose} {...reads} />}
    </ImportsOfOtherKinds>
  );
};

interface CollectStepsProps extends ReadKindsState {
  readonly onClose: () => void;
}

/** Renders the file, the result per record, and links to other imports for records that are not papers. */
const CollectSteps = ({ onClose, isBehind, imported, onElsewhere }: CollectStepsProps) => {
  const label = useLabel();
  const collection = useCollection();
  const { file, answer, busy, fault, otherKind, take, confirm } = collection;
  const fresh = answer?.counts.new ?? 0;
  return (
    <Modal
      open={!isBehind}
      width={860}
      title={label(['导入题录文件', 'Import a file of records'])}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {label(['关闭', 'Close'])}
        </Button>,
        <Button
          key="go"
          type="primary"
          loading={busy}
          disabled={fresh === 0}
          onClick={() => void confirm()}
        >
          {label(fill(['导入新增 {count} 条', 'Import {count} new'], { count: fresh }))}
        </Button>,
      ]}
    >
      <Given {...collection} />
      <Upload.Dragger
        accept=".txt,.ris,.bib,.enw,.ciw,.isi,.nbib,text/plain"
        showUploadList={false}
        beforeUpload={(chosen) => {
          void take(chosen);
          return false;
        }}
      >
        <InboxOutlined />{' '}
        {file?.name ??
          label([
            '选择或拖入 RIS、BibTeX、Web of Science、知网（RefWorks、EndNote）导出的文件',
            'Choose or drop a RIS, BibTeX, Web of Science or CNKI (RefWorks, EndNote) export file',
          ])}
      </Upload.Dragger>
      {fault && (
        <p className="ky-fault-text ky-collect-fault" role="alert">
          <span>
            <Glyph name="warning" size={12} /> {fault}
          </span>
          {file && otherKind && (
            <Suspense>
              <OtherImportLink kind={otherKind} file={file} onGo={onElsewhere} />
            </Suspense>
          )}
        </p>
      )}
      {answer?.total === 0 && (
        <p className="ky-fault-text" role="alert">
          {label(['没有识别出题录', 'No record was recognised'])}
        </p>
      )}
      {answer && (
        <OtherKindLinks
          kinds={answer.elsewhere}
          file={file}
          imported={imported}
          onGo={onElsewhere}
        />
      )}
      {answer && answer.total > 0 && <Report answer={answer} />}
    </Modal>
  );
};

export default CollectPanel;
