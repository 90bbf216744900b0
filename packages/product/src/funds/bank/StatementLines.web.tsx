import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Pagination, Select } from 'antd';
import { useState } from 'react';
import type { LineVerdict } from './sameness.ts';
import { decisionChoices, type LineDecision, type StatementLineMatch } from './wire.ts';

const verdicts: Readonly<
  Record<
    LineVerdict,
    { readonly says: Label; readonly tone: 'success' | 'warning' | 'neutral' | 'info' }
  >
> = {
  new: { says: ['新来款', 'New'], tone: 'success' },
  known: { says: ['已导入', 'Imported'], tone: 'neutral' },
  changed: { says: ['与已导入的不一致', 'Differs from imported'], tone: 'warning' },
  fill: {
    says: ['手工登记过，可补凭证号', 'Registered manually; voucher no. can be added'],
    tone: 'info',
  },
  similar: { says: ['疑似重复', 'Possible duplicate'], tone: 'warning' },
};

const perPage = 50;

interface ChoiceProps {
  readonly line: StatementLineMatch;
  readonly into: LineDecision['into'] | undefined;
  readonly onChange: (into: LineDecision['into'] | null) => void;
}

/** Select box for the action on a payment. */
const Choice = ({ line, into, onChange }: ChoiceProps) => {
  const label = useLabel();
  const { stored, verdict } = line;
  const open = stored === null || stored.open || verdict === 'fill';
  const all = decisionChoices[verdict].all.filter((one) => one === 'new' || open);
  if (all.length === 0) {
    return <span className="ky-note">{label(['不再导入', 'Not imported again'])}</span>;
  }
  const says: Readonly<Record<LineDecision['into'], Label>> = {
    new: ['登记为新到账', 'Register as new'],
    stored: fill(
      verdict === 'changed'
        ? ['更新 {number}', 'Update {number}']
        : ['并入 {number}', 'Merge into {number}'],
      { number: stored?.number ?? '' },
    ),
  };
  return (
    <Select
      size="small"
      className="ky-statement-choice"
      aria-label={label(fill(['第 {row} 行的处理', 'Action for row {row}'], { row: line.row }))}
      value={into ?? 'none'}
      options={[
        { value: 'none', label: label(['不导入', 'Do not import']) },
        ...all.map((value) => ({ value, label: label(says[value]) })),
      ]}
      onChange={(value: LineDecision['into'] | 'none') => onChange(value === 'none' ? null : value)}
    />
  );
};

/** Value of the statement above the value of the stored arrival, if they differ. */
const Beside = ({
  line,
  stored,
}: {
  readonly line: string;
  readonly stored: string | undefined;
}) => (
  <>
    <span>{line}</span>
    {stored !== undefined && stored !== line && <del>{stored || '—'}</del>}
  </>
);

/** Payment with its matching arrival and the chosen action. */
const Line = ({ line, into, onChange }: ChoiceProps) => {
  const label = useLabel();
  const { row, stored, verdict } = line;
  const { says, tone } = verdicts[verdict];
  return (
    <tr data-verdict={verdict}>
      <td>{row}</td>
      <td>
        <Beside line={line.date} stored={stored?.date} />
      </td>
      <td>
        <Beside line={line.payer} stored={stored?.payer} />
      </td>
      <td className="ky-statement-amount">
        <Beside
          line={groupDigits(line.amount)}
          stored={stored ? groupDigits(stored.amount) : undefined}
        />
      </td>
      <td>
        <Beside line={line.memo} stored={stored?.memo} />
      </td>
      <td>
        <Beside line={line.voucher} stored={stored?.voucher} />
      </td>
      <td>
        <Glyph
          name={tone === 'success' ? 'approved' : tone === 'warning' ? 'warning' : 'draft'}
          tone={tone}
        />{' '}
        {label(says)}
        {stored && <span className="ky-note"> {stored.number}</span>}
      </td>
      <td>
        <Choice line={line} into={into} onChange={onChange} />
      </td>
    </tr>
  );
};

interface StatementLinesProps {
  readonly lines: readonly StatementLineMatch[];
  readonly decisions: ReadonlyMap<number, LineDecision['into']>;
  readonly onChange: (decisions: ReadonlyMap<number, LineDecision['into']>) => void;
}

/** Lists the payments of a statement; payments that need no action come last. */
export const StatementLines = ({ lines, decisions, onChange }: StatementLinesProps) => {
  const label = useLabel();
  const [page, setPage] = useState(1);
  const sorted = [...lines].sort(
    (a, b) => Number(a.verdict === 'known') - Number(b.verdict === 'known') || a.row - b.row,
  );
  const decide = (row: number, into: LineDecision['into'] | null) => {
    const next = new Map(decisions);
    if (into === null) next.delete(row);
    else next.set(row, into);
    onChange(next);
  };
  if (lines.length === 0) return null;
  return (
    <>
      <div className="ky-statement-lines">
        <table>
          <thead>
            <tr>
              {(
                [
                  ['行', 'Row'],
                  ['日期', 'Date'],
                  ['来款单位', 'Payer'],
                  ['金额', 'Amount'],
                  ['附言', 'Memo'],
                  ['凭证号', 'Voucher'],
                  ['核对', 'Check'],
                  ['处理', 'Decision'],
                ] as const
              ).map((head) => (
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
                into={decisions.get(line.row)}
                onChange={(into) => decide(line.row, into)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > perPage && (
        <Pagination
          size="small"
          current={page}
          pageSize={perPage}
          total={lines.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
};
