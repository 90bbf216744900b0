import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { declarePlan } from '../common/faces.ts';

interface Quotas {
  readonly deptQuotaMode: string | null;
  readonly deptQuota: number | null;
  readonly quotas:
    | readonly { readonly deptId: string | null; readonly quota: number | null }[]
    | null;
}

/**
 * Quota of a department; null if unlimited. Departments without a line in a plan with quotas have
 * 0.
 */
export const departmentQuotaOf = (
  { deptQuotaMode, deptQuota, quotas }: Quotas,
  department: string,
): number | null => {
  if (deptQuotaMode === '1') return deptQuota;
  if (deptQuotaMode !== '2') return null;
  return quotas?.find(({ deptId }) => deptId === department)?.quota ?? 0;
};

/**
 * Ledger of declarations under a plan by college: submitted, recommended, approved, and
 * reported.
 */
export const declareQuotas = defineLedger('declareQuotas', ['申报限额', 'Application quotas'], {
  owner: declarePlan,
  subaccount: { departmentId: f.ref(['院系', 'College'], dept) },
  measures: {
    declared: 'count',
    recommended: 'count',
    approved: 'count',
    // Number of reported declarations, and of recommended but unreported ones.
    reported: 'count',
    unreported: 'count',
  },
  limits: [
    {
      of: 'owner',
      room: ({ recommended }, { owner: { schoolQuota } }) =>
        schoolQuota && schoolQuota - recommended,
      words: [
        '计划【{owner}】的学校推荐名额已满（限额 {most} 项）',
        'The university’s recommendation quota for “{owner}” ({most}) is used up',
      ],
    },
    {
      of: 'subaccount',
      room: ({ recommended }, { owner, subaccount }) => {
        const quota = departmentQuotaOf(owner, subaccount);
        return quota === null ? null : quota - recommended;
      },
      words: [
        '【{subaccount}】在计划【{owner}】中的推荐名额已满（限额 {most} 项）',
        'The recommendation quota of {subaccount} for “{owner}” ({most}) is used up',
      ],
    },
    {
      of: 'subaccount',
      room: ({ reported, unreported }) => (reported > 0 ? -unreported : null),
      words: [
        '【{subaccount}】在计划【{owner}】中已确认上报，不能再增加推荐；如需调整，请科研处退回上报',
        '{subaccount} has confirmed its report for “{owner}”; no recommendations can be added. To adjust, ask the research office to return the report',
      ],
    },
  ],
});

/** Ledger of declarations under a plan by person: led, and joined as member. */
export const declarePersons = defineLedger(
  'declarePersons',
  ['申报限项', 'Applications per person'],
  {
    owner: declarePlan,
    subaccount: { userId: f.ref(['人员', 'Person'], user) },
    measures: { led: 'count', joined: 'count' },
    limits: [
      {
        of: 'subaccount',
        room: ({ led }, { owner: { personLimit } }) => personLimit && personLimit - led,
        words: [
          '【{subaccount}】在计划【{owner}】中主持的申报已达限报项数（{most} 项）',
          '{subaccount} has reached the limit of applications led under “{owner}” ({most})',
        ],
      },
      {
        of: 'subaccount',
        room: ({ led, joined }, { owner: { joinLimit } }) => joinLimit && joinLimit - led - joined,
        words: [
          '【{subaccount}】在计划【{owner}】中主持和参与的申报已达限报项数（{most} 项）',
          '{subaccount} has reached the limit of applications led or joined under “{owner}” ({most})',
        ],
      },
    ],
  },
);
