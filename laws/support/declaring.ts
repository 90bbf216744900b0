import type { RowLike } from '@keyan/kernel/values/row.ts';
import { home, type LawApplication } from './application.ts';
import type { Answer, Client } from './client.ts';
import { attached, ok, path } from './filing.ts';

/** Makes a draft of the research office's plan for declarations. */
export const newPlan = async (office: Client, more: RowLike = {}): Promise<RowLike> =>
  ok(
    office.post(path('declarePlan/submit'), {
      planName: '省科技计划申报',
      programKind: 'vertical',
      planYear: 2027,
      resource: '2004',
      level: '02',
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      needReview: '0',
      fundMode: '1',
      deptQuotaMode: '0',
      personLimit: 9,
      excludeOverdue: '0',
      ...more,
    }),
  );

/** Performs an action on a record. */
export const actOn = (
  who: Client,
  call: string,
  { id }: RowLike,
  more: RowLike = {},
): Promise<Answer> => who.post(path(call), { ids: id, id, ...more });

/** Makes a published plan. */
export const releasedPlan = async (office: Client, more: RowLike = {}): Promise<RowLike> => {
  const plan = await newPlan(office, more);
  await ok(actOn(office, 'declarePlan/publishPlan', plan));
  return plan;
};

export const leads = (who: Client): RowLike => ({
  sort: 1,
  personType: '01',
  userId: who.id,
  memberRole: '01',
  task: '主持项目',
});

export const joins = (who: Client): RowLike => ({
  ...leads(who),
  sort: 2,
  memberRole: '05',
  task: '测试',
});

export const cost = (
  itemCode: string,
  superiorAppropriation: string,
  selfRaiseFunds = '0.00',
): RowLike => ({ itemCode, superiorAppropriation, selfRaiseFunds });

/** Returns a complete declaration of a person. */
export const declarationOf = async (
  app: LawApplication,
  who: Client,
  plan: RowLike,
  more: RowLike = {},
): Promise<RowLike> => ({
  planId: plan.id,
  programName: '湿地碳汇的观测与模拟',
  programLeader: who.id,
  departmentId: app.departments[home]?.get('310'),
  leaderPhone: '13900001111',
  leaderEmail: 'lin@example.edu.cn',
  subjectClass: '01',
  subject: '18044',
  keywords: '湿地；碳汇；模型',
  researchType: '1',
  resultForms: ['01'],
  startDate: '2027-06-01',
  endDate: '2029-05-31',
  applyFunds: '200000.00',
  abstractText: '观测与模拟湿地碳汇。',
  ethics: '0',
  integrity: '1',
  members: [leads(who)],
  budget: [cost('10201', '120000.00', '20000.00'), cost('10301', '60000.00')],
  ...(await attached(who, '01', '34')),
  ...more,
});

export const declareIn = async (
  app: LawApplication,
  who: Client,
  plan: RowLike,
  more: RowLike = {},
): Promise<Answer> =>
  who.post(path('declareInfo/submit'), await declarationOf(app, who, plan, more));
