import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { CheckReport } from '@keyan/console/list/ImportReports.tsx';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { DryRun, FileHeadings } from '@keyan/kernel/wire/workbooks.ts';
import { Button, Input, Modal, Select, Upload } from 'antd';
import { useId, useState } from 'react';
import { fileForm, useSending } from '../shared/list-files/useSending.web.ts';
import { movingBatchPage, movingService } from './paths.ts';
import type { MovingKindShown } from './wire.ts';
import '@keyan/console/list/import.css';
import './moving.web.css';

interface MoveDialogProps {
  readonly kind: MovingKindShown;
  readonly onClose: () => void;
  /** A batch was begun. */
  readonly onMoved: () => void;
}

type Matched = Readonly<Record<string, string>>;

/** Columns of the file, each beside the field that it fills. */
const MatchTable = ({
  found,
  matched,
  onChange,
}: {
  readonly found: FileHeadings;
  readonly matched: Matched;
  readonly onChange: (matched: Matched) => void;
}) => {
  const label = useLabel();
  const region = label(['对应列', 'Columns']);
  const taken = new Set(Object.values(matched).filter(Boolean));
  const missing = found.fields.filter(({ name, required }) => required && !taken.has(name));
  const columns: readonly DataColumn<FileHeadings['headings'][number]>[] = [
    {
      key: 'text',
      head: ['文件中的列', 'Column of the file'],
      isRowHead: true,
      cell: ({ text }) => text,
    },
    { key: 'sample', head: ['第一个值', 'First value'], cell: ({ sample }) => sample },
    {
      key: 'field',
      head: ['填入', 'Field'],
      cell: ({ text }) => (
        <Select<string>
          value={matched[text] ?? ''}
          aria-label={label(fill(['“{text}”填入', 'Field of “{text}”'], { text }))}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: '', label: label(['不迁入', 'Left out']) },
            ...found.fields.map(({ name, label: field, required }) => ({
              value: name,
              label: `${label(field)}${required ? ' *' : ''}`,
              disabled: taken.has(name) && matched[text] !== name,
            })),
          ]}
          onChange={(field) => onChange({ ...matched, [text]: field })}
        />
      ),
    },
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys */}
      <section className="ky-import-faults ky-moving-match" tabIndex={0} aria-label={region}>
        <DataTable
          frame="plain"
          rows={found.headings}
          columns={columns}
          keyOf={({ text }) => text}
        />
      </section>
      {missing.length > 0 && (
        <p className="ky-note">
          <Glyph name="warning" size={12} />{' '}
          {label(
            fill(['还没有对应的必填列：{names}', 'Required and not matched: {names}'], {
              names: [
                missing.map(({ label: [zh] }) => `【${zh}】`).join('、'),
                missing.map(({ label: [, en] }) => en).join(', '),
              ],
            }),
          )}
        </p>
      )}
    </>
  );
};

/** Rows whose records stand already. */
const Standing = ({ run }: { readonly run: DryRun }) => {
  const label = useLabel();
  if (run.standing.length === 0) return null;
  const names = run.standing.slice(0, 5).map(({ row, title }) => `${row}（${title}）`);
  return (
    <p className="ky-note">
      {label(
        fill(
          [
            '{n} 行的记录系统中已有，保持原样：第 {rows} 行{more}',
            'Rows whose record is already here and stays as it is: {n} ({rows}{more})',
          ],
          {
            n: run.same,
            rows: names.join('、'),
            more: run.same > names.length ? [' 等', ', …'] : '',
          },
        ),
      )}
    </p>
  );
};

