import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import type {
  DifferenceAnswer,
  RecordChange,
  ShownCellDifference,
  ShownDifference,
} from './answers.ts';
import type { DifferenceKind } from './difference.ts';
import { handedOut, handedService } from './handed-out.ts';

const keys = queryKeysOf(untypedResource(handedOut));

const kindWords: Readonly<Record<DifferenceKind, Label>> = {
  added: ['新增', 'Added'],
  left: ['不再有', 'Removed'],
  changed: ['变动', 'Changed'],
};

/** Value on both sides, with the records that cause the difference. */
const CellLine = ({ cell }: { readonly cell: ShownCellDifference }) => {
  const label = useLabel();
  return (
    <li>
      <span className="ky-handed-name">{cell.label || label(['数值', 'Value'])}</span>
      <span className="ky-handed-sides">
        <del>{cell.before || label(['空', 'empty'])}</del> →{' '}
        <ins>{cell.after || label(['空', 'empty'])}</ins>
      </span>
      {cell.parts.length > 0 && (
        <ul>
          {cell.parts.map((part) => (
            <li key={`${part.resource}/${part.id}`} data-kind={part.kind}>
              {label(kindWords[part.kind])}{' '}
              <RecordLink resource={part.resource} id={part.id}>
                {part.title || '–'}
              </RecordLink>{' '}
              {part.before ?? '–'} → {part.after ?? '–'}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

interface PlaceProps {
  readonly id: string;
  readonly other: string;
  readonly difference: ShownDifference;
}

/** Changes of a row’s record between the two submissions. */
const Changes = ({ id, other, difference }: PlaceProps) => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'changes', id, other, difference.row],
    queryFn: () =>
      client.get<readonly RecordChange[]>(
        `/${handedService}/changes`,
        { id, other, row: difference.row },
        { quiet: true },
      ),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} height={20} />;
  if (data.length === 0) {
    return (
      <p className="ky-note">
        {label([
          '两次之间该记录没有可查看的修改；差异来自筛选、口径或填报',
          'No viewable change of the record in between: the difference comes from filters, definitions or entered values',
        ])}
      </p>
    );
  }
  return (
    <ul className="ky-handed-changes">
      {data.map(({ time, by, changes }) => (
        <li key={time}>
          <small>
            {time} {by}
          </small>
          {changes.map((change) => (
            <span key={change.label}>
              {change.label}：{change.before || label(['空', 'empty'])} →{' '}
              {change.after || label(['空', 'empty'])}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};

/** Reason for a difference; entered once, then shown. */
const Reason = ({
  id,
  other,
  difference,
  mayExplain,
}: PlaceProps & { readonly mayExplain: boolean }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { explained } = difference;
  const [text, setText] = useState<string>();
  const save = async () => {
    try {
      await client.post(`/${handedService}/explain`, { id, other, row: difference.row, text });
      setText(undefined);
      await queries.invalidateQueries({ queryKey: [...keys.all, 'difference', id] });
    } catch (fault) {
      toast.fault(fault);
    }
  };
  if (text !== undefined) {
    return (
      <div className="ky-handed-reason">
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={text}
          maxLength={500}
          aria-label={label(
            fill(['{row} 的差异原因', 'Why {row} differs'], { row: difference.label }),
          )}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="small" onClick={() => setText(undefined)}>
          {label(['取消', 'Cancel'])}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={text.trim().length < 2}
          onClick={() => void save()}
        >
          {label(['保存说明', 'Save'])}
        </Button>
      </div>
    );
  }
  return (
    <div className="ky-handed-reason">
      {explained ? (
        <span>
          {!explained.isCurrent && (
            <em>
              {label(['上次的说明（数已变）：', 'Earlier explanation (values have changed): '])}
            </em>
          )}
          {explained.text}
          <small>
            {explained.by} {explained.time}
          </small>
        </span>
      ) : (
        <em>
          <Glyph name="warning" tone="warning" size={12} /> {label(['未说明', 'Not explained'])}
        </em>
      )}
      {mayExplain && (
        <Button size="small" onClick={() => setText(explained?.text ?? '')}>
          {label(explained?.isCurrent ? ['修改说明', 'Change'] : ['说明', 'Explain'])}
        </Button>
      )}
    </div>
  );
};

const DifferenceLine = (props: PlaceProps & { readonly mayExplain: boolean }) => {
  const label = useLabel();
  const { difference } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-kind={difference.kind}>
      <div className="ky-handed-head">
        <span className="ky-handed-kind" data-kind={difference.kind}>
          {label(kindWords[difference.kind])}
        </span>
        <strong>
          {difference.resource ? (
            <RecordLink resource={difference.resource} id={difference.id}>
              {difference.label || '–'}
            </RecordLink>
          ) : (
            difference.label
          )}
        </strong>
        {difference.kind === 'changed' && difference.resource && (
          <button type="button" className="ky-link" onClick={() => setOpen(!isOpen)}>
            {label(
              isOpen
                ? ['收起记录变动', 'Hide changes']
                : ['其间记录改了什么', 'What changed in the record meanwhile'],
            )}
          </button>
        )}
      </div>
      {difference.cells.length > 0 && (
        <ul className="ky-handed-cells">
          {difference.cells.map((cell) => (
            <CellLine key={cell.column} cell={cell} />
          ))}
        </ul>
      )}
      {isOpen && <Changes {...props} />}
      <Reason {...props} />
    </li>
  );
};

/**
 * Differences between two submissions, row by row. Long because choice, summary and rows share one
 * page.
 */
export const Differences = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const select = useId();
  const [other, setOther] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'difference', id, other],
    queryFn: () =>
      client.get<DifferenceAnswer>(
        `/${handedService}/difference`,
        { id, ...(other && { other }) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={28} />;
  const { counts } = data;
  return (
    <div className="ky-handed">
      {data.others.length > 0 && (
        <div className="ky-handed-other">
          <label htmlFor={select}>{label(['与哪一次比', 'Compared with'])}</label>
          <Select<string>
            id={select}
            value={data.other?.id ?? null}
            placeholder={label(['选择另一次报出', 'Choose another entry'])}
            showSearch={{ optionFilterProp: 'label' }}
            options={data.others.map((one) => ({
              value: one.id,
              label: `${one.handedOn} ${one.title}（${one.recipient}）${one.isSame ? label([' · 同口径', ' · same definition']) : ''}`,
            }))}
            onChange={setOther}
          />
        </div>
      )}
      {data.other ? (
        <>
          <p role="status">
            {label(
              fill(
                [
                  '新增 {added} 行，不再有 {left} 行，变动 {changed} 行，{same} 行相同；{unexplained} 行未说明',
                  '{added} added, {left} removed, {changed} changed, {same} unchanged; {unexplained} unexplained',
                ],
                { ...counts, same: data.same, unexplained: data.unexplained },
              ),
            )}
          </p>
          {data.columns.length === 0 && (
            <p className="ky-note">
              {label([
                '两次没有相同的列，只比较了有哪些行',
                'The two have no column in common: only rows are compared',
              ])}
            </p>
          )}
          <ul className="ky-handed-list">
            {data.rows.map((difference) => (
              <DifferenceLine
                key={difference.row}
                id={id}
                other={data.other?.id ?? ''}
                difference={difference}
                mayExplain={data.mayExplain}
              />
            ))}
          </ul>
          {data.withheld > 0 && (
            <p className="ky-note">
              {label(
                fill(
                  [
                    '另有 {count} 行的记录您不能查看，未列出',
                    'Rows of records you cannot view, not listed: {count}',
                  ],
                  {
                    count: data.withheld,
                  },
                ),
              )}
            </p>
          )}
        </>
      ) : (
        <p className="ky-note">
          {label([
            '这是该口径的第一次报出；下一次会与它逐行比较，也可以选另一家的来比',
            'First entry with this definition: the next one is compared with it row by row; you may also compare with another recipient’s',
          ])}
        </p>
      )}
    </div>
  );
};
