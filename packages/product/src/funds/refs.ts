import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { billFace, unpaidBills } from '../project/contracts/bill.ts';
import { program } from '../project/program/program.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { projectsReceivingMoney } from './access.ts';
import { arriveStatus } from './dictionaries.ts';

/** Fields of an arrival that other resources may copy and show. */
export const arrival = face('fundingArrive', ['经费到账', 'Arrival'], {
  arriveCode: f.text(['到账编号', 'Arrival no.']).max(30).computed().searchable(),
  fundingSource: f.text(['来款单位', 'Payer']).requiredInDraft().max(100).searchable(),
  arriveDate: f.date(['到账日期', 'Arrival date']).required(),
  arriveAmount: f
    .money(['到账金额', 'Amount'])
    .between(0.01, 9_999_999_999)
    .unit(['元', 'yuan'])
    .required()
    .specimen(() => '60000.00'),
  isPublic: f.dict(['是否公示认领', 'Open for claims'], yesNo).required().initial('1'),
  status: f.dict(['到账状态', 'Status'], arriveStatus).computed().initial('0'),
});

/** Fields of an allocation that other resources read. */
export const divideFace = face('fundingDivide', ['到账分配', 'Allocation'], {
  divideNum: f.text(['分配编号', 'Allocation no.']).max(30).computed().searchable(),
  arriveId: f
    .ref(['到账记录', 'Arrival'], arrival)
    .required()
    .among(
      everyScope(
        withCode('status', '0', '1'),
        anyScope(permission('claimArrive_assign'), withCode('isPublic', '1')),
      ),
    )
    .listed(['分配明细', 'Allocations']),
  programId: f
    .ref(['项目', 'Project'], program)
    .required()
    .among(
      everyScope(
        anyScope(
          permission('claimArrive_assign'),
          own('programLeader'),
          departmentScope('departmentId'),
        ),
        projectsReceivingMoney,
      ),
    ),
  divideAmount: f
    .money(['分配金额', 'Amount'])
    .between(0.01, 9_999_999_999)
    .unit(['元', 'yuan'])
    .required()
    .specimen(() => '10000.00'),
  useYear: f
    .year(['使用年度', 'Year of use'])
    .specimen(() => null)
    .help([
      '空为到账当年；跨年使用的到账按年度各分一笔',
      'Empty: the year of arrival; funds used over several years are allocated year by year',
    ]),
  // Invoice that was issued before these funds arrived, and the amount that settles it.
  billId: f
    .ref(['核销票据', 'Invoice to settle'], billFace)
    .among(unpaidBills, ['该票据没有未到款金额', 'That invoice has no outstanding amount'])
    .listed(['到款', 'Payments'])
    .specimen(() => null),
  billSettled: f
    .money(['其中核销票据', 'Of which for the invoice'])
    .unit(['元', 'yuan'])
    .when(({ billId }) => Boolean(billId)),
  ...f.copies('arriveId', arrival, 'arriveCode', 'fundingSource', 'arriveDate'),
  ...f.copies(
    'programId',
    program,
    'programName',
    'programNum',
    'programLeader',
    'departmentId',
    'programKind',
    'fundMode',
    'contractId',
    'partyUnitId',
  ),
});
