import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { AskPanel } from './AskPanel.web.tsx';
import type { CellsAnswer, FillAnswer, ShownCell, ShownRow } from './answers.ts';
import { fills } from './dictionaries.ts';
import { fillService, fillTable } from './fill-table.ts';
import { UnmatchedRows } from './UnmatchedRows.web.tsx';
import { markWords } from './words.ts';

const keys = queryKeysOf(untypedResource(fillTable));
const size = 20;

interface CellProps {
  readonly row: ShownRow;
  readonly cell: ShownCell | undefined;
  readonly heading: string;
  readonly onEnter: ((text: string) => Promise<void>) | undefined;
}

/** Cell with its mark; a click opens manual entry. */
const FilledCell = ({ row, cell, heading, onEnter }: CellProps) => {
  const label = useLabel();
  const [text, setText] = useState<string>();
  if (!cell) return <td />;
  const shown = cell.value?.text ?? '';
  const about = [label(markWords[cell.mark]), cell.person, cell.note].filter(Boolean).join(' · ');
  if (text !== undefined && onEnter) {
    const done = () => {
      setText(undefined);
      if (text !== shown) void onEnter(text);
    };
    return (
      <td data-mark={cell.mark}>
        <Input
          autoFocus
          size="small"
          value={text}
          maxLength={2000}
          aria-label={`${row.title} · ${heading}`}
          onChange={(event) => setText(event.target.value)}
          onBlur={done}
          onPressEnter={done}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText(undefined);
          }}
        />
      </td>
    );
  }
  const content = (
    <>
      {shown}
      {cell.mark !== 'known' && cell.mark !== 'none' && <small>{about}</small>}
    </>
  );
  return (
    <td data-mark={cell.mark} data-kind={cell.value?.kind} title={about}>
      {onEnter ? (
        <button
          type="button"
          className="ky-fill-cell"
          aria-label={`${row.title} · ${heading} · ${shown || about}`}
          onClick={() => setText(shown)}
        >
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  );
};

interface RowsProps {
  readonly standing: FillAnswer;
  readonly onChanged: () => void;
  /** Callback that reopens the mapping; undefined if the mapping may not be changed. */
  readonly onMatch: (() => void) | undefined;
}

const shownMarks = ['unknown', 'answered', 'last', 'hand', 'known'] as const;

/**
 * Rows of a filled table: known values, values of last year, unknown values and questions.
 * Long because marks, questions and rows share one page.
 */
export const FilledRows = ({ standing, onChanged, onMatch }: RowsProps) => {
  const label = useLabel();
  const client = useClient();
  const [mark, setMark] = useState('');
  const [current, setCurrent] = useState(1);
  const { id, counts } = standing;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'work', id, 'cells', mark, current, standing.version, counts],
    queryFn: () =>
      client.get<CellsAnswer>(
        `/${fillService}/cells`,
        { id, mark, current: String(current), size: String(size) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={32} />;
  const mayEnter = standing.may.fill && standing.status === fills.filling;
  const enter = async (row: number, column: number, text: string) => {
    try {
      await client.post(`/${fillService}/enter`, { id, row, column, text });
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <div className="ky-fill">
      <div className="ky-fill-bar">
        <Segmented
          value={mark}
          options={[
            { value: '', label: label(['全部', 'All']) },
            ...shownMarks
              .filter((one) => counts[one] > 0)
              .map((one) => ({
                value: one as string,
                label: `${label(markWords[one])} ${counts[one]}`,
              })),
          ]}
          onChange={(chosen) => {
            setMark(String(chosen));
            setCurrent(1);
          }}
        />
        {onMatch && (
          <Button onClick={onMatch}>
            {label(['改对应，重新填报', 'Change the matching, fill again'])}
          </Button>
        )}
      </div>
      {mayEnter && <AskPanel standing={standing} onChanged={onChanged} />}
      <UnmatchedRows rows={data.unmatched} />
      <div className="ky-fill-scroll">
        <table className="ky-fill-table">
          <thead>
            <tr>
              <th scope="col">{label(['记录', 'Record'])}</th>
              {data.columns.map(({ column, heading }) => (
                <th key={column} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => {
              const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
              return (
                <tr key={row.row}>
                  <th scope="row">
                    <RecordLink resource={row.resource} id={row.id}>
                      {row.title || '–'}
                    </RecordLink>
                    <small>{row.person}</small>
                  </th>
                  {data.columns.map(({ column, heading }) => (
                    <FilledCell
                      key={column}
                      row={row}
                      heading={heading}
                      cell={cells.get(column)}
                      onEnter={mayEnter ? (text) => enter(row.row, column, text) : undefined}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {data.withheld > 0 && (
        <p className="ky-note">
          {label(
            fill(
              [
                '另有 {count} 行的记录您不能查看，不显示也不下载',
                'Rows of records you cannot view: {count}; neither shown nor downloaded',
              ],
              {
                count: data.withheld,
              },
            ),
          )}
        </p>
      )}
      <Pagination
        size="small"
        hideOnSinglePage
        current={current}
        pageSize={size}
        total={data.total}
        showSizeChanger={false}
        onChange={setCurrent}
      />
    </div>
  );
};
