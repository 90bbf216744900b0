import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type Amount, plus } from '@keyan/kernel/values/amounts.ts';
import type { SuspectOfArrival } from './suspects.ts';

/** Compares the bank’s line with the data of the suspected project or its contract. */
const SideBySide = ({ row, one }: { readonly row: WireRow; readonly one: SuspectOfArrival }) => {
  const label = useLabel();
  const yuan = (amount: Amount): string => groupDigits(plus('0.00', amount));
  const period = one.dueNo
    ? label(
        fill(
          [
            '第 {no} 期未到 {amount} 元，计划 {date}',
            'instalment {no}: {amount} yuan outstanding, planned for {date}',
          ],
          { no: String(one.dueNo), amount: yuan(one.dueAmount), date: one.dueDate ?? '–' },
        ),
      )
    : '';
  const whole = label(
    fill(
      [
        '批准（合同）{funds} 元，已到账 {arrived} 元',
        'approved (contract) {funds} yuan, {arrived} received',
      ],
      {
        funds: yuan(one.funds),
        arrived: yuan(one.arrived),
      },
    ),
  );
  const lines: readonly (readonly [Label, string, string])[] = [
    [['单位', 'Payer'], String(row.fundingSource ?? ''), [...new Set(one.payers)].join('、')],
    [
      ['附言与编号', 'Memo and numbers'],
      String(row.summary ?? ''),
      [one.contractNumber, one.number].filter(Boolean).join('、'),
    ],
    [
      ['金额', 'Amount'],
      yuan(row.arriveAmount as Amount),
      [period, whole].filter(Boolean).join('；'),
    ],
    [['日期', 'Day'], String(row.arriveDate ?? ''), one.dueDate ?? ''],
  ];
  return (
    <table className="ky-side-by-side">
      <thead>
        <tr>
          <th scope="col" />
          <th scope="col">{label(['银行流水', 'Bank statement line'])}</th>
          <th scope="col">{label(['项目（合同）', 'Project or contract'])}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([head, theirs, ours]) => (
          <tr key={head[0]}>
            <th scope="row">{label(head)}</th>
            <td>{theirs || '–'}</td>
            <td>{ours || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export default SideBySide;
