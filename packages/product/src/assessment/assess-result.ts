import { departmentScope, everyScope, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { jobCategory } from '../people/dictionaries.ts';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { team } from '../people/teams/team.ts';
import { rankLevel } from '../project/declaration/leader-rule.ts';
import { batchStatusCodes, closedBatches } from '../scoring/dictionaries.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { readerActions } from '../shared/grants.ts';
import { workingFields } from '../shared/mechanisms/working.ts';
import { assessmentOffice, resultScope } from './access.ts';
import { cycleType } from './dictionaries.ts';
import { assessBatch, ownResults, assessResult as result } from './faces.ts';
import { isWithinOneGrade } from './grading.ts';
import { assessedLedger } from './ledgers.ts';
import { hasUnmarkedCriterion, markFault, teamFields, withMark } from './team-result.ts';

const graded = f.dict(['等级', 'Grade'], assessGrade).required();

/**
 * 考核结果: requirements and performance of one person, department or team in a batch, and the
 * resulting grade.
 */
export const assessResult = defineResource({
  key: 'assessResult',
  label: result.label,
  words: { plural: ['考核结果', 'Assessment results'] },
  path: 'kh-edu-research/score/assessResult',
  title: 'subjectName',
  fields: {
    ...result.fields,
    subjectKey: f.text(['对象标识', 'Key']).max(30).computed(),
    // Copied from the batch by the last computation, so that statistics can sum the results of a
    // year.
    assessYear: f.year(['考核年度', 'Year']).computed(),
    cycleType: f.dict(['考核周期', 'Cycle'], cycleType).computed(),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    rankLevel: f.dict(['职称层级', 'Rank level'], rankLevel).computed(),
    jobCategory: f.dict(['岗位', 'Post'], jobCategory).computed(),
    annualScore: f.decimal(['年应达', 'Required per year'], 2).computed(),
    monthRate: f.decimal(['折算系数', 'Proration factor'], 4).computed(),
    requiredScore: f.decimal(['应达', 'Required'], 2).computed(),
    actualScore: f.decimal(['实际', 'Actual'], 2).computed(),
    finishRate: f.decimal(['完成率%', 'Completion %'], 2).computed(),
    lackScore: f.decimal(['尚缺', 'Shortfall'], 2).computed(),
    isShort: f.dict(['未达标', 'Below target'], yesNo).computed(),
    shortOf: f.note(['尚缺事项', 'Shortfall in detail']).max(500).computed(),
    shortOfEn: f.note(['尚缺事项（英文）', 'Shortfall in detail, in English']).max(500).computed(),
    mustPassed: f.dict(['必备条件', 'Requirements met'], yesNo).computed(),
    ...workingFields(2000),
    sysGrade: f.dict(['系统等级', 'Computed grade'], assessGrade).computed(),
    deptGrade: f.dict(['院系建议', 'Suggested grade'], assessGrade).computed(),
    judgedGrade: f.dict(['已计入的建议', 'Suggestion counted'], assessGrade).computed(),
    proposedGrade: f.dict(['拟定等级', 'Proposed'], assessGrade).computed(),
    comment: f.note(['评语（理由）', 'Reason']).max(300).computed(),
    ...teamFields,
  },
  facts: { batch: recordNamedBy('fkBatchId', assessBatch) },
  derived: {
    within: 'fkBatchId',
    by: ['subjectKey'],
    kept: {
      fields: ['deptGrade', 'decidedGrade'],
      check: ({ deptGrade, decidedGrade }) => deptGrade !== null || decidedGrade !== null,
    },
  },
  compute: ({ proposedGrade, decidedGrade }) => ({ finalGrade: decidedGrade ?? proposedGrade }),
  list: {
    columns: [
      'subjectName',
      'finalGrade',
      'finishRate',
      'actualScore',
      'requiredScore',
      'fkDeptId',
      'rankLevel',
      'jobCategory',
      'lackScore',
      'mustPassed',
      'sysGrade',
      'deptGrade',
      'fkBatchId',
    ],
    filters: [
      'assessYear',
      'cycleType',
      'fkBatchId',
      'userId',
      'fkDeptId',
      'rankLevel',
      'jobCategory',
      'finishRate',
      'mustPassed',
      'finalGrade',
      'status',
    ],
    sort: '-finishRate',
  },
  form: [
    {
      key: 'subject',
      title: ['被考核对象', 'Assessed'],
      fields: [
        'subjectName',
        'jobNum',
        'fkDeptId',
        'teamId',
        'leaderId',
        'rankLevel',
        'jobCategory',
        'fkBatchId',
        'assessYear',
        'cycleType',
      ],
    },
    {
      key: 'working',
      title: ['考核依据', 'Basis of the grade'],
      fields: [
        'annualScore',
        'monthRate',
        'requiredScore',
        'actualScore',
        'finishRate',
        'lackScore',
        'shortOf',
        'mustPassed',
        'working',
      ],
    },
    {
      key: 'team',
      title: ['团队评价', 'Criteria and members'],
      fields: ['templateId', 'criteria', 'members'],
    },
    {
      key: 'grade',
      title: ['等级', 'Grade'],
      fields: [
        'sysGrade',
        'deptGrade',
        'comment',
        'proposedGrade',
        'decidedGrade',
        'decidedWhy',
        'finalGrade',
      ],
    },
  ],
  states: { field: 'status', initial: batchStatusCodes.released, editable: [] },
  actions: {
    suggest: {
      label: ['建议等级', 'Suggest a grade'],
      from: [batchStatusCodes.released],
      by: departmentScope('fkDeptId'),
      form: {
        deptGrade: graded,
        comment: f.reason(['理由', 'Reason']).max(300),
      },
      guard: {
        fields: ['sysGrade'],
        check: (_row, { facts: { batch } }) =>
          batch?.status === batchStatusCodes.released
            ? null
            : ['不在院系建议阶段', 'Colleges can no longer suggest grades'],
      },
      faults: ({ sysGrade }, { deptGrade }) =>
        isWithinOneGrade(sysGrade, deptGrade ?? null)
          ? []
          : [
              {
                path: 'deptGrade',
                message: [
                  '院系建议只能在系统等级上下调整一档',
                  'A suggestion can move the computed grade by one step at most',
                ],
              },
            ],
      done: ['已建议，重新计算后计入', 'Suggested; counted when computed again'],
    },
    decide: {
      label: ['认定等级', 'Decide the grade'],
      from: [batchStatusCodes.released],
      by: assessmentOffice,
      form: { decidedGrade: graded, decidedWhy: f.reason(['理由', 'Reason']).max(300) },
      guard: {
        fields: ['fkBatchId'],
        check: (_row, { facts: { batch } }) =>
          closedBatches.includes(batch?.status)
            ? [
                '考核已归档或撤回，等级不能再改',
                'The assessment is archived or withdrawn: grades can no longer be changed',
              ]
            : null,
      },
      done: ['已认定', 'Decided'],
    },
    mark: {
      label: ['打分', 'Mark'],
      from: [batchStatusCodes.released],
      by: assessmentOffice,
      at: 'part',
      form: {
        criterion: f.text(['指标', 'Criterion']).required().max(100),
        points: f.decimal(['得分', 'Points'], 2).between(0, 100).required(),
        why: f.reason(['理由', 'Reason']).max(300),
      },
      guard: {
        fields: ['fkBatchId'],
        check: (_row, { facts: { batch } }) =>
          batch?.status === batchStatusCodes.released
            ? null
            : ['公示后不再打分', 'Marks cannot be entered once results are open for appeals'],
      },
      faults: ({ criteria }, input) => markFault(criteria ?? [], input),
      set: ({ criteria }, input) => ({ criteria: withMark(criteria ?? [], input) }),
      done: ['已打分，重新计算后计入', 'Marked; counted when computed again'],
    },
    uphold: {
      label: ['申诉成立', 'Upheld'],
      from: [batchStatusCodes.released],
      by: 'effect',
    },
    lock: {
      label: ['锁定', 'Lock'],
      from: [batchStatusCodes.released],
      to: batchStatusCodes.confirmed,
      by: 'job',
    },
    unlock: {
      label: ['解除锁定', 'Unlock'],
      from: [batchStatusCodes.confirmed],
      to: batchStatusCodes.released,
      by: 'job',
    },
  },
  effects: ({ during, post, write }) => [
    during(
      batchStatusCodes.confirmed,
      write('teamId', team, { set: ({ finalGrade }) => ({ assessGrade: finalGrade }) }),
    ),
    during(
      [batchStatusCodes.released, batchStatusCodes.confirmed],
      post(assessedLedger, ({ fkBatchId, finalGrade, deptGrade, judgedGrade, criteria }) =>
        fkBatchId && finalGrade
          ? [
              {
                owner: fkBatchId,
                grade: finalGrade,
                results: 1,
                unjudged:
                  deptGrade === judgedGrade && !hasUnmarkedCriterion(criteria ?? []) ? 0 : 1,
              },
            ]
          : [],
      ),
    ),
  ],
  access: { read: resultScope, write: assessmentOffice, choose: ownResults },
  views: {
    mine: {
      label: ['我的考核', 'My assessment'],
      none: [
        '还没有您的考核结果，考核批次发布并计算后可见',
        'You have no assessment result yet; it appears once a batch is released and computed',
      ],
      code: 'myassess',
      path: '/score/myAssess',
      icon: 'TrophyOutlined',
      scope: ownResults,
      columns: [
        'subjectName',
        'fkBatchId',
        'finalGrade',
        'requiredScore',
        'actualScore',
        'finishRate',
        'lackScore',
        'mustPassed',
        'sysGrade',
        'deptGrade',
      ],
      menu: ['scoreOwn', 3],
      grants: { teacher: readerActions },
      actions: ['view', 'export', 'history'],
    },
    short: {
      label: ['未达标人员', 'People below target'],
      none: [
        '进行中的考核里，您所管范围内的人员目前都已达标',
        'Everybody in your scope currently meets the target of assessments under way',
      ],
      code: 'ashort',
      path: '/score/assessShort',
      icon: 'FlagOutlined',
      scope: everyScope(
        resultScope,
        withCode('isShort', '1'),
        withCode('status', batchStatusCodes.released),
      ),
      columns: [
        'subjectName',
        'shortOf',
        'fkBatchId',
        'finishRate',
        'requiredScore',
        'actualScore',
        'lackScore',
        'fkDeptId',
        'rankLevel',
        'jobCategory',
      ],
      menu: ['scoreAssess', 4],
      grants: {
        rd_admin: readerActions,
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        school_leader: readerActions,
      },
      actions: ['view', 'export', 'history'],
    },
    all: {
      label: ['考核结果', 'Assessment results'],
      code: 'aresult',
      path: '/score/assessResult',
      icon: 'CheckSquareOutlined',
      scope: resultScope,
      menu: ['scoreAssess', 3],
      grants: {
        rd_admin: [...readerActions, 'decide', 'mark'],
        rd_leader: readerActions,
        dept_secretary: [...readerActions, 'suggest'],
        dept_leader: [...readerActions, 'suggest'],
        school_leader: readerActions,
      },
      actions: ['view', 'suggest', 'decide', 'mark', 'export', 'history'],
    },
  },
});
