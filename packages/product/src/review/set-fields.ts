import { withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { fill } from '@keyan/kernel/label.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { discipline } from '../shared/formats/national.ts';
import { dept } from '../shared/references/refs.ts';
import { answersFromAll, type CallField, reviewCalls } from './calls.ts';
import { criteriaRows } from './criteria.ts';
import {
  blindMode,
  reviewMode,
  reviewPublicity,
  reviewTarget,
  scoreScheme,
  scoreSchemeCodes,
} from './dictionaries.ts';
import { expert, reviewSet as face, reviewTemplate } from './faces.ts';

/**
 * Permission code of the parties field, granted to no role, so that the field is never returned.
 */
export const readPartiesCode = 'pssz_parties';

/** Reference to the call of a review’s records; the call’s page lists its reviews. */
const call = (name: CallField) => {
  const { label, face: target, targets, everyRecord } = reviewCalls[name];
  const asked = f
    .ref(label, target)
    .when(({ bizKind }) => (targets as readonly unknown[]).includes(bizKind))
    .listed(['评审', 'Reviews']);
  return everyRecord ? asked.required() : asked;
};

/** Fields for setting up a review. */
export const setFields = {
  ...face.fields,
  bizKind: f.dict(['评审对象', 'Target'], reviewTarget).required(),
  planId: call('planId'),
  batchId: call('batchId'),
  noticeId: call('noticeId'),
  collegeId: f
    .ref(['所属院系', 'College'], dept)
    .when(({ bizKind }) => !answersFromAll(String(bizKind)))
    .help(['不填表示全校', 'Empty means the whole university']),
  reviewMode: f.dict(['评审方式', 'Mode'], reviewMode).required().initial('1'),
  blindMode: f.dict(['盲评', 'Blind'], blindMode).required().initial('1'),
  expertPerItem: f
    .integer(['每项专家数', 'Experts per record'])
    .required()
    .between(1, 15)
    .initial(3),
  maxPerExpert: f.integer(['单专家上限', 'Maximum per expert']).between(1, 999),
  dropExtreme: f.dict(['去掉最高最低分', 'Drop highest and lowest'], yesNo).required().initial('0'),
  reserves: f
    .integer(['候补专家数', 'Reserves'])
    .between(0, 3)
    .initial(2)
    .help(['专家回避时由候补自动递补', 'A reserve steps in where an expert declines']),
  minValid: f
    .integer(['最少有效份数', 'Minimum valid reviews'])
    .between(1, 15)
    .help(['不填为三分之二，建议不少于 3', 'If empty, two thirds; at least 3 is advisable']),
  templateId: f
    .ref(['评分表', 'Score sheet'], reviewTemplate)
    .among(withCode('status', '1'))
    .help(['选用后复制指标与规则', 'Criteria and rules are copied when chosen']),
  scoreScheme: f
    .dict(['评分方式', 'Scoring method'], scoreScheme)
    .required()
    .initial(scoreSchemeCodes.points),
  standardise: f
    .dict(['按专家标准化', 'Standardised by expert'], yesNo)
    .initial('0')
    .when(({ scoreScheme: scheme }) => scheme !== scoreSchemeCodes.votes)
    .help(['z×10+75，消除专家宽严差异', 'z×10+75: evens out lenient and strict experts']),
  commentBelow: f
    .integer(['低于此百分比须说明理由', 'Comment required below (percent)'])
    .between(0, 100)
    .when(({ scoreScheme: scheme }) => scheme === scoreSchemeCodes.points),
  spreadMark: f
    .integer(['分差预警', 'Spread alert from'])
    .between(1, 100)
    .initial(30)
    .when(({ scoreScheme: scheme }) => scheme !== scoreSchemeCodes.votes),
  quota: f.integer(['推荐数', 'Number to recommend']).between(0, 9999),
  publicity: f.dict(['结果反馈', 'Feedback'], reviewPublicity).initial('1'),
  feedbackScore: f
    .dict(['反馈得分与排名', 'Include scores and ranks in feedback'], yesNo)
    .initial('0'),
  objectionDays: f
    .integer(['异议期（工作日）', 'Objection period (working days)'])
    .between(1, 30)
    .initial(5),
  groups: f
    .rows(['评审分组', 'Panels'], {
      groupName: f.text(['组名', 'Panel']).required().max(50),
      subjects: f.dicts(['学科范围', 'Disciplines'], discipline),
      quota: f.integer(['推荐数', 'Number to recommend']).between(0, 9999),
      chairId: f.ref(['组长', 'Chair'], expert),
      place: f.text(['会议地点', 'Place']).max(100),
      meetTime: f.time(['会议时间', 'Meeting time']),
    })
    .specimen(() => []),
  minWords: f.integer(['意见最少字数', 'Minimum comment length']).between(0, 500).initial(10),
  endTime: f.deadline(['评审截止', 'Deadline']).required(),
  guide: f.note(['评审须知', 'Instructions for reviewers']).max(2000),
  criteria: criteriaRows().when(({ scoreScheme: scheme }) => scheme === scoreSchemeCodes.points),
  experts: f
    .rows(['评审专家', 'Experts'], {
      expertId: f.ref(['专家', 'Expert'], expert).required().among(withCode('status', '1')),
      groupName: f.text(['所在评审组', 'Panel']).max(50),
    })
    .required()
    .specimen(() => [{ groupName: null }]),
  status: face.fields.status,
  urgeTime: f.time(['最近催办', 'Last reminder']).computed(),
  seed: f.integer(['随机种子', 'Seed']).computed().initial(1),
  spreadWhy: f.note(['分差说明', 'Explanation of score spreads']).max(300).computed(),
  assignFault: f.note(['分配未完成的原因', 'Why the assignment is incomplete']).max(500).computed(),
  feedbackTime: f.time(['反馈时间', 'Feedback sent']).computed(),
  objectionEnd: f.date(['异议截止', 'Objections until']).computed(),
  // Account ids of all parties, maintained by the program.
  parties: f.text(['当事人', 'Parties']).max(100_000).computed().secret(readPartiesCode),
};

interface Numbers {
  readonly minValid: number | null;
  readonly expertPerItem: number | null;
}

/** Checks that the minimum number of opinions does not exceed the number of experts per record. */
export const reviewsWithinExperts: Validator<Numbers, 'minValid' | 'expertPerItem'> = {
  fields: ['minValid', 'expertPerItem'],
  check: ({ minValid, expertPerItem }) =>
    minValid !== null && expertPerItem !== null && minValid > expertPerItem
      ? [
          {
            path: 'minValid',
            message: fill(
              [
                '不能多于每项专家数（{experts}）',
                'Must not exceed the experts per record ({experts})',
              ],
              { experts: expertPerItem },
            ),
          },
        ]
      : null,
};

interface Panels {
  readonly groups: readonly { readonly groupName: string | null }[] | null;
  readonly experts: readonly { readonly groupName: string | null }[] | null;
  readonly expertPerItem: number | null;
}

/**
 * Checks that each expert is in exactly one panel, and that each panel has enough experts per
 * record.
 */
export const expertsInPanels: Validator<Panels, 'groups' | 'experts' | 'expertPerItem'> = {
  fields: ['groups', 'experts', 'expertPerItem'],
  check: ({ groups, experts, expertPerItem }) => {
    const names = (groups ?? []).map(({ groupName }) => groupName);
    if (names.length === 0) return null;
    const astray = (experts ?? []).findIndex(({ groupName }) => !names.includes(groupName));
    if (astray >= 0) {
      const message = ['请填写上面的一个组名', 'Enter one of the panel names above'] as const;
      return [{ path: `experts.${astray}.groupName`, message }];
    }
    for (const name of names) {
      const count = (experts ?? []).filter(({ groupName }) => groupName === name).length;
      if (count < (expertPerItem ?? 1)) {
        return fill(
          [
            '【{name}】只有 {count} 名专家，每项需要 {needed} 名',
            'Experts in panel “{name}”: {count}; each record needs {needed}',
          ],
          { name: name ?? '', count, needed: expertPerItem ?? 1 },
        );
      }
    }
    return null;
  },
};
