import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import {
  annualService,
  type CellAnswer,
  type OverviewAnswer,
  type RegisterAnswer,
  type SummaryAnswer,
  type TableAnswer,
} from './answers.ts';
import { CellDrawer, type OpenCell } from './CellDrawer.web.tsx';
import { annualStatusCodes } from './dictionaries.ts';

const AdaptDrawer = lazy(() => import('./AdaptDrawer.web.tsx'));

export interface PanelProps {
  readonly overview: OverviewAnswer;
  readonly onChanged: () => void;
}

interface Opening {
  readonly onOpen: (cell: OpenCell) => void;
}

const headText = ({ label, unit }: { readonly label: string; readonly unit: string }): Label =>
  unit ? [`${label}（${unit}）`, `${label} (${unit})`] : [label, label];

/** Number that opens the records behind it. */
const Value = ({
  cell,
  title,
  onOpen,
}: {
  readonly cell: CellAnswer;
  readonly title: string;
  readonly onOpen: () => void;
}) => {
  const label = useLabel();
  const marks = [
    cell.entered ? label(['已更正', 'corrected']) : '',
    cell.stale ? label(['计算值已变', 'the computed value has changed']) : '',
  ].filter(Boolean);
  return (
    <button
      type="button"
      className="ky-annual-cell"
      data-entered={cell.entered || undefined}
      data-stale={cell.stale || undefined}
      data-total={cell.total || undefined}
      title={marks.join('，') || undefined}
      aria-label={`${title}：${cell.value}${marks.length > 0 ? `（${marks.join('，')}）` : ''}`}
      onClick={onOpen}
    >
      {cell.value}
    </button>
  );
};

