import { statuses } from '@keyan/kernel/access/status.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Row } from '@keyan/kernel/definition/resource.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { patent } from '../../achievement/property/patent.ts';
import { contractRecord } from '../../contracts/contract.ts';
import { performedStatusCodes } from '../../contracts/contract-lists.ts';
import { fundingArrive } from '../../funds/funding-arrive.ts';
import { fundsExpenditure } from '../../funds/funds-expenditure.ts';
import { arrivalClues, candidatesFor } from '../../funds/suspects.endpoints.server.ts';
import { likelyFromPoints, likelyProjects } from '../../funds/suspects.ts';
import { invoice } from '../../invoices/invoice.ts';
import { billModeCodes } from '../../project/contracts/bill.ts';
import { declareInfo } from '../../project/declaration/declare-info.ts';
import { declarePlan } from '../../project/declaration/declare-plan.ts';
import type { WarnTarget } from './dictionaries.ts';
import {
  conditionsAbout,
  type Finder,
  type FinderContext,
  type WarningMatter,
} from './found.server.ts';
import { integrityFinders } from './integrity-finders.server.ts';
import { projectFinders } from './project-finders.server.ts';
import { daysBetween, thresholdAfter, thresholdBefore } from './rungs.ts';
import { taskFinders } from './task-finders.server.ts';

/**
 * Leaders of the projects to which an unallocated arrival most likely belongs; empty unless
 * the arrival is open for claims.
 */
const suspectedLeaders = async (
  { engine, tenantId }: FinderContext,
  row: Pick<
    Row<typeof fundingArrive>,
    | 'isPublic'
    | 'summary'
    | 'fundingSource'
    | 'bankAccount'
    | 'arriveAmount'
    | 'arriveType'
    | 'arriveDate'
  >,
): Promise<readonly (string | null)[]> => {
  if (row.isPublic !== '1' || row.arriveAmount === null) return [];
  const clues = arrivalClues(row, row.bankAccount);
  const found = await engine.database.read(tenantId, (session) => candidatesFor(session, clues));
  const likely = new Set(
    likelyProjects(clues, found)
      .filter(({ points }) => points >= likelyFromPoints)
      .map(({ id }) => id),
  );
  return found.filter(({ id }) => likely.has(id)).map(({ leaderId }) => leaderId);
};

const arriveUnclaimed = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(fundingArrive, {
    where: [
      { field: 'leftAmount', operator: 'above', value: '0' },
      anyOf('status', ['0', '1']),
      ...conditionsAbout(looking, 'id'),
    ],
    fields: [
      'fundingSource',
      'arriveDate',
      'arriveAmount',
      'arriveType',
      'leftAmount',
      'bankAccount',
      'summary',
      'isPublic',
    ],
  });
  const found: WarningMatter[] = [];
  for (const row of rows) {
    if (!row.arriveDate) continue;
    const rung = thresholdAfter(days, daysBetween(row.arriveDate, today));
    if (rung === null) continue;
    found.push({
      resource: fundingArrive.key,
      id: row.id,
      title: `${row.fundingSource ?? ''} ${row.leftAmount ?? ''}`,
      department: null,
      basis: row.arriveDate,
      rung,
      people: [],
      others: () => suspectedLeaders(looking, row),
      values: {
        payer: row.fundingSource,
        amount: row.leftAmount,
        arriveDate: row.arriveDate,
      },
    });
  }
  return found;
};

const declareDeadline = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const plans = await commands.all(declarePlan, {
    where: [equals('status', '1')],
    fields: ['planName', 'endTime'],
  });
  const open = new Map(plans.map((plan) => [plan.id, plan]));
  const drafts = await commands.all(declareInfo, {
    where: [
      anyOf('planId', [...open.keys()]),
      anyOf('auditStatus', [statuses.draft, statuses.recalled, statuses.returned]),
      ...conditionsAbout(looking, 'id'),
    ],
    fields: ['planId', 'programName', 'departmentId', 'createUser'],
  });
  return drafts.flatMap((row) => {
    const plan = open.get(row.planId ?? '');
    if (!plan?.endTime) return [];
    const rung = thresholdBefore(days, daysBetween(today, plan.endTime));
    if (rung === null) return [];
    const found = { resource: declareInfo.key, id: row.id, title: row.programName ?? '', rung };
    const values = { planName: plan.planName, endTime: plan.endTime };
    const { departmentId: department, createUser } = row;
    return [{ ...found, department, basis: plan.endTime, people: [createUser], values }];
  });
};

/** Finds borrowed invoices whose payment is due soon or overdue. */
const billOverdue = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(invoice, {
    where: [
      equals('billMode', billModeCodes.borrowed),
      anyOf('status', ['3', '8']),
      { field: 'dueFunds', operator: 'above', value: '0' },
      ...conditionsAbout(looking, 'id'),
    ],
    fields: ['pjNumber', 'buyerName', 'expectArriveDate', 'programLeader', 'departmentId'],
  });
  return rows.flatMap((row) => {
    if (!row.expectArriveDate) return [];
    const left = daysBetween(today, row.expectArriveDate);
    // Overdue items stay at the last threshold until they are settled.
    const rung = thresholdBefore(days, Math.max(0, left));
    if (rung === null) return [];
    return [
      {
        resource: invoice.key,
        id: row.id,
        title: `${row.pjNumber ?? ''} ${row.buyerName ?? ''}`.trim(),
        department: row.departmentId,
        basis: row.expectArriveDate,
        rung,
        people: [row.programLeader],
        values: { pjNumber: row.pjNumber, expectDate: row.expectArriveDate, days: left },
      },
    ];
  });
};

