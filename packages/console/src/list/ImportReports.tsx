import type { CellFault, DryRun, ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import { Progress } from 'antd';
import { FaultList } from '../components/FaultList.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';

/** How many faults are listed; the rest is in the workbook of faulty rows. */
const listed = 200;

/** The result of the check: how many rows are correct, and the faults. */
export const CheckReport = ({ run }: { readonly run: DryRun }) => {
  const label = useLabel();
  const faulty = run.total - run.valid;
  const columns: readonly DataColumn<CellFault>[] = [
    {
      key: 'row',
      head: ['行', 'Row'],
      cell: ({ sheet, row }) => `${sheet ? `${sheet} ` : ''}${row}`,
    },
    { key: 'field', head: ['列', 'Column'], cell: ({ field }) => label(field) },
    { key: 'message', head: ['原因', 'Reason'], cell: ({ message }) => label(message) },
  ];
  return (
    <>
      <p className="ky-import-sum">
        <Glyph
          name={faulty === 0 ? 'approved' : 'warning'}
          tone={faulty === 0 ? 'success' : 'warning'}
        />
        {label([
          `共 ${run.total} 行，${run.valid} 行正确${faulty > 0 ? `，${faulty} 行有误` : ''}`,
          `${run.total} rows, ${run.valid} correct${faulty > 0 ? `, ${faulty} faulty` : ''}`,
        ])}
      </p>
      {run.errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
        <section className="ky-import-faults" tabIndex={0} aria-label={label(['错误', 'Errors'])}>
          <DataTable
            frame="plain"
            rows={run.errors.slice(0, listed)}
            columns={columns}
            // One cell may have two faults, and the list does not change.
            keyOf={(_fault, index) => String(index)}
          />
          {run.errorTotal > listed && (
            <p className="ky-note">
              {label([
                `另有 ${run.errorTotal - listed} 处，见“下载错误行”`,
                `${run.errorTotal - listed} more in the workbook of faulty rows`,
              ])}
            </p>
          )}
        </section>
      )}
    </>
  );
};

/** How many rows are stored, and those that the server refused. */
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
          {result.failed.slice(0, listed).map(({ row, message }) => (
            <li key={row}>
              {label([`第 ${row} 行`, `Row ${row}`])} {label(message)}
            </li>
          ))}
        </FaultList>
      )}
    </>
  );
};