const Summary = ({ table, onOpen }: Opening & { readonly table: SummaryAnswer }) => {
  const label = useLabel();
  return (
    <table className="ky-annual-table">
      <thead>
        <tr>
          <th scope="col" className="ky-annual-code">
            {label(['代码', 'Code'])}
          </th>
          <th scope="col">{label(['指标', 'Line'])}</th>
          {table.columns.map((column) => (
            <th key={column.code} scope="col" className="ky-annual-number">
              {label(headText(column))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={row.code}>
            <td className="ky-annual-code">{row.shown}</td>
            <th scope="row" style={{ paddingInlineStart: 8 + row.indent * 16 }}>
              {label(headText(row))}
            </th>
            {table.columns.map((column, index) => {
              const cell = table.cells[at]?.[index];
              const title = `${table.label} ${row.shown} ${row.label} ${column.label}`;
              return (
                <td key={column.code} className="ky-annual-number">
                  {cell && !cell.blank && (
                    <Value
                      cell={cell}
                      title={title}
                      onOpen={() =>
                        onOpen({ table: table.code, row: row.code, column: column.code, title })
                      }
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Button that deletes a row entered by the office. */
const RemoveRow = ({
  name,
  onRemove,
}: {
  readonly name: string;
  readonly onRemove: () => void;
}) => {
  const label = useLabel();
  return (
    <Popconfirm
      title={label(['删除这一行？', 'Remove this row?'])}
      okText={label(['删除', 'Remove'])}
      cancelText={label(['取消', 'Cancel'])}
      onConfirm={onRemove}
    >
      <Button
        size="small"
        type="link"
        danger
        aria-label={label([`删除 ${name}`, `Remove ${name}`])}
      >
        {label(['删除', 'Remove'])}
      </Button>
    </Popconfirm>
  );
};

const Register = ({
  table,
  onOpen,
  onRemove,
}: Opening & {
  readonly table: RegisterAnswer;
  /** Callback that deletes a row; undefined if rows come from records. */
  readonly onRemove: ((row: string) => void) | undefined;
}) => {
  const label = useLabel();
  if (table.total === 0) {
    return <p className="ky-note">{label(['没有记录', 'No records'])}</p>;
  }
  return (
    <>
      {table.total > table.rows.length && (
        <p className="ky-note">
          {label([
            `共 ${table.total} 行，显示前 ${table.rows.length} 行；导出的工作簿有全部`,
            `${table.rows.length} of ${table.total} rows; the exported workbook has all`,
          ])}
        </p>
      )}
      <table className="ky-annual-table">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.code} scope="col">
                {column.shown} {label(headText(column))}
              </th>
            ))}
            {onRemove && <th scope="col">{label(['操作', 'Actions'])}</th>}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={`${row.resource}/${row.id}`}>
              {row.cells.map((cell, index) => {
                const column = table.columns[index];
                if (!column) return null;
                const title = `${row.cells[0]?.value ?? ''} ${column.label}`;
                const open = () =>
                  onOpen({ table: table.code, row: row.id, column: column.code, title });
                return (
                  <td key={column.code} data-lacking={cell.lacking}>
                    {index === 0 && row.resource !== '' ? (
                      <RecordLink resource={row.resource} id={row.id}>
                        {cell.value || '–'}
                      </RecordLink>
                    ) : (
                      <Value
                        cell={
                          cell.value === ''
                            ? { ...cell, value: cell.lacking ? label(['缺', 'missing']) : '–' }
                            : cell
                        }
                        title={title}
                        onOpen={open}
                      />
                    )}
                  </td>
                );
              })}
              {onRemove && (
                <td>
                  <RemoveRow name={row.cells[0]?.value ?? ''} onRemove={() => onRemove(row.id)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

/** Buttons of the office for a table: add a row, adapt the form. */
const TableTools = ({
  overview,
  table,
  onChanged,
}: PanelProps & { readonly table: TableAnswer }) => {
  const label = useLabel();
  const client = useClient();
  const [adapts, setAdapts] = useState(false);
  const add = async () => {
    try {
      await client.post(`/${annualService}/add-row`, { id: overview.id, table: table.code });
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <span className="ky-annual-tools">
      {table.shape === 'register' && table.byHand && (
        <Button size="small" onClick={() => void add()}>
          {label(['增加一行', 'Add a row'])}
        </Button>
      )}
      <Button size="small" onClick={() => setAdapts(true)}>
        {label(['调整报表', 'Adjust the form'])}
      </Button>
      {adapts && (
        <Suspense>
          <AdaptDrawer
            report={overview.id}
            table={table}
            onClose={() => setAdapts(false)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </span>
  );
};

/**
 * Report form with the list of tables and the chosen table. Long because it lays out the list, the
 * choice of narrow screens, the form with its tools, and the open cell.
 */
export const AnnualTable = ({ overview, onChanged }: PanelProps) => {
  const label = useLabel();
  const client = useClient();
  const [code, setCode] = useState(overview.tables[0]?.code ?? '1');
  const [open, setOpen] = useState<OpenCell>();
  const { data, error, refetch } = useQuery({
    queryKey: ['annualReport', 'work', overview.id, 'table', code],
    queryFn: () =>
      client.get<TableAnswer>(
        `/${annualService}/table`,
        { id: overview.id, table: code },
        { quiet: true },
      ),
  });
  const mayChange =
    overview.may.edit && overview.whole && overview.status !== annualStatusCodes.issued;
  const remove = async (row: string) => {
    try {
      await client.post(`/${annualService}/remove-row`, { id: overview.id, table: code, row });
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const named = overview.tables.map((one) => ({
    value: one.code,
    label: `${label(['表', 'Table '])}${one.code} ${one.label}${one.faults > 0 ? `（${one.faults}）` : ''}`,
  }));
  return (
    <div className="ky-annual-forms">
      <nav className="ky-annual-list" aria-label={label(['报表', 'Forms'])}>
        {overview.tables.map((one) => (
          <button
            key={one.code}
            type="button"
            aria-current={one.code === code || undefined}
            onClick={() => setCode(one.code)}
          >
            <span>
              {label(['表', 'Table '])}
              {one.code}
            </span>
            {one.label}
            {one.faults > 0 && <em title={label(['校验未通过', 'Checks failed'])}>{one.faults}</em>}
          </button>
        ))}
      </nav>
      <Select
        className="ky-annual-choice"
        aria-label={label(['报表', 'Forms'])}
        value={code}
        options={named}
        onChange={setCode}
      />
      <div className="ky-annual-form">
        {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={8} height={32} />}
        {data && (
          <>
            <h3>
              {label(['表', 'Table '])}
              {data.code} {data.label}
              <small>
                {label(['单位：', 'Unit: '])}
                {data.unitName}
              </small>
              {mayChange && <TableTools overview={overview} table={data} onChanged={onChanged} />}
            </h3>
            <p className="ky-annual-remark">
              {[data.trustName, data.remark].filter(Boolean).join(label(['；', '; ']))}
            </p>
            <div className="ky-annual-scroll">
              {data.shape === 'summary' ? (
                <Summary table={data} onOpen={setOpen} />
              ) : (
                <Register
                  table={data}
                  onOpen={setOpen}
                  onRemove={mayChange && data.byHand ? (row) => void remove(row) : undefined}
                />
              )}
            </div>
          </>
        )}
      </div>
      {open && (
        <CellDrawer
          report={overview.id}
          cell={open}
          onClose={() => setOpen(undefined)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
};
