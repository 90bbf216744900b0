import { type Loaded, plainly } from '@keyan/console/presentation/lazy.ts';
import { type Presentation, present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/**
 * Resources with pieces of their own on their pages, by key: one line each. They load with the
 * definition, so that no page carries the editors of another.
 */
const own: Readonly<Partial<Record<string, () => Promise<Presentation>>>> = {
  papersapp: async () => (await import('./achievement/paper/paper.web.tsx')).paperPresentation,
  bookapp: async () => (await import('./achievement/book/book.web.tsx')).bookPresentation,
  collectionThesis: async () =>
    (await import('./achievement/collection/thesis.web.tsx')).thesisPresentation,
  spiderSite: async () => (await import('./collecting/collecting.web.tsx')).spiderSitePresentation,
  spiderTemplate: async () =>
    (await import('./collecting/collecting.web.tsx')).spiderTemplatePresentation,
  spiderJob: async () => (await import('./collecting/collecting.web.tsx')).spiderJobPresentation,
  spiderLog: async () => (await import('./collecting/collecting.web.tsx')).spiderLogPresentation,
  spiderPush: async () => (await import('./collecting/collecting.web.tsx')).spiderPushPresentation,
  papersappClaim: async () =>
    (await import('./achievement/collection/claim.web.tsx')).claimPresentation,
  journal: async () => (await import('./achievement/common/journal.web.tsx')).journalPresentation,
  zlsb: async () =>
    (await import('./achievement/property/patent-declaration.web.tsx'))
      .patentDeclarationPresentation,
  prizeDeclaration: async () =>
    (await import('./achievement/award/prize-declaration.web.ts')).prizeDeclarationPresentation,
  prizeNotice: async () =>
    (await import('./achievement/award/prize-notice.web.tsx')).prizeNoticePresentation,
  reviewTask: async () => (await import('./review/pages/review.web.tsx')).reviewTaskPresentation,
  expert: async () => (await import('./review/pages/expert.web.tsx')).expertPresentation,
  pssz: async () => (await import('./review/pages/review.web.tsx')).reviewSetPresentation,
  reviewInvitation: async () =>
    (await import('./review/external/invitation.web.tsx')).invitationPresentation,
  reviewMinutes: async () =>
    (await import('./review/pages/review.web.tsx')).reviewMinutesPresentation,
  reviewItem: async () => (await import('./review/pages/review.web.tsx')).reviewItemPresentation,
  registerGuest: async () =>
    (await import('./system/registration/registration.web.tsx')).registrationPresentation,
  personnel: async () => (await import('./people/personnel.web.tsx')).personnelPresentation,
  personnelChange: async () =>
    (await import('./people/personnel-change.web.ts')).personnelChangePresentation,
  teamDepartment: async () =>
    (await import('./people/teams/team-department.web.tsx')).teamDepartmentPresentation,
  maskedLook: async () => (await import('./privacy/masked-look.web.tsx')).maskedLookPresentation,
  personnelDifference: async () =>
    (await import('./people/exchange/difference.web.tsx')).personnelDifferencePresentation,
  earlyWarning: async () =>
    (await import('./office/warnings/warnings.web.tsx')).earlyWarningPresentation,
  warnItem: async () => (await import('./office/warnings/warnings.web.tsx')).warningPresentation,
  notice: async () => (await import('./office/notices/notice.web.tsx')).noticePresentation,
  configZip: async () =>
    (await import('./office/archives/config-zip.web.tsx')).configZipPresentation,
  downloadZone: async () =>
    (await import('./office/downloads/download.web.tsx')).downloadPresentation,
  processConclusion: async () =>
    (await import('./project/results/results.web.tsx')).conclusionPresentation,
  checkReport: async () =>
    (await import('./project/results/results.web.tsx')).checkReportPresentation,
  programApproval: async () =>
    (await import('./project/program/program-approval.web.ts')).programApprovalPresentation,
  programInfo: async () => (await import('./funds/query/program.web.tsx')).programPresentation,
  horizontalRecord: async () => (await import('./contracts/contract.web.tsx')).contractPresentation,
  programChange: async () => (await import('./contracts/change.web.tsx')).changePresentation,
  billapplyinfo: async () => (await import('./invoices/invoice.web.tsx')).invoicePresentation,
  fundingDivide: async () =>
    (await import('./funds/funding-divide.web.tsx')).fundingDividePresentation,
  fundingRefund: async () => (await import('./refunds/refund.web.tsx')).fundingRefundPresentation,
  fundsExpenditure: async () =>
    (await import('./funds/funds-expenditure.web.tsx')).fundsExpenditurePresentation,
  dataSync: async () => (await import('./funds/exchange/exchange.web.tsx')).dataSyncPresentation,
  financeDifference: async () =>
    (await import('./funds/exchange/exchange.web.tsx')).financeDifferencePresentation,
  fundingArrive: async () => (await import('./funds/Suspects.web.tsx')).fundingArrivePresentation,
  declareInfo: async () =>
    (await import('./project/declaration/declare-info.web.tsx')).declareInfoPresentation,
  declarePlan: async () =>
    (await import('./project/declaration/declare-plan.web.tsx')).declarePlanPresentation,
  proposalObjection: async () =>
    (await import('./project/declaration/publicity/proposal-objection.web.tsx'))
      .proposalObjectionPresentation,
  scoreNorm: async () => (await import('./scoring/scoring.web.tsx')).scoreNormPresentation,
  scoreProject: async () => (await import('./scoring/scoring.web.tsx')).scoreProjectPresentation,
  scoreBatch: async () => (await import('./scoring/scoring.web.tsx')).scoreBatchPresentation,
  scoreResult: async () => (await import('./scoring/scoring.web.tsx')).scoreResultPresentation,
  scoreAppeal: async () => (await import('./scoring/scoring.web.tsx')).scoreAppealPresentation,
  representative: async () =>
    (await import('./scoring/scoring.web.tsx')).representativePresentation,
  scoreReward: async () => (await import('./scoring/rewards.web.tsx')).scoreRewardPresentation,
  scoreRewardDetail: async () =>
    (await import('./scoring/rewards.web.tsx')).rewardDetailPresentation,
  teamTemplate: async () => (await import('./scoring/rewards.web.tsx')).teamTemplatePresentation,
  scoreAllot: async () => (await import('./scoring/rewards.web.tsx')).scoreAllotPresentation,
  scoreTrial: async () => (await import('./scoring/rewards.web.tsx')).scoreTrialPresentation,
  scoreTrialPerson: async () => (await import('./scoring/rewards.web.tsx')).trialPersonPresentation,
  scoreTrialResult: async () => (await import('./scoring/rewards.web.tsx')).trialResultPresentation,
  assessProgram: async () =>
    (await import('./assessment/assessment.web.tsx')).assessProgramPresentation,
  assessBatch: async () =>
    (await import('./assessment/assessment.web.tsx')).assessBatchPresentation,
  assessResult: async () =>
    (await import('./assessment/assessment.web.tsx')).assessResultPresentation,
  assessExempt: async () =>
    (await import('./assessment/assessment.web.tsx')).assessExemptPresentation,
  assessAppeal: async () =>
    (await import('./assessment/assessment.web.tsx')).assessAppealPresentation,
  user: async () => (await import('./system/accounts/user.web.tsx')).userPresentation,
  dept: async () =>
    (await import('./system/departments/department.web.tsx')).departmentPresentation,
  role: async () => (await import('./system/roles/role.web.tsx')).rolePresentation,
  menu: async () => (await import('./system/menus/menu.web.tsx')).menuPresentation,
  topMenu: async () => (await import('./system/menus/top-menu.web.tsx')).topMenuPresentation,
  im: async () => (await import('./system/im/im.web.tsx')).imPresentation,
  robot: async () => (await import('./system/im/robot.web.tsx')).robotPresentation,
  mail: async () => (await import('./system/mail/mail.web.tsx')).mailPresentation,
  attachmentCategory: async () =>
    (await import('./system/storage/attachment-category.web.tsx')).attachmentCategoryPresentation,
  tenantFile: async () => (await import('./system/tenants/tenant.web.tsx')).tenantPresentation,
  tenantPackage: async () =>
    (await import('./system/tenants/tenant.web.tsx')).tenantPackagePresentation,
  oss: async () => (await import('./system/storage/oss.web.tsx')).ossPresentation,
  chooseDict: async () =>
    (await import('./system/dictionaries/choose-dict.web.tsx')).chooseDictPresentation,
  reportMailing: async () => (await import('./reports/mailing.web.tsx')).reportMailingPresentation,
  report: async () => (await import('./reports/report.web.tsx')).reportPresentation,
  annualReport: async () =>
    (await import('./reports/annual/annual.web.tsx')).annualReportPresentation,
  codeModel: async () => (await import('./develop/code-model.web.tsx')).codeModelPresentation,
  param: async () => (await import('./system/parameters/param.web.tsx')).paramPresentation,
};

/** Whatever has authors shows them as achievements do. */
const withAuthors = async (resource: Resource): Promise<Presentation> => {
  const [{ achievementPages }, { pastePages }] = await Promise.all([
    import('./achievement/common/achievement.web.ts'),
    import('./achievement/pasting/paste.web.tsx'),
  ]);
  return present(resource, { ...achievementPages(resource), ...pastePages(resource) });
};

/** How the pages of a resource differ from plain ones, by what it is. */
const presentationOf = async (
  resource: Resource,
  presentation: Presentation | undefined,
): Promise<Presentation> => {
  if (presentation) return presentation;
  return resource.concerned?.[0] === 'authors' ? withAuthors(resource) : plainly(resource);
};

/**
 * A definition with how its pages differ from plain ones. What experts judge says where its review stands.
 * @param definition loads the definition of this key
 */
export const loadResource = async (
  key: string,
  definition: () => Promise<Resource>,
): Promise<Loaded> => {
  const [resource, given] = await Promise.all([definition(), own[key]?.()]);
  const presentation = await presentationOf(resource, given);
  if (!resource.with?.some((mixin) => mixin.key === 'reviewed')) return { resource, presentation };
  const { withStanding } = await import('./review/pages/standing.web.tsx');
  return { resource, presentation: withStanding(presentation) };
};
