import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { prizeNotice } from '../achievement/award/prize-notice.ts';
import { claim } from '../achievement/collection/claim.ts';
import { thesis } from '../achievement/collection/thesis.ts';
import { journal } from '../achievement/common/journal.ts';
import { patentDeclaration } from '../achievement/property/patent-declaration.ts';
import { activityAttended } from '../activity/attended.ts';
import { activityHeld } from '../activity/held.ts';
import { assessAppeal } from '../assessment/assess-appeal.ts';
import { assessBatch } from '../assessment/assess-batch.ts';
import { assessExempt } from '../assessment/assess-exempt.ts';
import { assessProgram } from '../assessment/assess-program.ts';
import { assessResult } from '../assessment/assess-result.ts';
import { certificate } from '../certificates/certificate.ts';
import { spiderJob } from '../collecting/job.ts';
import { spiderProxy } from '../collecting/proxy.ts';
import { spiderPush } from '../collecting/push.ts';
import { spiderLog } from '../collecting/run-log.ts';
import { spiderSite } from '../collecting/site.ts';
import { spiderSubject } from '../collecting/subject.ts';
import { spiderTemplate } from '../collecting/template.ts';
import { spiderUa } from '../collecting/user-agent.ts';
import { contractRecord } from '../contracts/contract.ts';
import { partnerCatalogue } from '../contracts/cooperation.ts';
import { codeModel } from '../develop/code-model.ts';
import { datasource } from '../develop/datasource.ts';
import { fillQuestion } from '../filling/fill-question.ts';
import { fillTable } from '../filling/fill-table.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundsConfig } from '../funds/config/funds-config.ts';
import { dataSync } from '../funds/exchange/data-sync.ts';
import { deptMapping } from '../funds/exchange/dept-mapping.ts';
import { financeDifference } from '../funds/exchange/finance-difference.ts';
import { financeSource } from '../funds/exchange/finance-source.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { fundsOpening } from '../funds/opening/funds-opening.ts';
import { handedOut } from '../handed/handed-out.ts';
import { retractionCase } from '../integrity/case.ts';
import { caseReversal } from '../integrity/reversal.ts';
import { watchList } from '../integrity/watch-list.ts';
import { invoice } from '../invoices/invoice.ts';
import { movingBatch } from '../moving/moving-batch.ts';
import { configZip } from '../office/archives/config-zip.ts';
import { download } from '../office/downloads/download.ts';
import { notice } from '../office/notices/notice.ts';
import { earlyWarning } from '../office/warnings/early-warning.ts';
import { warning } from '../office/warnings/warning.ts';
import { personnelDifference } from '../people/exchange/difference.ts';
import { honorary } from '../people/honorary.ts';
import { academicPartTime } from '../people/part-time.ts';
import { personnel } from '../people/personnel.ts';
import { personnelChange } from '../people/personnel-change.ts';
import { team } from '../people/teams/team.ts';
import { teamDepartment } from '../people/teams/team-department.ts';
import { teamReturn } from '../people/teams/team-return.ts';
import { maskedLook } from '../privacy/masked-look.ts';
import { taskContract } from '../project/agreements/task-contract.ts';
import { processChange } from '../project/changes/process-change.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { processDelay } from '../project/changes/process-delay.ts';
import { processOver } from '../project/changes/process-over.ts';
import { processSurplus } from '../project/changes/process-surplus.ts';
import { checkBatch } from '../project/checks/check-batch.ts';
import { checkReport } from '../project/checks/check-report.ts';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { proposalObjection } from '../project/declaration/publicity/proposal-objection.ts';
import { projectWork } from '../project/effort/project-work.ts';
import { ethicsReview } from '../project/ethics/ethics-review.ts';
import { programNote } from '../project/home/program-note.ts';
import { sponsorLimit } from '../project/limits/sponsor-limit.ts';
import { programApproval } from '../project/program/program-approval.ts';
import { project } from '../project/project.ts';
import { openClient } from '../publishing/open/open-client.ts';
import { webhook } from '../publishing/open/webhook.ts';
import { fundingRefund } from '../refunds/refund.ts';
import { annualReport } from '../reports/annual/annual-report.ts';
import { reportMailing } from '../reports/mailing.ts';
import { report } from '../reports/report.ts';
import { expert } from '../review/expert.ts';
import { reviewInvitation } from '../review/external/invitation.ts';
import { reviewVisit } from '../review/external/visit.ts';
import { reviewFeeRate } from '../review/fee-rate.ts';
import { personRelation } from '../review/person-relation.ts';
import { reviewAvoidance } from '../review/review-avoidance.ts';
import { reviewFee } from '../review/review-fee.ts';
import { reviewItem } from '../review/review-item.ts';
import { reviewMinutes } from '../review/review-minutes.ts';
import { reviewObjection } from '../review/review-objection.ts';
import { reviewSet } from '../review/review-set.ts';
import { reviewTask } from '../review/review-task.ts';
import { reviewTemplate } from '../review/review-template.ts';
import { representative } from '../scoring/representative.ts';
import { rewardDetail } from '../scoring/reward-detail.ts';
import { scoreAllot } from '../scoring/score-allot.ts';
import { scoreAppeal } from '../scoring/score-appeal.ts';
import { scoreBatch } from '../scoring/score-batch.ts';
import { scoreNorm } from '../scoring/score-norm.ts';
import { scorePerson } from '../scoring/score-person.ts';
import { scoreProject } from '../scoring/score-project.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { scoreReward } from '../scoring/score-reward.ts';
import { scoreTrial } from '../scoring/score-trial.ts';
import { teamTemplate } from '../scoring/team-template.ts';
import { trialPerson } from '../scoring/trial-person.ts';
import { trialResult } from '../scoring/trial-result.ts';
import { user } from '../system/accounts/user.ts';
import { workDay } from '../system/calendar/work-day.ts';
import { client } from '../system/clients/client.ts';
import { department } from '../system/departments/department.ts';
import { chooseDict } from '../system/dictionaries/choose-dict.ts';
import { im } from '../system/im/im.ts';
import { robot } from '../system/im/robot.ts';
import { mail } from '../system/mail/mail.ts';
import { menu } from '../system/menus/menu.ts';
import { topMenu } from '../system/menus/top-menu.ts';
import { param } from '../system/parameters/param.ts';
import { post } from '../system/posts/post.ts';
import { registerGuest } from '../system/registration/registration.ts';
import { role } from '../system/roles/role.ts';
import { callScope } from '../system/scopes/call-scope.ts';
import { rowScope } from '../system/scopes/row-scope.ts';
import { sms } from '../system/sms/sms.ts';
import { attachmentCategory } from '../system/storage/attachment-category.ts';
import { oss } from '../system/storage/oss.ts';
import { tenant } from '../system/tenants/tenant.ts';
import { tenantPackage } from '../system/tenants/tenant-package.ts';

