import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { equal, sum } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { jobCategory } from '../people/dictionaries.ts';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { rankLevel } from '../project/declaration/leader-rule.ts';
import { scoreObject, scoreOperator } from '../scoring/dictionaries.ts';
import { scoreNorm, scoreProject } from '../scoring/faces.ts';
import { scoreField } from '../scoring/objects.ts';
import { conditionFault } from '../scoring/score-project.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { subjectClass } from '../shared/dictionaries.ts';
import { readerActions } from '../shared/grants.ts';
import { releaseCodes, releaseStates } from '../shared/mechanisms/releasing.ts';
import { noRepeatedValue } from '../shared/mechanisms/rules.ts';
import { assessObjectCodes, assessTerm, gradesFromBest } from './dictionaries.ts';
import { assessProgram as program } from './faces.ts';

const points = (label: Label) => f.decimal(label, 2).between(0, 999_999);

const isOfDepartments = ({ assessObject }: RowLike): boolean =>
  assessObject === assessObjectCodes.department;

/** Refusal of two target lines with identical conditions: both would apply to the same people. */
const duplicateTargetText: Label = [
  '该职称、岗位、类别已有指标',
  'There is already a target for this rank, post and category',
];

/**
 * 考核方案: the people assessed, their targets, and the rules that turn results into grades (R-701
 * to R-704).
 */
