import { useUser } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost, isZero, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { project } from '../project/project.ts';
import { Acts } from '../shared/mechanisms/Acts.web.tsx';
import { ProgressBars } from '../shared/mechanisms/Shape.web.tsx';
import { type ShapeBar, timeBar } from '../shared/mechanisms/shape.ts';
import { performedStatusCodes } from './contract-lists.ts';
import { contractStatusText } from './contract-words.ts';
import '../project/home/project-home.web.css';

/** Path of the page 票据申请. */
const invoicesPage = '/funds/billapplyinfo';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const yuan = (value: unknown): string => groupDigits(textOf(value) || '0.00');

/** Arrived or invoiced share of a contract’s amount; empty if the contract has no amount. */
const shareOf = (row: WireRow, field: 'arrivedFunds' | 'issuedFunds', name: Label): ShapeBar[] => {
  const whole = textOf(row.contractAmount);
  if (whole === '' || isZero(whole)) return [];
  return [
    {
      name,
      percent: proportionalAmount(textOf(row[field]) || '0.00', '100', whole),
      note: fill(['{part} / {whole} 元', '{part} of {whole} yuan'], {
        part: yuan(row[field]),
        whole: groupDigits(whole),
      }),
    },
  ];
};

const timeOf = (row: WireRow, today: string): readonly ShapeBar[] =>
  timeBar(
    ['履行进度', 'Elapsed time'],
    { start: textOf(row.startDate), end: textOf(row.endDate), today },
    isPerformed(row),
  );

const isPerformed = ({ contractStatus }: WireRow): boolean =>
  performedStatusCodes.some((one) => one === contractStatus);

/** Reason why no invoice can be requested; null if one can. */
const noInvoice = (row: WireRow): Label | null => {
  if (!isPerformed(row)) return ['合同不在履行', 'The contract is not in performance'];
  return atMost(textOf(row.billableFunds) || '0.00', '0')
    ? ['合同金额已全部开票', 'The whole amount is invoiced']
    : null;
};

/** Fields of the contract that prefill an invoice form. */
const invoiceOf = (row: WireRow) => ({
  programId: row.programInfoId,
  programIdName: row.programName,
  programName: row.programName,
  programNum: row.programNum,
  programKind: 'horizontal',
  departmentId: row.departmentId,
  departmentIdName: row.departmentIdName,
  partyUnitId: row.partyUnitId,
  contractId: row.id,
  contractIdName: row.programName,
  billableFunds: row.billableFunds,
});

/** Invoices are what the leader of a contract begins; changes belong to its project. */
const Businesses = ({ row }: { readonly row: WireRow }) => {
  const tab = useTab();
  const permissions = usePermissions();
  const { userId } = useUser();
  if (row.programLeader !== userId || !permissions.has('bill_add')) return null;
  return (
    <Acts
      acts={[
        {
          key: 'invoice',
          label: ['申请开票', 'Apply for an invoice'],
          why: noInvoice(row),
          begin: () => tab.open(`${invoicesPage}/add?handover=${storeHandover(invoiceOf(row))}`),
        },
      ]}
    />
  );
};

/**
 * Renders 合同主页 above the fields of a signed contract: status in words, dates, money, and
 * actions of its leader.
 */
const ContractHome = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const meaning = contractStatusText(
    textOf(row.contractStatus),
    textOf(row.endDate),
    dayText(new Date()),
  );
  if (!meaning) return null;
  const projectId = textOf(row.programInfoId);
  return (
    <div className="ky-project-home">
      <ProgressBars
        state={textOf(row.contractStatusName)}
        meaning={meaning}
        bars={[
          ...timeOf(row, dayText(new Date())),
          ...shareOf(row, 'arrivedFunds', ['到账', 'Received']),
          ...shareOf(row, 'issuedFunds', ['开票（含在途）', 'Invoiced']),
        ]}
      />
      {row.hasOpenPeriod === '1' && textOf(row.dueDate) !== '' && (
        <p className="ky-project-line ky-note">
          {label(
            fill(
              [
                '第 {no} 期 {day} 应收，未到 {amount} 元',
                'Instalment {no} was due {day}: {amount} yuan outstanding',
              ],
              {
                no: String(row.dueNo ?? ''),
                day: textOf(row.dueDate),
                amount: yuan(row.dueAmount),
              },
            ),
          )}
        </p>
      )}
      <Businesses row={row} />
      {projectId !== '' && (
        <p className="ky-project-line">
          <RecordLink resource={project.key} id={projectId}>
            {label(['项目主页（变更、结题、经费）', 'The project: changes, closeout, funds'])}
          </RecordLink>
        </p>
      )}
    </div>
  );
};

export default ContractHome;
