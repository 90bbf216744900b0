import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { ImportFiles } from '@keyan/kernel/definition/page/import-files.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, inSentence, type Label } from '@keyan/kernel/label.ts';
import { Button, Modal, Progress } from 'antd';
import { type DragEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { CheckReport, ImportReport, importUnitLabels } from './ImportReports.tsx';
import {
  OtherImportLink,
  type OtherKindInFile,
  OtherKindLinks,
  tableEndings,
} from './OtherKindLinks.tsx';
import { type RecordImport, useImport } from './useImport.ts';
import './import.css';

interface ImportDialogProps {
  readonly resource: Resource;
  readonly onClose: () => void;
  /** Called when some records of the batch were stored. */
  readonly onStored: (batchId: string) => void;
}

/** Width of the dialog in pixels before and after a file is checked, when it shows a preview. */
const dialogWidths = { choose: 720, report: 1040 };

/** State of a file with records of other kinds, for the dialog that reads it. */
export interface ReadKindsState {
  /** True if another import dialog is in front. */
  readonly isBehind: boolean;
  /** Records that were imported as another kind meanwhile. */
  readonly imported: readonly OtherKindInFile[];
  readonly onElsewhere: (there: OtherKindInFile) => void;
}

interface WithOtherKindsProps {
  readonly onClose: () => void;
  readonly children: (reads: ReadKindsState) => ReactNode;
}

/**
 * Renders a dialog that reads a file, and the imports of other kinds that the file leads to. If all
 * records are of another kind, the dialog is replaced by the import of that kind, whose page opens
 * once something was stored; if some are, the dialog stays behind the other import.
 */
export const ImportsOfOtherKinds = ({ onClose, children }: WithOtherKindsProps) => {
  const tab = useTab();
  const [there, setThere] = useState<OtherKindInFile>();
  const [imported, setImported] = useState<readonly OtherKindInFile[]>([]);
  const stored = (one: OtherKindInFile) => {
    if (one.isPart) setImported((known) => [...known, one]);
    else tab.open(one.page);
  };
  return (
    <>
      {(!there || there.isPart) &&
        children({ isBehind: there !== undefined, imported, onElsewhere: setThere })}
      {there && (
        <ImportSteps
          key={there.resource.key}
          resource={there.resource}
          file={there.file}
          ownOnly={there.isPart}
          isBehind={false}
          imported={imported}
          onClose={there.isPart ? () => setThere(undefined) : onClose}
          onStored={() => stored(there)}
          onElsewhere={setThere}
        />
      )}
    </>
  );
};

/** Renders the import of a file. */
export const ImportDialog = ({ resource, onClose, onStored }: ImportDialogProps) => (
  <ImportsOfOtherKinds onClose={onClose}>
    {(reads) => (
      <ImportSteps resource={resource} onClose={onClose} onStored={onStored} {...reads} />
    )}
  </ImportsOfOtherKinds>
);

interface ImportStepsProps extends ImportDialogProps, ReadKindsState {
  /** File to check immediately. */
  readonly file?: File;
  /** Skips records of other kinds in the file. */
  readonly ownOnly?: boolean;
}

/**
 * Renders three steps: choose a file, preview the records and every error by sheet, row and column,
 * store the valid records.
 */
const ImportSteps = ({ resource, file, ownOnly = false, ...dialog }: ImportStepsProps) => {
  const { isBehind, imported, onClose, onStored, onElsewhere } = dialog;
  const label = useLabel();
  const state = useImport(resource, { ownOnly, onStored, onFinished: onClose });
  const { run, result, fault, elsewhere } = state;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    state.check(file);
  });
  return (
    <Modal
      open={!isBehind}
      width={run && !result ? dialogWidths.report : dialogWidths.choose}
      title={label([`导入${resource.label[0]}`, `Import: ${inSentence(resource.label)}`])}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        run && !result ? (
          <ConfirmButtons state={state} />
        ) : (
          <>
            <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
            {result?.state === 'interrupted' && (
              <Button type="primary" loading={state.busy} onClick={() => state.confirm(true)}>
                {label(['继续导入', 'Continue'])}
              </Button>
            )}
          </>
        )
      }
    >
      {!run && <ChooseFile state={state} files={resource.importFiles} />}
      {run && (
        <OtherKindLinks
          kinds={run.elsewhere}
          file={state.file}
          imported={imported}
          onGo={onElsewhere}
        />
      )}
      {run && !result && <CheckReport resource={resource} run={run} />}
      {result && <ImportReport result={result} />}
      {fault && (
        <p className="ky-import-fault" role="alert">
          <Glyph name="warning" tone="error" />
          {fault}
          {elsewhere && state.file && (
            <Suspense>
              <OtherImportLink kind={elsewhere} file={state.file} onGo={onElsewhere} />
            </Suspense>
          )}
        </p>
      )}
    </Modal>
  );
};

