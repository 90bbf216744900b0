import { everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { allRecordsOf } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { equal, plus, sum } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { allActionsFor } from '../shared/grants.ts';
import { noRepeatedValue } from '../shared/mechanisms/rules.ts';
import {
  scoreObject as outputKind,
  teamMeasure,
  teamMeasureCodes,
  templateKindCodes,
} from './dictionaries.ts';
import { teamTemplate as template, templatesForTeams } from './faces.ts';

const dividesScores = ({ templateKind: kind }: RowLike): boolean =>
  kind === templateKindCodes.divides;
const isCounted = ({ isQuant }: RowLike): boolean => isQuant === '1';

const duplicateCriterionText: Label = [
  '该人数的此排名已有系数',
  'This rank already has a coefficient for this team size',
];

/** 团队计分模板: coefficients for dividing scores, or criteria for judging teams. */
export const teamTemplate = defineResource({
  key: 'teamTemplate',
  label: template.label,
  words: { plural: ['团队计分模板', 'Team templates'] },
  path: 'kh-edu-research/teamTemplate',
  scarce: { records: 'few', because: 'a university divides by two or three tables' },
  title: 'templateName',
  fields: {
    ...template.fields,
    scoreObject: f
      .dicts(['适用计分对象', 'Outputs'], outputKind)
      .when(dividesScores)
      .specimen(() => null),
    totalScore: f.decimal(['总分', 'Total'], 2).computed(),
    coefs: f
      .rows(['分配系数', 'Coefficients'], {
        memberNum: f
          .integer(['人数', 'Team size'])
          .between(1, 11)
          .required()
          .help(['11 表示 10 人以上', '11 means more than 10 people']),
        sort: f.integer(['排名', 'Rank']).between(1, 99).required(),
        coef: f.decimal(['系数', 'Coefficient'], 4).between(0, 1).required(),
      })
      .required(dividesScores)
      .when(dividesScores)
      .max(200)
      .specimen(() => [
        { memberNum: 2, sort: 1, coef: '0.7000' },
        { memberNum: 2, sort: 2, coef: '0.3000' },
      ]),
    items: f
      .rows(['指标', 'Criteria'], {
        parentName: f.text(['上级指标', 'Group']).max(100),
        itemName: f.text(['指标名称', 'Criterion']).required().max(100),
        itemScore: f.decimal(['分值', 'Points'], 2).between(0, 100).required(),
        standard: f.note(['评分标准', 'Standard']).max(500),
        isQuant: f.dict(['自动取数', 'Quantitative'], yesNo).required().initial('0'),
        measure: f.dict(['取数内容', 'Data source'], teamMeasure).required().when(isCounted),
        countedObject: f
          .dict(['成果类型', 'Outputs'], outputKind)
          .when((line) => isCounted(line) && line.measure === teamMeasureCodes.outputs)
          .help(['不填表示全部', 'Empty means all']),
        target: f
          .decimal(['满分目标值', 'Target for full points'], 2)
          .between(0.01, 999_999_999)
          .required()
          .when(isCounted),
      })
      .required(templatesForTeams)
      .when(templatesForTeams)
      .max(100)
      .specimen(() => []),
  },
  compute: ({ items, templateKind: kind }) => ({
    totalScore: kind === '2' ? plus('0.00', sum(items, 'itemScore')) : null,
  }),
  list: {
    columns: ['status', 'templateName', 'templateKind', 'scoreObject', 'teamType', 'totalScore'],
    filters: ['templateName', 'templateKind', 'teamType', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'template',
      title: ['模板', 'Template'],
      fields: ['templateName', 'templateKind', 'scoreObject', 'teamType', 'totalScore'],
    },
    {
      key: 'coefs',
      title: ['分配系数', 'Coefficients'],
      note: ['同一人数的系数合计应为 1', 'The coefficients for each team size add up to 1'],
      fields: ['coefs'],
    },
    {
      key: 'items',
      title: ['评价指标', 'Criteria'],
      note: [
        '分值合计应为 100；定量指标按 取数 ÷ 满分目标值 × 分值 计，最高为该指标分值，其余由科研处打分',
        'Points must add up to 100; a quantitative criterion gives value ÷ target × points, at most its points; the others are marked by the research office',
      ],
      fields: ['items'],
    },
  ],
  validators: [
    {
      fields: ['coefs'],
      check: ({ coefs }) => {
        const lines = coefs ?? [];
        const places = lines.map(({ memberNum, sort }) => `${memberNum}/${sort}`);
        const again = places.findIndex((one, at) => places.indexOf(one) < at);
        if (again >= 0) return [{ path: `coefs.${again}.sort`, message: duplicateCriterionText }];
        for (const [people, own] of Map.groupBy(lines, (line) => line.memberNum)) {
          const total = plus('0', sum(own, 'coef'));
          if (people === null || equal(total, '1')) continue;
          return [
            {
              path: `coefs.${lines.findIndex((line) => line.memberNum === people)}.coef`,
              message: fill(
                [
                  '{people} 人的系数合计应为 1，当前 {total}',
                  'The coefficients for {people} people must add up to 1; they add up to {total}',
                ],
                { people, total },
              ),
            },
          ];
        }
        return null;
      },
    },
    noRepeatedValue('items', 'itemName', ['该指标已在模板中', 'This criterion is already listed']),
    {
      fields: ['items', 'totalScore'],
      check: (row) =>
        !templatesForTeams(row) || equal(sum(row.items, 'itemScore'), '100')
          ? null
          : fill(
              ['分值合计应为 100，当前 {sum}', 'Points must add up to 100; they add up to {sum}'],
              {
                sum: sum(row.items, 'itemScore'),
              },
            ),
    },
  ],
  states: { field: 'status', initial: '0', editable: ['0'] },
  facts: {
    judging: allRecordsOf(
      template,
      withCode('status', '1'),
      withCode('templateKind', templateKindCodes.judges),
    ),
  },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      at: 'selection',
      guard: {
        fields: ['templateKind', 'teamType'],
        check: (row, { facts: { judging } }) => {
          const other =
            templatesForTeams(row) && judging.find((one) => one.teamType === row.teamType);
          return other
            ? fill(
                [
                  '「{name}」已对同一团队类别启用，请先停用',
                  '“{name}” is already enabled for the same team type: disable it first',
                ],
                { name: other.templateName ?? '' },
              )
            : null;
        },
      },
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      done: ['已停用', 'Disabled'],
    },
  },
  access: { read: everyone(), write: permission('ttpl_edit') },
  views: {
    all: {
      label: ['团队计分模板', 'Team templates'],
      code: 'ttpl',
      path: '/score/teamTemplate',
      icon: 'ApartmentOutlined',
      scope: everyone(),
      menu: ['scoreRules', 3],
      grants: allActionsFor('rd_admin', 'rd_achieve'),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'export', 'history'],
    },
  },
  specimen: () => ({ templateKind: '1', teamType: null, items: null }),
});