/** Finds payment periods of running contracts whose funds have not arrived. */
const contractPay = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(contractRecord, {
    where: [
      anyOf('contractStatus', performedStatusCodes),
      equals('hasOpenPeriod', '1'),
      ...conditionsAbout(looking, 'id'),
    ],
    fields: ['programName', 'programLeader', 'departmentId', 'dueNo', 'dueDate', 'dueAmount'],
  });
  return rows.flatMap((row) => {
    if (!row.dueDate) return [];
    const rung = thresholdAfter(days, daysBetween(row.dueDate, today));
    if (rung === null) return [];
    return [
      {
        resource: contractRecord.key,
        id: row.id,
        title: row.programName ?? '',
        department: row.departmentId,
        basis: row.dueDate,
        rung,
        people: [row.programLeader],
        values: {
          programName: row.programName,
          period: row.dueNo,
          amount: groupDigits(row.dueAmount ?? '0.00'),
        },
      },
    ];
  });
};

/** Finds running contracts that end soon. */
const contractEnd = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(contractRecord, {
    where: [anyOf('contractStatus', performedStatusCodes), ...conditionsAbout(looking, 'id')],
    fields: [
      'programName',
      'partyName',
      'programLeader',
      'departmentId',
      'endDate',
      'arrivedFunds',
      'receivable',
    ],
  });
  return rows.flatMap((row) => {
    if (!row.endDate) return [];
    const left = daysBetween(today, row.endDate);
    const rung = thresholdBefore(days, left);
    if (rung === null) return [];
    return [
      {
        resource: contractRecord.key,
        id: row.id,
        title: row.programName ?? '',
        department: row.departmentId,
        basis: row.endDate,
        rung,
        people: [row.programLeader],
        values: {
          programName: row.programName,
          partyName: row.partyName,
          endDate: row.endDate,
          days: left,
          arrived: groupDigits(row.arrivedFunds ?? '0.00'),
          amount: groupDigits(row.receivable ?? '0.00'),
        },
      },
    ];
  });
};

/** Finds paid advances that are not settled. */
const advanceOpen = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(fundsExpenditure, {
    where: [
      equals('expenseType', '03'),
      equals('status', '3'),
      { field: 'openAdvance', operator: 'above', value: '0' },
      ...conditionsAbout(looking, 'id'),
    ],
    fields: [
      'expenseNum',
      'expenseName',
      'payDate',
      'openAdvance',
      'programLeader',
      'departmentId',
      'createUser',
    ],
  });
  return rows.flatMap((row) => {
    if (!row.payDate) return [];
    const passed = daysBetween(row.payDate, today);
    const rung = thresholdAfter(days, passed);
    if (rung === null) return [];
    return [
      {
        resource: fundsExpenditure.key,
        id: row.id,
        title: row.expenseName ?? '',
        department: row.departmentId,
        basis: row.payDate,
        rung,
        people: [row.programLeader, row.createUser],
        values: {
          expenseNum: row.expenseNum,
          payDate: row.payDate,
          days: passed,
          amount: groupDigits(row.openAdvance ?? '0.00'),
        },
      },
    ];
  });
};

/** Finds granted patents whose fee is due; the first inventor is notified. */
const patentFee = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(patent, {
    where: [
      equals('auditStatus', statuses.approved),
      equals('patentStatus', '06'),
      ...conditionsAbout(looking, 'id'),
    ],
    fields: ['patentName', 'feePaidTo', 'fkDeptId', 'secretLevel', 'createUser', 'authors'],
  });
  return rows.flatMap((row) => {
    if (!row.feePaidTo) return [];
    const left = daysBetween(today, row.feePaidTo);
    const rung = thresholdBefore(days, left);
    if (rung === null) return [];
    const [first] = (row.authors ?? []).toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
    return [
      {
        resource: patent.key,
        id: row.id,
        title: row.patentName ?? '',
        department: row.fkDeptId,
        basis: row.feePaidTo,
        rung,
        people: [first?.userId ?? row.createUser],
        secret: row.secretLevel !== null && row.secretLevel !== '0',
        values: { patentName: row.patentName, feePaidTo: row.feePaidTo, days: left },
      },
    ];
  });
};

/** Finder of each target. */
export const targetFinders: Readonly<Record<WarnTarget, Finder>> = {
  ...projectFinders,
  ...taskFinders,
  ...integrityFinders,
  arrive_unclaimed: arriveUnclaimed,
  bill_overdue: billOverdue,
  contract_pay: contractPay,
  contract_end: contractEnd,
  advance_open: advanceOpen,
  patent_fee: patentFee,
  declare_deadline: declareDeadline,
};
