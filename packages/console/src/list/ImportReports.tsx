import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type {
  CellFault,
  DryRun,
  DryRunRow,
  ImportResult,
  NewRecordRow,
  RowChange,
} from '@keyan/kernel/wire/workbooks.ts';
import { Progress } from 'antd';
import { FaultList } from '../components/FaultList.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';

/** Maximum number of listed errors; the workbook of invalid rows has all. */
const maxListedErrors = 200;

/** Units that a dry run counts: rows of a workbook, or records of a file of another program. */
export const importUnitLabels: Readonly<Record<DryRun['from'], Label>> = {
  workbook: ['行', 'rows'],
  file: ['条', 'records'],
};

/** Place of an error: `“作者”表第 3 行`, or `第 3 条` in a file without sheets. */
const errorPlaceTexts: Readonly<Record<DryRun['from'], Label>> = {
  workbook: ['“{sheet}”表第 {row} 行', 'Sheet “{sheet}”, row {row}'],
  file: ['第 {row} 条', 'Record {row}'],
};

/** Numbers of records by outcome; zeros are omitted. */
const countTexts = [
  ['total', ['共 {total} {unit}', '{total} {unit}']],
  ['valid', ['{valid} {unit}正确', '{valid} correct']],
  ['changed', ['其中 {changed} {unit}更正已有记录', '{changed} of them corrections']],
  ['same', ['{same} {unit}与库中一致', '{same} unchanged']],
  ['others', ['{others} {unit}属其他类别', '{others} of other kinds']],
  ['faulty', ['{faulty} {unit}有误', '{faulty} with errors']],
] as const satisfies readonly (readonly [string, Label])[];

const countsAlwaysShown: readonly string[] = ['total', 'valid'];

const sumOf = (counts: Readonly<Record<string, number>>, unit: Label): Label => {
  const said = countTexts.filter(
    ([name]) => countsAlwaysShown.includes(name) || (counts[name] ?? 0) > 0,
  );
  const parts = said.map(([, text]) => fill(text, { ...counts, unit }));
  return [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join(', ')];
};

interface CheckReportProps {
  readonly resource: Resource;
  readonly run: DryRun;
}

/**
 * Renders the result of the check: number of valid records, the errors, and a preview of the
 * records.
 */
export const CheckReport = ({ resource, run }: CheckReportProps) => {
  const label = useLabel();
  const { total, valid, same, changes } = run;
  const others = run.elsewhere.reduce((sum, { count }) => sum + count, 0);
  const faulty = total - valid - same - others;
  const counts = { total, valid, same, others, faulty, changed: changes.length };
  return (
    <>
      <p className="ky-import-sum">
        <Glyph
          name={faulty === 0 ? 'approved' : 'warning'}
          tone={faulty === 0 ? 'success' : 'warning'}
        />
        {label(sumOf(counts, importUnitLabels[run.from]))}
      </p>
      {run.lacks.length > 0 && (
        <p className="ky-note">
          <Glyph name="warning" size={12} />{' '}
          {label(
            fill(missingColumnsText, {
              names: [
                run.lacks.map(([zh]) => `【${zh}】`).join('、'),
                run.lacks.map(([, en]) => en).join(', '),
              ],
            }),
          )}
        </p>
      )}
      {run.made.length > 0 && <CreatedRecords made={run.made} />}
      {changes.length > 0 && <Changes changes={changes} />}
      {run.errors.length > 0 && <Faults resource={resource} run={run} />}
      {valid > 0 && <Preview resource={resource} run={run} />}
    </>
  );
};

const missingColumnsText: Label = [
  '表中没有这些必填列：{names}',
  'The sheet lacks these required columns: {names}',
];

const alsoCreatedText: Label = ['将一并新建', 'Also created'];

/** Renders the records of other kinds that the rows name and that the import will create. */
const CreatedRecords = ({ made: records }: { readonly made: DryRun['made'] }) => {
  const label = useLabel();
  const columns: readonly DataColumn<NewRecordRow>[] = [
    { key: 'target', head: alsoCreatedText, cell: ({ target }) => label(target) },
    { key: 'text', head: ['名称', 'Name'], cell: ({ text }) => text, isRowHead: true },
    { key: 'rows', head: rowNumberHeads.workbook, cell: ({ rows }) => rows.join('、') },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-import-faults" tabIndex={0} aria-label={label(alsoCreatedText)}>
      <DataTable
        frame="plain"
        rows={records.slice(0, maxListedErrors)}
        columns={columns}
        keyOf={({ target, text }) => `${target[0]} ${text}`}
      />
    </section>
  );
};

const correctionsText: Label = ['更正', 'Corrections'];

/** Renders the changes of stored records by the rows. */
const Changes = ({ changes }: Pick<DryRun, 'changes'>) => {
  const label = useLabel();
  const columns: readonly DataColumn<RowChange>[] = [
    { key: 'row', head: rowNumberHeads.workbook, cell: ({ row }) => row },
    { key: 'title', head: ['记录', 'Record'], cell: ({ title }) => title, isRowHead: true },
    {
      key: 'fields',
      head: correctionsText,
      cell: ({ fields }) =>
        fields.map(({ field, before, after }) => (
          <div key={field[0]}>
            <span className="ky-note">{label(field)}</span> {label(before)} → <b>{label(after)}</b>
          </div>
        )),
    },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-import-faults" tabIndex={0} aria-label={label(correctionsText)}>
      <DataTable
        frame="plain"
        rows={changes.slice(0, maxListedErrors)}
        columns={columns}
        keyOf={({ row }) => String(row)}
      />
    </section>
  );
};

