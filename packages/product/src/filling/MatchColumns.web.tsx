import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import type { LayoutAnswer, OfferedField, PreviewAnswer, ProposedColumn } from './answers.ts';
import { fillService, fillTable } from './fill-table.ts';
import type { ColumnTarget, MatchReason } from './matching.ts';
import type { RowSource } from './naming.ts';
import { SourcePicker } from './SourcePicker.web.tsx';
import { UnmatchedRows } from './UnmatchedRows.web.tsx';
import { markWords } from './words.ts';

const keys = queryKeysOf(untypedResource(fillTable));

const reasons: Readonly<Record<MatchReason, Label>> = {
  last: ['沿用上次', 'As last time'],
  label: ['同名', 'Same name'],
  synonym: ['同义', 'Synonym'],
  likeness: ['相近，请核对', 'Similar: please check'],
  none: ['没有对应字段', 'No field'],
};

const others = {
  serial: ['序号（1、2、3…）', 'Serial number'],
  ask: ['没有对应：问本人', 'No match: ask people'],
  fixed: ['固定文字', 'Fixed text'],
  blank: ['不填', 'Leave empty'],
} as const satisfies Readonly<Record<string, Label>>;

const units: Readonly<Record<string, Label>> = {
  1: ['元', 'yuan'],
  1000: ['千元', 'thousand yuan'],
  10000: ['万元', 'ten thousand yuan'],
};

interface TargetProps {
  readonly column: ProposedColumn;
  readonly target: ColumnTarget;
  readonly fields: readonly OfferedField[];
  readonly onChange: (target: ColumnTarget) => void;
}

/** Picker of a column’s target: a field, row numbers, a fixed text, or a question. */
const TargetPicker = ({ column, target, fields, onChange }: TargetProps) => {
  const label = useLabel();
  const value = target.is === 'field' ? `field:${target.field}` : target.is;
  const field =
    target.is === 'field' ? fields.find(({ name }) => name === target.field) : undefined;
  const choose = (chosen: string) => {
    if (chosen.startsWith('field:')) {
      const name = chosen.slice('field:'.length);
      const isWan = /万元/.test(column.heading);
      const unit = fields.find((one) => one.name === name)?.isMoney && isWan ? 10_000 : 1;
      onChange({ is: 'field', field: name, unit });
    } else if (chosen === 'fixed') onChange({ is: 'fixed', text: '' });
    else onChange({ is: chosen as 'serial' | 'ask' | 'blank' });
  };
  return (
    <div className="ky-fill-target">
      <Select<string>
        value={value}
        aria-label={label(
          fill(['「{heading}」填什么', 'Fill “{heading}” with'], { heading: column.heading }),
        )}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          {
            label: label(['其他', 'Others']),
            options: Object.entries(others).map(([key, words]) => ({
              value: key,
              label: label(words),
            })),
          },
          {
            label: label(['字段', 'Fields']),
            options: fields.map(({ name, label: text }) => ({
              value: `field:${name}`,
              label: text,
            })),
          },
        ]}
        onChange={choose}
      />
      {target.is === 'fixed' && (
        <Input
          value={target.text}
          maxLength={200}
          aria-label={label(['固定文字', 'Fixed text'])}
          onChange={(event) => onChange({ is: 'fixed', text: event.target.value })}
        />
      )}
      {target.is === 'field' && field?.isMoney && (
        <Select<number>
          value={target.unit}
          aria-label={label(['金额单位', 'Unit'])}
          options={[1, 1000, 10_000].map((unit) => ({
            value: unit,
            label: label(units[unit] ?? ['', '']),
          }))}
          onChange={(unit) => onChange({ ...target, unit: unit as 1 | 1000 | 10_000 })}
        />
      )}
    </div>
  );
};

