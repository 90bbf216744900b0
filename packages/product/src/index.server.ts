import type { EngineJob } from '@keyan/engine/engine.ts';
import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import { behavioursOf } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { type Kind, kindsOf } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievementBehaviours, achievementCalls } from './achievement/achievements.server.ts';
import { achievements } from './achievement/achievements.ts';
import { claimEndpoints } from './achievement/collection/claim.endpoints.server.ts';
import { claimBehaviour } from './achievement/collection/claim.server.ts';
import { collectEndpoints } from './achievement/collection/collect.server.ts';
import { thesisBehaviour } from './achievement/collection/thesis.server.ts';
import { achievementMixin } from './achievement/common/achievement.ts';
import { joinAccounts } from './achievement/common/joining.server.ts';
import { journalBehaviour } from './achievement/common/journal.server.ts';
import { checkQuality } from './achievement/quality/check.server.ts';
import { qualityEndpoints } from './achievement/quality/endpoints.server.ts';
import { activityAttendedBehaviour } from './activity/attended.server.ts';
import { approvalsEndpoints } from './assessment/approvals.endpoints.server.ts';
import { assessmentJobs } from './assessment/assessment.server.ts';
import { progressEndpoints } from './assessment/progress.endpoints.server.ts';
import { collectingBehaviours } from './collecting/collecting.server.ts';
import { supplySites } from './collecting/shipped.server.ts';
import { dictionariesOf } from './composition/dictionaries.ts';
import { foundTenant } from './composition/found-tenant.server.ts';
import type { TopMenu } from './composition/menu-nodes.ts';
import { shippedMenus } from './composition/menu-nodes.ts';
import { paramBehaviour } from './composition/param.server.ts';
import { parametersOf } from './composition/parameters.ts';
import { otherResources } from './composition/resources.ts';
import { contractBehaviour } from './contracts/contract.server.ts';
import { partnerBehaviour } from './contracts/cooperation.server.ts';
import { statisticsEndpoints } from './figures/statistics.endpoints.server.ts';
import { fundsBehaviours, fundsEndpoints } from './funds/funds.server.ts';
import { compose } from './index.ts';
import { issueEndpoints } from './invoices/batch/issues.server.ts';
import { invoiceBehaviour, invoiceEndpoints } from './invoices/invoice.server.ts';
import { packEndpoints } from './office/archives/pack.server.ts';
import { officeEndpoints } from './office/home/office.endpoints.server.ts';
import { noticeCalls } from './office/notices/dashboard.endpoints.server.ts';
import { noticeBehaviour } from './office/notices/notice.server.ts';
import { warningEndpoints } from './office/warnings/warnings.endpoints.server.ts';
import { warningJobs } from './office/warnings/warnings.server.ts';
import { compareStaff } from './people/exchange/comparison.server.ts';
import { exchangeEndpoints } from './people/exchange/exchange.endpoints.server.ts';
import { personnelDifferenceBehaviour } from './people/exchange/settle.server.ts';
import { sweepDifferences } from './people/exchange/values.server.ts';
import { personnelBehaviour } from './people/personnel.server.ts';
import {
  honoraryBehaviour,
  partTimeBehaviour,
  personnelChangeBehaviour,
} from './people/personnel-change.server.ts';
import { countDepartments, teamBehaviour } from './people/teams/teams.server.ts';
import { declareBehaviour } from './project/declaration/batch-approval.server.ts';
import { reportEndpoints } from './project/declaration/declare-report.server.ts';
import { openCallEndpoints } from './project/declaration/open-calls.server.ts';
import { proposalObjectionBehaviour } from './project/declaration/publicity/proposal-objection.server.ts';
import { proposedEndpoints } from './project/declaration/publicity/proposed.server.ts';
import { projectWorkBehaviour, proposeWorkYearly } from './project/effort/project-work.server.ts';
import { ethicsReviewBehaviour } from './project/ethics/ethics-review.server.ts';
import { projectHomeEndpoints } from './project/home/project-home.server.ts';
import { projectBehaviour } from './project/project.server.ts';
import { resultBehaviours, resultEndpoints } from './project/results/results.server.ts';
import { oaiEndpoints } from './publishing/oai/oai.endpoints.server.ts';
import { openEndpoints } from './publishing/open/open.endpoints.server.ts';
import { publicPageEndpoints } from './publishing/pages/pages.endpoints.server.ts';
import { profileEndpoints } from './publishing/profile/profile.endpoints.server.ts';
import { publishRecords } from './publishing/register.server.ts';
import { publishingEndpoints } from './publishing/settings.endpoints.server.ts';
import { fundingRefundBehaviour } from './refunds/refund.server.ts';
import { annualEndpoints } from './reports/annual/annual.endpoints.server.ts';
import { annualJobs } from './reports/annual/run.server.ts';
import { mailingEndpoints } from './reports/mailing.endpoints.server.ts';
import { reportMailingBehaviour } from './reports/mailing.server.ts';
import { reportBehaviour, savedReportEndpoints } from './reports/report.server.ts';
import { reviewObjectionBehaviour } from './review/again.server.ts';
import { arrangeWaiting } from './review/arrange-waiting.server.ts';
import { arrangingEndpoints } from './review/arranging.endpoints.server.ts';
import { assignReview } from './review/assign-job.server.ts';
import { expertBehaviour, invitationBehaviour } from './review/external/external.server.ts';
import { handOver } from './review/external/hand-over.endpoints.server.ts';
import { countExperts } from './review/figures.server.ts';
import { reviewMinutesBehaviour } from './review/meeting.server.ts';
import { reviewEndpoints } from './review/review.endpoints.server.ts';
import {
  reviewedBehaviour,
  reviewItemBehaviour,
  reviewSetBehaviour,
  reviewTaskBehaviour,
} from './review/review.server.ts';
import { standingEndpoints } from './review/standing.endpoints.server.ts';
import { scholarEndpoints } from './scholar/scholar.endpoints.server.ts';
import { countStaff } from './scholar/staff-figures.server.ts';
import { payrollEndpoints } from './scoring/payroll.endpoints.server.ts';
import { representativeBehaviour } from './scoring/representative.server.ts';
import { scoreRewardBehaviour } from './scoring/score-reward.server.ts';
import { scoringJobs } from './scoring/scoring.server.ts';
import { trialEndpoints } from './scoring/trials.endpoints.server.ts';
import { worksEndpoints } from './scoring/works.server.ts';
import { alikeBehaviour } from './shared/alike.server.ts';
import { supplyNational } from './shared/national.server.ts';
import { userBehaviour } from './system/accounts/user-behaviour.server.ts';
import { workDayBehaviour } from './system/calendar/calendar.server.ts';
import { departmentBehaviour } from './system/departments/dept-merge.server.ts';
import { chooseDictBehaviour } from './system/dictionaries/choose-dict.server.ts';
import { familyDictionaries } from './system/dictionaries/family-dictionaries.ts';
import { sweepLogs } from './system/logs/logs.server.ts';
import { menuBehaviour } from './system/menus/menu-behaviour.server.ts';
import { topMenuBehaviour } from './system/menus/top-menu-behaviour.server.ts';
import { postBehaviour } from './system/posts/post.server.ts';
import { sweepApplicants } from './system/registration/registration-apply.server.ts';
import { roleBehaviour } from './system/roles/role-behaviour.server.ts';
import { callScopeBehaviour, rowScopeBehaviour } from './system/scopes/scope-behaviours.server.ts';
import { attachEndpoints } from './system/storage/attach.server.ts';
import {
  attachmentCategoryBehaviour,
  attachmentCategoryEndpoints,
} from './system/storage/attachment-category.server.ts';
import { tenantBehaviour, tenantPackageBehaviour } from './system/tenants/tenant.server.ts';

