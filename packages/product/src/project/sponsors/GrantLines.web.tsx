import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, joinLabels, type Label } from '@keyan/kernel/label.ts';
import { Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { type ColumnKind, columnNames } from './columns.ts';
import type { GrantFault } from './list.ts';
import type { GrantVerdict } from './matching.ts';
import type { GrantDecisions } from './useSponsorList.web.ts';
import type { GrantDecision, GrantLineMatch } from './wire.ts';

const verdicts: Readonly<
  Record<
    GrantVerdict,
    { readonly says: Label; readonly tone: 'success' | 'warning' | 'neutral' | 'info' }
  >
> = {
  known: { says: ['已登记', 'Recorded'], tone: 'neutral' },
  sure: { says: ['对应申报', 'Matching application'], tone: 'success' },
  doubt: { says: ['待确认', 'To be confirmed'], tone: 'warning' },
  none: { says: ['无对应申报', 'No matching application'], tone: 'info' },
};

const perPage = 50;

interface LineProps {
  readonly line: GrantLineMatch;
  readonly decision: GrantDecision | undefined;
  readonly onChange: (decision: GrantDecision | null) => void;
}

const leaveOut = 'none';

/** Key of a decision among the options of a line. */
const keyOf = (decision: GrantDecision | undefined): string =>
  decision === undefined
    ? leaveOut
    : decision.declareId
      ? `d${decision.declareId}`
      : `p${decision.leaderId ?? ''}`;

/** Select box for a line’s decision: a declaration’s result, a draft for a person, or nothing. */
const Choice = ({ line, decision, onChange }: LineProps) => {
  const label = useLabel();
  const { row, verdict, matches, people } = line;
  if (verdict === 'known') {
    return <span className="ky-note">{label(['不再登记', 'Not registered again'])}</span>;
  }
  const options = [
    { value: leaveOut, label: label(['不登记', 'Do not register']) },
    ...matches
      .filter(({ isOpen }) => isOpen)
      .map(({ id, number, leader }) => ({
        value: `d${id}`,
        label: label(
          fill(['立项：{number} {leader}', 'Approve {number} {leader}'], { number, leader }),
        ),
      })),
    ...people.map(({ id, name, code, department }) => ({
      value: `p${id}`,
      label: label(
        fill(['补登：{name}（{department} {code}）', 'Register: {name} ({department} {code})'], {
          name,
          department,
          code,
        }),
      ),
    })),
  ];
  return (
    <>
      <Select
        size="small"
        className="ky-grant-choice"
        popupMatchSelectWidth={false}
        aria-label={label(fill(['第 {row} 行的处理', 'Action for row {row}'], { row }))}
        value={keyOf(decision)}
        options={options}
        onChange={(value: string) =>
          onChange(
            value === leaveOut
              ? null
              : value.startsWith('d')
                ? { row, declareId: value.slice(1) }
                : { row, leaderId: value.slice(1) },
          )
        }
      />
      {options.length === 1 && (
        <span className="ky-note">
          {label(['没有该负责人的账号', 'No account for this leader'])}
        </span>
      )}
    </>
  );
};

interface CellProps {
  readonly faults: readonly GrantFault[];
  readonly column: ColumnKind;
  readonly text: string;
  readonly busy: boolean;
  readonly onFix: (row: number, column: ColumnKind, text: string) => void;
}

/** Cell, or an input if its text cannot be parsed. */
const Cell = ({ faults, column, text, busy, onFix }: CellProps) => {
  const label = useLabel();
  const fault = faults.find((one) => one.column === column);
  if (!fault) return <>{text}</>;
  const name = label(
    fill(['第 {row} 行{column}', '{column} of row {row}'], {
      row: fault.row,
      column: columnNames[column],
    }),
  );
  const done = (value: string) => {
    if (value !== fault.text) onFix(fault.row, column, value);
  };
  return (
    <>
      <Input
        size="small"
        status="error"
        aria-label={name}
        defaultValue={fault.text}
        disabled={busy}
        onBlur={({ target }) => done(target.value)}
        onPressEnter={({ currentTarget }) => done(currentTarget.value)}
      />
      <span className="ky-fault-text">{label(fault.message)}</span>
    </>
  );
};

/** Reasons for and against the declarations matched with a line. */
const Evidence = ({ line: { verdict, registered, differs, matches } }: Pick<LineProps, 'line'>) => {
  const label = useLabel();
  const { says, tone } = verdicts[verdict];
  return (
    <>
      <Glyph
        name={tone === 'success' ? 'approved' : tone === 'warning' ? 'warning' : 'draft'}
        tone={tone}
      />{' '}
      {label(says)}
      {registered && <span className="ky-note"> {registered.number}</span>}
      {differs && (
        <span className="ky-fault-text">
          {label(['与已登记金额不一致', 'Differs from the registered amount'])}
        </span>
      )}
      {matches.map(({ id, number, points, reasons }) => (
        <span key={id} className="ky-grant-reason">
          {number} · {label([`${points} 分`, `${points} points`])} · {label(joinLabels(reasons))}
        </span>
      ))}
    </>
  );
};

interface RowProps extends LineProps, Omit<CellProps, 'column' | 'text'> {}

const Line = ({ line, decision, onChange, faults, busy, onFix }: RowProps) => {
  const own = { faults, busy, onFix };
  const dates = [line.start, line.end].filter(Boolean).join(' – ');
  return (
    <tr data-verdict={line.verdict}>
      <td>{line.row}</td>
      <td>
        <Cell {...own} column="number" text={line.number} />
      </td>
      <td>
        <Cell {...own} column="title" text={line.title} />
        {line.type && <span className="ky-grant-reason">{line.type}</span>}
      </td>
      <td>
        <Cell {...own} column="leader" text={line.leader} />
      </td>
      <td className="ky-grant-amount">
        <Cell {...own} column="funds" text={line.funds && groupDigits(line.funds)} />
      </td>
      <td>
        <Cell
          {...own}
          column={faults.some(({ column }) => column === 'end') ? 'end' : 'period'}
          text={dates}
        />
      </td>
      <td>
        <Evidence line={line} />
      </td>
      <td>
        {faults.length === 0 && <Choice line={line} decision={decision} onChange={onChange} />}
      </td>
    </tr>
  );
};

const heads: readonly Label[] = [
  ['行', 'Row'],
  ['批准号', 'Grant no.'],
  ['项目名称与类别', 'Title and type'],
  ['负责人', 'Organiser'],
  ['批准金额（元）', 'Granted (yuan)'],
  ['起止日期', 'From and until'],
  ['核对', 'Check'],
  ['处理', 'Decision'],
];

/** Sort order of lines: those that need a decision first, registered ones last. */
const urgency: Readonly<Record<GrantVerdict, number>> = { doubt: 0, none: 1, sure: 2, known: 3 };

interface GrantLinesProps {
  readonly lines: readonly GrantLineMatch[];
  readonly faults: readonly GrantFault[];
  readonly decisions: GrantDecisions;
  readonly busy: boolean;
  readonly onChange: (decisions: GrantDecisions) => void;
  readonly onFix: (row: number, column: ColumnKind, text: string) => void;
}

/** Table of a list’s projects; unreadable cells are corrected in place. */
export const GrantLines = ({
  lines,
  faults,
  decisions,
  busy,
  onChange,
  onFix,
}: GrantLinesProps) => {
  const label = useLabel();
  const [page, setPage] = useState(1);
  const isFaulty = (row: number): boolean => faults.some((one) => one.row === row);
  const sorted = [...lines].sort(
    (a, b) =>
      Number(isFaulty(b.row)) - Number(isFaulty(a.row)) ||
      urgency[a.verdict] - urgency[b.verdict] ||
      a.row - b.row,
  );
  const decide = (row: number, decision: GrantDecision | null) => {
    const next = new Map(decisions);
    if (decision === null) next.delete(row);
    else next.set(row, decision);
    onChange(next);
  };
  if (lines.length === 0) return null;
  return (
    <>
      <div className="ky-grant-lines">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head[0]} scope="col">
                  {label(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice((page - 1) * perPage, page * perPage).map((line) => (
              <Line
                key={line.row}
                line={line}
                faults={faults.filter(({ row }) => row === line.row)}
                decision={decisions.get(line.row)}
                busy={busy}
                onFix={onFix}
                onChange={(decision) => decide(line.row, decision)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > perPage && (
        <Pagination
          size="small"
          current={page}
          pageSize={perPage}
          total={sorted.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
};