/**
 * Resources other than achievements. A line in this list gives a resource its table, calls,
 * documentation, dictionaries, menu pages and routes.
 */
export const otherResources: readonly Resource[] = [
  journal,
  thesis,
  claim,
  spiderSite,
  spiderTemplate,
  spiderSubject,
  spiderJob,
  spiderLog,
  spiderPush,
  spiderProxy,
  spiderUa,
  patentDeclaration,
  activityHeld,
  activityAttended,
  prizeNotice,
  expert,
  reviewSet,
  reviewItem,
  reviewTask,
  reviewInvitation,
  reviewVisit,
  reviewTemplate,
  reviewAvoidance,
  reviewObjection,
  reviewFee,
  reviewFeeRate,
  reviewMinutes,
  personRelation,
  project,
  checkBatch,
  taskContract,
  ethicsReview,
  programNote,
  checkReport,
  declarePlan,
  proposalObjection,
  sponsorLimit,
  projectWork,
  declareInfo,
  processChange,
  processDelay,
  processOver,
  processConclusion,
  processSurplus,
  programApproval,
  partnerCatalogue,
  contractRecord,
  fundsConfig,
  fundingArrive,
  fundingDivide,
  arrivalBudget,
  fundsExpenditure,
  fundsOpening,
  dataSync,
  financeDifference,
  deptMapping,
  financeSource,
  invoice,
  fundingRefund,
  scoreNorm,
  scoreProject,
  scoreBatch,
  scorePerson,
  scoreResult,
  scoreAppeal,
  scoreAllot,
  representative,
  teamTemplate,
  scoreTrial,
  trialPerson,
  trialResult,
  scoreReward,
  rewardDetail,
  assessProgram,
  assessBatch,
  assessResult,
  assessExempt,
  assessAppeal,
  personnel,
  honorary,
  academicPartTime,
  personnelChange,
  personnelDifference,
  team,
  teamReturn,
  teamDepartment,
  maskedLook,
  department,
  user,
  role,
  rowScope,
  callScope,
  menu,
  topMenu,
  post,
  workDay,
  registerGuest,
  param,
  client,
  openClient,
  webhook,
  watchList,
  retractionCase,
  caseReversal,
  certificate,
  notice,
  earlyWarning,
  warning,
  download,
  configZip,
  sms,
  mail,
  im,
  robot,
  attachmentCategory,
  tenantPackage,
  tenant,
  oss,
  report,
  reportMailing,
  chooseDict,
  annualReport,
  fillTable,
  fillQuestion,
  handedOut,
  movingBatch,
  datasource,
  codeModel,
];