/** Renders the errors, each with its sheet, row and column. */
const Faults = ({ resource, run }: CheckReportProps) => {
  const label = useLabel();
  // Lines of another sheet have numbers of their own.
  const titles = new Map(run.rows.map(({ row, title }) => [row, title]));
  const columns: readonly DataColumn<CellFault>[] = [
    {
      key: 'place',
      head: ['位置', 'Place'],
      cell: ({ sheet, row }) => label(fill(errorPlaceTexts[run.from], { sheet, row })),
    },
    {
      key: 'title',
      head: resource.fields[resource.title]?.spec.label ?? resource.label,
      cell: ({ path, row }) => (path.includes('.') ? '' : titles.get(row)),
    },
    { key: 'field', head: ['列', 'Column'], cell: ({ field }) => label(field) },
    { key: 'message', head: ['原因', 'Reason'], cell: ({ message }) => label(message) },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-import-faults" tabIndex={0} aria-label={label(['错误', 'Errors'])}>
      <DataTable
        frame="plain"
        rows={run.errors.slice(0, maxListedErrors)}
        columns={columns}
        // One cell may have two errors, and the list does not change, so the index is the key.
        keyOf={(_fault, index) => String(index)}
      />
      {run.errorTotal > maxListedErrors && (
        <p className="ky-note">
          {label([
            `另有 ${run.errorTotal - maxListedErrors} 处，见“下载错误行”`,
            `${run.errorTotal - maxListedErrors} more: download the rows with errors`,
          ])}
        </p>
      )}
    </section>
  );
};

/** Head of the column with the number of the row or record. */
const rowNumberHeads: Readonly<Record<DryRun['from'], Label>> = {
  workbook: ['行', 'Row'],
  file: ['序号', 'No.'],
};

const afterImportText: Label = ['导入后', 'After the import'];
const onlyFirst: Label = ['只列出前 {shown} {unit}', 'Only the first {shown} {unit} are listed'];

/** Renders the records made from valid rows as their list shows them, and hints to check. */
const Preview = ({ resource, run }: CheckReportProps) => {
  const label = useLabel();
  const rows = run.rows.filter(({ values }) => values !== undefined);
  const columns: readonly DataColumn<DryRunRow>[] = [
    { key: 'row', head: rowNumberHeads[run.from], cell: ({ row }) => row },
    {
      key: 'title',
      head: resource.fields[resource.title]?.spec.label ?? resource.label,
      cell: ({ title }) => title,
      isRowHead: true,
    },
    ...run.columns.map(({ name, label: head }, index) => ({
      key: `value-${name}`,
      head,
      cell: ({ values }: DryRunRow) => values?.[index],
    })),
    ...(rows.some(({ notes }) => notes)
      ? [
          {
            key: 'notes',
            head: ['请核对', 'Please check'] as const,
            cell: ({ notes }: DryRunRow) =>
              notes && (
                <ul className="ky-import-notes">
                  {notes.map((note) => (
                    <li key={note[0]}>{label(note)}</li>
                  ))}
                </ul>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <h3 className="ky-import-head">{label(afterImportText)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys */}
      <section className="ky-import-faults" tabIndex={0} aria-label={label(afterImportText)}>
        <DataTable
          frame="plain"
          className="ky-import-preview"
          rows={rows}
          columns={columns}
          keyOf={({ row }) => String(row)}
        />
        {rows.length < run.valid && (
          <p className="ky-note">
            {label(fill(onlyFirst, { shown: rows.length, unit: importUnitLabels[run.from] }))}
          </p>
        )}
      </section>
    </>
  );
};

/** Renders the number of stored rows, and the rows that the server refused. */
export const ImportReport = ({ result }: { readonly result: ImportResult }) => {
  const label = useLabel();
  const percent = result.total === 0 ? 100 : Math.round((100 * result.saved) / result.total);
  return (
    <>
      {result.state !== 'finished' && <Progress percent={percent} />}
      {result.state === 'interrupted' && (
        <p className="ky-import-fault" role="alert">
          <Glyph name="warning" tone="warning" />
          {label([
            '导入已中断，未导入的行可以继续导入，不会重复',
            'The import was interrupted. Continue with the remaining rows; no row is stored twice',
          ])}
        </p>
      )}
      <p className="ky-import-sum">
        {label([
          `已导入 ${result.saved} 条，共 ${result.total} 条`,
          `${result.saved} of ${result.total} imported`,
        ])}
      </p>
      {result.failed.length > 0 && (
        <FaultList>
          {result.failed.slice(0, maxListedErrors).map(({ row, message }) => (
            <li key={row}>
              {label([`第 ${row} 行`, `Row ${row}`])} {label(message)}
            </li>
          ))}
        </FaultList>
      )}
    </>
  );
};