/** Rows of the file around its headings; a click selects the last heading row. */
const FileLines = ({
  layout,
  onBottom,
}: {
  readonly layout: LayoutAnswer;
  readonly onBottom: (bottom: number) => void;
}) => {
  const label = useLabel();
  return (
    <details className="ky-fill-file" open={layout.head === null}>
      <summary>
        {label(
          layout.head
            ? fill(
                layout.head.top === layout.head.bottom
                  ? [
                      '表头在第 {to} 行；不对就点表头的最后一行',
                      'Headings in row {to}; if not, choose their last row',
                    ]
                  : [
                      '表头在第 {from}–{to} 行；不对就点表头的最后一行',
                      'Headings in rows {from}–{to}; if wrong, choose the last heading row',
                    ],
                {
                  from: layout.head.top + 1,
                  to: layout.head.bottom + 1,
                },
              )
            : [
                '没有认出表头，请点表头的最后一行',
                'No headings recognised: choose the last heading row',
              ],
        )}
      </summary>
      <div className="ky-fill-scroll">
        <table className="ky-fill-table">
          <tbody>
            {layout.lines.map((line, row) => {
              const { head } = layout;
              const isHead = head !== null && row >= head.top && row <= head.bottom;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
                <tr key={row} data-head={isHead || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="ky-link"
                      aria-label={label(
                        fill(['表头到第 {row} 行为止', 'Headings end in row {row}'], {
                          row: row + 1,
                        }),
                      )}
                      onClick={() => onBottom(row)}
                    >
                      {row + 1}
                    </button>
                  </th>
                  {line.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other name
                    <td key={column}>{text}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
};

const PreviewTable = ({
  columns,
  preview,
}: {
  readonly columns: readonly ProposedColumn[];
  readonly preview: PreviewAnswer;
}) => {
  const label = useLabel();
  const cells = new Map(preview.cells.map((cell) => [`${cell.row}/${cell.column}`, cell]));
  if (preview.rows.length === 0) {
    return <p className="ky-note">{label(['没有符合条件的记录', 'No record matches'])}</p>;
  }
  return (
    <div className="ky-fill-scroll">
      <table className="ky-fill-table">
        <thead>
          <tr>
            {columns.map(({ column, heading }) => (
              <th key={column} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ row }) => (
            <tr key={row}>
              {columns.map(({ column }) => {
                const cell = cells.get(`${row}/${column}`);
                return (
                  <td key={column} data-mark={cell?.mark} data-kind={cell?.value?.kind}>
                    {cell?.value?.text ??
                      (cell?.mark === 'unknown' ? label(markWords.unknown) : '')}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface MatchProps {
  readonly id: string;
  readonly onFilled: () => void;
  /** Callback that closes the mapping; undefined before the table was filled once. */
  readonly onCancel: (() => void) | undefined;
}

/**
 * Columns of a file with target and reason for the proposal, above a preview of the first rows.
 * Long because mapping, preview and submission share one page.
 */
export const MatchColumns = ({ id, onFilled, onCancel }: MatchProps) => {
  const label = useLabel();
  const client = useClient();
  const tableId = useId();
  const [place, setPlace] = useState<{ readonly table?: number; readonly bottom?: number }>({});
  const [targets, setTargets] = useState<Readonly<Record<number, ColumnTarget>>>({});
  const [source, setSource] = useState<RowSource>();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'work', id, 'layout', place],
    queryFn: () =>
      client.get<LayoutAnswer>(
        `/${fillService}/layout`,
        {
          id,
          ...(place.table !== undefined && { table: String(place.table) }),
          ...(place.bottom !== undefined && { bottom: String(place.bottom) }),
        },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other headings begin with what is proposed for them
  useEffect(() => setTargets({}), [place]);
  const targetOf = (column: ProposedColumn): ColumnTarget =>
    targets[column.column] ?? column.target;
  const rowSource = data && data.namedRows > 0 ? (source ?? data.source) : 'list';
  const given = data?.head
    ? {
        id,
        table: data.table,
        bottom: data.head.bottom,
        source: rowSource,
        targets: data.columns.map((column) => ({
          column: column.column,
          target: targetOf(column),
        })),
      }
    : null;
  const preview = useQuery({
    queryKey: [...keys.all, 'work', id, 'preview', given],
    queryFn: () =>
      client.post<PreviewAnswer>(`/${fillService}/preview`, given ?? {}, { quiet: true }),
    enabled: given !== null,
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={32} />;
  const run = async () => {
    setBusy(true);
    try {
      await client.post(`/${fillService}/run`, given ?? {});
      toast.success(['已按对应填好', 'Filled']);
      onFilled();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ky-fill-match">
      {data.tables.length > 1 && (
        <div className="ky-fill-line">
          <label htmlFor={tableId}>{label(['文件里的表', 'Table in the file'])}</label>
          <Select<number>
            id={tableId}
            value={data.table}
            options={data.tables.map(({ name }, table) => ({
              value: table,
              label: /^\d+$/.test(name) ? label([`第 ${name} 个表`, `Table ${name}`]) : name,
            }))}
            onChange={(table) => setPlace({ table })}
          />
        </div>
      )}
      {data.last && (
        <p className="ky-note" role="status">
          {label(
            fill(
              [
                '表头与《{name}》相同，已沿用那次的对应',
                'Same headings as “{name}”: that matching is used',
              ],
              {
                name: data.last,
              },
            ),
          )}
        </p>
      )}
      <FileLines layout={data} onBottom={(bottom) => setPlace({ table: data.table, bottom })} />
      {data.head && (
        <>
          <SourcePicker layout={data} value={rowSource} onChange={setSource} />
          <ul className="ky-fill-columns">
            {data.columns.map((column) => {
              const target = targetOf(column);
              const isOwn = targets[column.column] !== undefined;
              return (
                <li key={column.column} data-open={target.is === 'ask' || undefined}>
                  <strong>{column.heading}</strong>
                  <TargetPicker
                    column={column}
                    target={target}
                    fields={data.fields}
                    onChange={(chosen) => setTargets({ ...targets, [column.column]: chosen })}
                  />
                  <small>{label(isOwn ? ['已改', 'Changed'] : reasons[column.by])}</small>
                </li>
              );
            })}
          </ul>
          <h4>{label(['前几行的样子', 'Preview of the first rows'])}</h4>
          {preview.error && !preview.data ? (
            <ErrorPanel fault={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.data ? (
            <>
              <UnmatchedRows rows={preview.data.unmatched} />
              <PreviewTable columns={data.columns} preview={preview.data} />
            </>
          ) : (
            <SkeletonRows rows={4} height={28} />
          )}
        </>
      )}
      <div className="ky-fill-acts">
        {onCancel && <Button onClick={onCancel}>{label(['取消', 'Cancel'])}</Button>}
        <Button type="primary" loading={busy} disabled={given === null} onClick={() => void run()}>
          {label(['按此对应填报', 'Fill by this matching'])}
        </Button>
      </div>
    </div>
  );
};