const onlyCorrect: Label = ['仅导入正确的 {count} {unit}', 'Import the correct {unit} ({count})'];
const importAllText: Label = ['导入 {count} {unit}', 'Import {unit} ({count})'];
const chooseBook: Label = [
  '选择或拖入 xlsx、xls 或 csv 文件',
  'Choose or drop an .xlsx, .xls or .csv file',
];
const chooseAny: Label = ['选择或拖入文件', 'Choose or drop a file'];
const acceptedFilesText: Label = [
  '填好的表格（.xlsx、.xls、.csv），或{files}',
  'A completed table (.xlsx, .xls, .csv), or {files}',
];

/**
 * Renders the buttons after the check: another file, download of invalid rows, store the valid
 * rows.
 */
const ConfirmButtons = ({ state }: { readonly state: RecordImport }) => {
  const label = useLabel();
  const { run, busy, confirm, reset, downloadFaulty } = state;
  if (!run) return null;
  const faulty = run.total - run.valid - run.same;
  return (
    <>
      <Button onClick={reset}>{label(['重新选择文件', 'Choose another file'])}</Button>
      {faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={downloadFaulty}>
          {label(['下载错误行', 'Download rows with errors'])}
        </Button>
      )}
      <Button
        type="primary"
        loading={busy}
        disabled={run.valid === 0}
        onClick={() => confirm(faulty > 0)}
      >
        {faulty > 0
          ? label(fill(onlyCorrect, { count: run.valid, unit: importUnitLabels[run.from] }))
          : label(fill(importAllText, { count: run.valid, unit: importUnitLabels[run.from] }))}
      </Button>
    </>
  );
};

interface ChooseFileProps {
  readonly state: RecordImport;
  readonly files: ImportFiles | undefined;
}

/** Renders the template download and the drop area for the file. */
const ChooseFile = ({ state, files }: ChooseFileProps) => {
  const label = useLabel();
  const { busy, percent, check, downloadTemplate } = state;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <>
      <ol className="ky-import-steps">
        <li>
          {label(['下载模板，按列名填写', 'Download the template and fill it in'])}
          <Button size="small" icon={<DownloadOutlined />} onClick={downloadTemplate}>
            {label(['下载模板', 'Template'])}
          </Button>
        </li>
        <li>
          {label([
            '上传后先检查，不会写入；确认后才导入',
            'The file is checked first; nothing is saved until you confirm',
          ])}
        </li>
      </ol>
      <button
        type="button"
        className="ky-import-drop"
        data-over={over || undefined}
        disabled={busy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          check(event.dataTransfer.files[0]);
        }}
      >
        <InboxOutlined />
        {label(busy ? ['正在检查', 'Checking'] : files ? chooseAny : chooseBook)}
        {files && !busy && (
          <span className="ky-note">{label(fill(acceptedFilesText, { files: files.label }))}</span>
        )}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...tableEndings, ...(files?.extensions ?? [])].join()}
        onChange={(event) => {
          check(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {percent !== null && <Progress percent={percent} size="small" />}
    </>
  );
};