/** The state of one file on its way in. Long because it is one course: the file, its columns, the check, the run. */
const useMove = ({ kind, onMoved, onClose }: MoveDialogProps) => {
  const client = useClient();
  const tab = useTab();
  const { fault, busy, send } = useSending();
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<FileHeadings>();
  const [matched, setMatched] = useState<Matched>({});
  const [day, setDay] = useState('');
  const [run, setRun] = useState<DryRun>();
  const fields = () => ({
    kind: kind.key,
    headings: JSON.stringify(matched),
    ...(kind.asksDay ? { openingDay: day } : {}),
  });
  return {
    file,
    found,
    matched,
    day,
    run,
    fault,
    busy,
    setMatched,
    setDay,
    back: () => setRun(undefined),
    async take(chosen: File) {
      setFile(chosen);
      setRun(undefined);
      setFound(undefined);
      const answer = await send(() =>
        client.upload<FileHeadings>(
          `/${movingService}/headings`,
          fileForm(chosen, { kind: kind.key }),
        ),
      );
      if (!answer) return;
      setFound(answer);
      setMatched(Object.fromEntries(answer.headings.map(({ text, field }) => [text, field])));
    },
    async check() {
      if (!file) return;
      const answer = await send(() =>
        client.upload<DryRun>(`/${movingService}/check`, fileForm(file, fields())),
      );
      if (answer) setRun(answer);
    },
    async start() {
      if (!file || !run) return;
      const answer = await send(() =>
        client.upload<{ readonly id: string }>(
          `/${movingService}/run`,
          fileForm(file, { ...fields(), batchId: run.batchId }),
        ),
      );
      if (!answer) return;
      onMoved();
      onClose();
      tab.open(movingBatchPage(answer.id));
    },
    faulty: () =>
      void client
        .download(`/${kind.path}/importFailed`, { batchId: run?.batchId })
        .catch(() => undefined),
  };
};

const importOf: Label = ['导入 {n} 行', 'Import {n} rows'];
const noteOnly: Label = ['登记批次（没有新增）', 'Record the batch (nothing new)'];

/** One file on its way in: its columns are matched, every row is judged, then the batch runs. Long because it is one dialog. */
const MoveDialog = (props: MoveDialogProps) => {
  const { kind, onClose } = props;
  const label = useLabel();
  const dayId = useId();
  const resource = useDefinition(kind.key);
  const state = useMove(props);
  const { run, found, busy } = state;
  const faulty = run ? run.total - run.valid - run.same : 0;
  return (
    <Modal
      open
      width={run || found ? 1040 : 640}
      title={label(fill(['迁入{name}', 'Move in: {name}'], { name: kind.label }))}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        run ? (
          <>
            <Button onClick={state.back}>{label(['返回对应列', 'Back to the columns'])}</Button>
            {faulty > 0 && (
              <Button onClick={state.faulty}>
                {label(['下载错误行', 'Download rows with errors'])}
              </Button>
            )}
            <Button
              type="primary"
              loading={busy}
              disabled={run.valid + run.same === 0}
              onClick={() => void state.start()}
            >
              {label(run.valid === 0 ? noteOnly : fill(importOf, { n: run.valid }))}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
            <Button
              type="primary"
              loading={busy}
              disabled={!found || (kind.asksDay && state.day === '')}
              onClick={() => void state.check()}
            >
              {label(['预检（不写入）', 'Check (writes nothing)'])}
            </Button>
          </>
        )
      }
    >
      <div className="ky-moving-work">
        {!run && (
          <>
            {kind.asksDay && (
              <div className="ky-moving-day">
                <label htmlFor={dayId}>{label(['期初日期', 'Opening day'])}</label>
                <Input
                  id={dayId}
                  type="date"
                  value={state.day}
                  style={{ width: 160 }}
                  onChange={({ target }) => state.setDay(target.value)}
                />
                <span className="ky-note">
                  {label([
                    '累计数截至这一天；文件里没有【期初日期】列的行用它',
                    'Totals are as of this day, for rows without a day of their own',
                  ])}
                </span>
              </div>
            )}
            <Upload.Dragger
              accept=".csv,.xls,.xlsx"
              disabled={busy}
              showUploadList={false}
              beforeUpload={(chosen) => {
                void state.take(chosen);
                return false;
              }}
            >
              {state.file?.name ??
                label([
                  '选择或拖入工作簿（xlsx、xls）或数据库导出的 CSV',
                  'Choose or drop a workbook (xlsx, xls) or CSV dumped from a database',
                ])}
            </Upload.Dragger>
            {found && (
              <MatchTable found={found} matched={state.matched} onChange={state.setMatched} />
            )}
          </>
        )}
        {run && <Standing run={run} />}
        {run && resource && <CheckReport resource={resource} run={run} />}
        {state.fault && (
          <p className="ky-fault-text" role="alert">
            <Glyph name="warning" size={12} /> {state.fault}
          </p>
        )}
      </div>
    </Modal>
  );
};

export default MoveDialog;