export const assessProgram = defineResource({
  key: 'assessProgram',
  label: program.label,
  words: { plural: ['考核方案', 'Assessment schemes'] },
  path: 'kh-edu-research/score/assessProgram',
  scarce: { records: 'few', because: 'a university assesses by one program for years' },
  title: 'programName',
  fields: {
    ...program.fields,
    normId: f.ref(['计分标准', 'Norm'], scoreNorm).required(),
    excellentRate: f.percent(['优秀比例上限', 'Maximum share of excellent']).initial('15.00'),
    description: f.note(['说明', 'Description']).max(1000),
    targets: f
      .rows(['考核指标', 'Targets'], {
        rankLevel: f.dict(['职称层级', 'Rank level'], rankLevel).required(),
        jobCategory: f.dict(['岗位类别', 'Post category'], jobCategory).required(),
        subjectClass: f
          .dict(['统计类别', 'Category'], subjectClass)
          .help(['不填表示全部', 'Empty means all']),
        requiredScore: points(['应达分值（每年）', 'Required points (per year)']).required(),
      })
      .required()
      .max(200)
      .specimen((draw) => [
        {
          rankLevel: '2',
          jobCategory: '01',
          subjectClass: null,
          requiredScore: `${draw.int(5, 30)}0.00`,
        },
      ]),
    mustItems: f
      .rows(['必备条件', 'Requirements'], {
        mustName: f.text(['条件', 'Requirement']).required().max(100),
        rankLevel: f
          .dict(['职称层级', 'Rank level'], rankLevel)
          .help(['不填表示全部', 'Empty means all']),
        jobCategory: f
          .dict(['岗位类别', 'Post category'], jobCategory)
          .help(['不填表示全部', 'Empty means all']),
        scoreObject: f.dict(['计分对象', 'Output'], scoreObject).required(),
        field: f.dict(['字段', 'Field'], scoreField),
        operator: f.dict(['比较', 'Comparison'], scoreOperator).initial('in'),
        value: f.text(['值', 'Value']).max(200),
        minCount: f.integer(['至少（项）', 'At least']).between(1, 999).required().initial(1),
      })
      .max(100)
      .specimen(() => []),
    grades: f
      .rows(['等级规则', 'Grades'], {
        assessGrade: f.dict(['等级', 'Grade'], assessGrade).required(),
        minRate: f.decimal(['完成率下限%', 'Minimum completion %'], 2).between(0, 9999).required(),
      })
      .required()
      .max(4)
      .initial([
        { assessGrade: '01', minRate: '150.00' },
        { assessGrade: '02', minRate: '100.00' },
        { assessGrade: '03', minRate: '80.00' },
      ])
      .specimen(() => [
        { assessGrade: '01', minRate: '150.00' },
        { assessGrade: '02', minRate: '100.00' },
        { assessGrade: '03', minRate: '80.00' },
      ]),
    terms: f
      .rows(['部门考核指标', 'Department indicators'], {
        term: f.dict(['指标', 'Indicator'], assessTerm).required(),
        weight: f.decimal(['权重%', 'Weight %'], 2).between(0, 100).required(),
        target: f
          .decimal(['目标值', 'Target'], 2)
          .between(0, 999_999_999)
          .help([
            '不填按全校人均值为 100 分；到账经费以万元计',
            'If empty, the university’s average per head counts as 100; funds in 10,000 yuan',
          ]),
      })
      .required(isOfDepartments)
      .when(isOfDepartments)
      .max(4)
      .specimen(() => []),
    highItems: f
      .refs(['高水平成果的计分规则', 'Scoring rules for high-level outputs'], scoreProject)
      .when(isOfDepartments)
      .specimen(() => null),
    attachments: f.files(['附件（文件）', 'Attachments'], attachmentCategories('99')),
  },
  list: {
    columns: ['status', 'programName', 'assessObject', 'cycleType', 'normId', 'excellentRate'],
    filters: ['programName', 'assessObject', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'program',
      title: ['考核方案', 'Scheme'],
      fields: [
        'programName',
        'assessObject',
        'normId',
        'cycleType',
        'excellentRate',
        'description',
      ],
    },
    {
      key: 'targets',
      title: ['考核指标', 'Targets'],
      note: [
        '按职称层级、岗位类别和统计类别逐人匹配；应达分值按在岗月数折算',
        'Matched by rank, post and category; required points are prorated by months in service',
      ],
      fields: ['targets'],
    },
    {
      key: 'musts',
      title: ['必备条件', 'Requirements'],
      note: ['不满足者最高评为「基本合格」', 'Those who do not meet them get “basic pass” at most'],
      fields: ['mustItems'],
    },
    {
      key: 'grades',
      title: ['等级规则', 'Grades'],
      note: ['未达到任何下限者为「不合格」', 'Those who reach no minimum get “fail”'],
      fields: ['grades'],
    },
    {
      key: 'terms',
      title: ['部门考核', 'Departments'],
      note: [
        '每项最高 120 分，按权重合计',
        'Each indicator counts at most 120 points, summed by weight',
      ],
      fields: ['terms', 'highItems'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    {
      fields: ['targets'],
      check: ({ targets }) => {
        const keys = (targets ?? []).map((line) =>
          [line.rankLevel, line.jobCategory, line.subjectClass ?? ''].join('/'),
        );
        const again = keys.findIndex((key, at) => keys.indexOf(key) < at);
        return again < 0
          ? null
          : [{ path: `targets.${again}.rankLevel`, message: duplicateTargetText }];
      },
    },
    noRepeatedValue('grades', 'assessGrade', ['该等级已有规则', 'This grade already has a rule']),
    {
      fields: ['grades'],
      check: ({ grades }) => {
        const lines = grades ?? [];
        const wrong = lines.findIndex(
          ({ assessGrade: grade }) => !gradesFromBest.slice(0, 3).some((one) => one === grade),
        );
        if (wrong >= 0) {
          return [
            {
              path: `grades.${wrong}.assessGrade`,
              message: ['请选择优秀、合格或基本合格', 'Choose excellent, pass or basic pass'],
            },
          ];
        }
        const sorted = lines.toSorted((a, b) =>
          (a.assessGrade ?? '') < (b.assessGrade ?? '') ? -1 : 1,
        );
        const astray = sorted.findIndex(
          ({ minRate }, at) => at > 0 && Number(minRate) >= Number(sorted[at - 1]?.minRate),
        );
        const line = sorted[astray];
        return line
          ? [
              {
                path: `grades.${lines.indexOf(line)}.minRate`,
                message: [
                  '等级越低，完成率下限应越小',
                  'A lower grade must have a lower minimum rate',
                ],
              },
            ]
          : null;
      },
    },
    {
      fields: ['mustItems'],
      check: ({ mustItems }) =>
        (mustItems ?? []).flatMap((line, at) => {
          if (!line.field && !line.value) return [];
          const fault = conditionFault(line.scoreObject ?? '', line);
          return fault ? [{ path: `mustItems.${at}.${fault.at}`, message: fault.message }] : [];
        }),
    },
    noRepeatedValue('terms', 'term', ['该指标已有权重', 'This indicator already has a weight']),
    {
      fields: ['terms'],
      check: (row) =>
        !isOfDepartments(row) || equal(sum(row.terms, 'weight'), '100')
          ? null
          : fill(
              [
                '四项权重合计应为 100，当前 {sum}',
                'The four weights must add up to 100; they add up to {sum}',
              ],
              {
                sum: sum(row.terms, 'weight'),
              },
            ),
    },
  ],
  states: releaseStates,
  actions: {
    publish: {
      label: ['发布', 'Release'],
      from: [releaseCodes.draft, releaseCodes.withdrawn],
      to: releaseCodes.published,
      at: 'selection',
      ask: ['发布后方案不能再修改，确定发布？', 'A released scheme cannot be changed. Release it?'],
      call: 'release',
      done: ['发布成功', 'Released'],
    },
    withdraw: {
      label: ['撤回发布', 'Withdraw'],
      from: [releaseCodes.published],
      to: releaseCodes.withdrawn,
      ask: [
        '撤回后可修改；考核结果在重新计算时按新方案。确定撤回？',
        'The scheme can then be changed; results follow it once computed again. Withdraw it?',
      ],
      call: 'recall',
      done: ['撤回成功', 'Withdrawn'],
      danger: true,
    },
    retire: {
      label: ['停用', 'Retire'],
      from: [releaseCodes.published],
      to: releaseCodes.closed,
      ask: [
        '停用后新批次不能再选用，确定停用？',
        'New batches will no longer be able to use it. Retire it?',
      ],
    },
  },
  access: { read: everyone(), write: permission('aprog_edit') },
  views: {
    all: {
      label: ['考核方案', 'Assessment schemes'],
      code: 'aprog',
      path: '/score/assessProgram',
      icon: 'FlagOutlined',
      scope: everyone(),
      menu: ['scoreAssess', 1],
      grants: { rd_admin: 'all', rd_leader: readerActions },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'withdraw',
        'retire',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ assessObject: '1', cycleType: '1', terms: null, highItems: null }),
});