supplyNational();

/** The product as a server runs it. */
export interface ServerApplication {
  readonly resources: readonly Resource[];
  /** Every kind of approval. */
  readonly kinds: readonly Kind[];
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly menus: readonly TopMenu[];
  /** Parameters that each school may set. */
  readonly parameters: readonly Parameter<string | number>[];
  readonly behaviours: readonly Behaviour[];
  /** Work outside requests. */
  readonly jobs: readonly EngineJob<never>[];
  /** Calls beside those that derive from the resources. */
  readonly endpoints: readonly Endpoint[];
}

/** Jobs that count figures for lists, once a day. */
const countingJobs = [countDepartments, countStaff] as const;

/**
 * The product with these resources, as a server runs it; parameters as in `compose`.
 * Long because it names the behaviour and the calls of every kind, a line each.
 */
export const composeServer = (
  achievementKinds: readonly Resource[],
  others: readonly Resource[] = otherResources,
): ServerApplication => {
  const composed = compose(achievementKinds, others);
  // Records with authors handle them as achievements do, in a library or not.
  const authored = composed.resources.filter((resource) => achievementMixin.optionsOf(resource));
  const plain = composed.resources.filter((resource) => !authored.includes(resource));
  const resultKinds = new Map(
    authored.flatMap((kind) => {
      const as = achievementMixin.optionsOf(kind)?.scored?.as;
      return as ? [[kind.key, as] as const] : [];
    }),
  );
  const kinds = kindsOf(composed.resources, []);
  const shipped = shippedMenus(composed.menus);
  const family = familyDictionaries(kinds.map(({ process }) => process));
  const furniture = {
    resources: composed.resources,
    parameters: parametersOf(composed.resources),
    kinds,
    dictionaries: dictionariesOf(composed.resources, family),
    menus: composed.menus,
  };
  return {
    ...composed,
    ...furniture,
    behaviours: [
      ...achievementBehaviours(authored),
      ...behavioursOf(
        plain,
        [alikeBehaviour, reviewedBehaviour],
        [teamBehaviour, declareBehaviour, ethicsReviewBehaviour, ...resultBehaviours(resultKinds)],
      ),
      journalBehaviour,
      thesisBehaviour,
      claimBehaviour,
      reviewSetBehaviour,
      reviewItemBehaviour,
      reviewObjectionBehaviour,
      proposalObjectionBehaviour,
      reviewMinutesBehaviour,
      reviewTaskBehaviour,
      expertBehaviour,
      invitationBehaviour,
      activityAttendedBehaviour,
      contractBehaviour,
      partnerBehaviour,
      invoiceBehaviour,
      fundingRefundBehaviour,
      paramBehaviour,
      workDayBehaviour,
      noticeBehaviour,
      ...fundsBehaviours,
      ...collectingBehaviours,
      personnelBehaviour,
      honoraryBehaviour,
      partTimeBehaviour,
      personnelChangeBehaviour,
      personnelDifferenceBehaviour,
      userBehaviour,
      roleBehaviour,
      menuBehaviour(shipped),
      topMenuBehaviour(shipped.tops),
      postBehaviour,
      departmentBehaviour,
      tenantBehaviour,
      rowScopeBehaviour,
      callScopeBehaviour,
      tenantPackageBehaviour,
      attachmentCategoryBehaviour,
      reportBehaviour,
      projectBehaviour,
      projectWorkBehaviour,
      reportMailingBehaviour,
      chooseDictBehaviour,
      representativeBehaviour,
      scoreRewardBehaviour,
    ],
    jobs: [
      sweepLogs,
      sweepApplicants,
      sweepDifferences,
      compareStaff,
      checkQuality,
      joinAccounts,
      supplySites,
      ...countingJobs,
      ...scoringJobs,
      ...assessmentJobs,
      ...warningJobs,
      assignReview,
      arrangeWaiting,
      ...annualJobs,
      proposeWorkYearly,
      countExperts,
      publishRecords,
      foundTenant(furniture),
    ] as readonly EngineJob<never>[],
    endpoints: [
      ...achievementCalls(authored),
      ...scholarEndpoints(composed.resources),
      ...collectEndpoints,
      ...claimEndpoints,
      ...reportEndpoints,
      ...openCallEndpoints,
      ...proposedEndpoints,
      ...projectHomeEndpoints,
      ...resultEndpoints(resultKinds),
      ...qualityEndpoints,
      ...approvalsEndpoints,
      ...progressEndpoints,
      ...trialEndpoints,
      ...payrollEndpoints,
      ...worksEndpoints,
      ...reviewEndpoints,
      ...standingEndpoints,
      ...arrangingEndpoints,
      handOver,
      ...exchangeEndpoints,
      ...invoiceEndpoints,
      ...issueEndpoints,
      ...officeEndpoints,
      ...statisticsEndpoints,
      ...warningEndpoints,
      ...fundsEndpoints,
      ...noticeCalls,
      ...attachmentCategoryEndpoints,
      ...attachEndpoints,
      ...savedReportEndpoints,
      ...mailingEndpoints,
      ...annualEndpoints,
      ...packEndpoints,
      ...publishingEndpoints,
      ...oaiEndpoints,
      ...publicPageEndpoints,
      ...openEndpoints,
      ...profileEndpoints,
    ],
  };
};

/** The product as it is shipped. */
export const serverApplication: ServerApplication = composeServer(achievements);

export const { dictionaries } = serverApplication;
