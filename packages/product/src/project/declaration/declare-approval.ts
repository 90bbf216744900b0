import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import type { approvalFields } from '../program/approval-fields.ts';
import type { declareFields } from './declare-fields.ts';

type Declared = Readonly<RowOf<typeof declareFields>> & { readonly id: string };
type Approval = Partial<RowOf<typeof approvalFields>>;

/** Draft approval of a declaration, with all common fields (R-106). */
export const approvalDraftOf = (row: Declared): Approval => ({
  declareInfoId: row.id,
  programName: row.programName,
  programKind: row.programKind,
  resource: row.resource,
  projectType: row.projectType,
  level: row.level,
  programLeader: row.programLeader,
  departmentId: row.departmentId,
  subjectClass: row.subjectClass,
  subject: row.subject,
  startDate: row.startDate,
  endDate: row.endDate,
  superiorAppropriation: minus(row.applyFunds, row.matchFunds),
  selfRaiseFunds: row.matchFunds,
  fundMode: row.fundMode,
  researchType: row.researchType,
  resultForms: row.resultForms,
  members: row.members,
  budget: row.budget,
  units: row.units,
  compliance: row.compliance,
  planId: row.planId,
  contractAsked: row.contractAsked,
});

/** Message to the applicant that a draft approval awaits details (R-106). */
export const draftAwaits: RecordMessage<RowOf<typeof declareFields>> = {
  type: '01',
  title: ['立项草稿待补充', 'A draft project approval needs details'],
  content: [
    '项目申报《{title}》已转立项，请补充批准文号、批复日期等信息后提交。',
    'The application “{title}” was approved. Add the approval number, date and other details to the draft project approval, and submit it.',
  ],
  words: ({ programName }) => ({ title: programName ?? '' }),
  to: ['writer'],
  link: {
    of: ({ programKind, approvalId }) =>
      `/program/${programKind}/approval${approvalId ? `/edit?id=${approvalId}` : ''}`,
  },
};
