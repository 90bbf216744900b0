import { anyScope, everyone, namingActor, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { allActionsFor } from '../shared/grants.ts';

export const reportChart = dictionary(
  'reportChart',
  ['图表', 'Chart'],
  [
    ['none', '仅表格', 'Table only'],
    ['columns', '柱状图', 'Columns'],
    ['bars', '条形图', 'Bars'],
    ['lines', '折线图', 'Lines'],
    ['ring', '环形图', 'Ring'],
  ],
);

/** Type of fields that store comma-separated field names. */
const names = {
  test: (value: string) => /^[\w.]{1,60}(,[\w.]{1,60})*$/.test(value),
  message: [
    '字段格式不正确（字段名，用逗号分隔，如 fkDeptId,statYear）',
    'Invalid fields: field names separated by commas, such as fkDeptId,statYear',
  ] as const,
};

/** Prefix of the codes of sources of figures: `figures_funds`. */
export const figuresPrefix = 'figures_';

/** True for a report about figures instead of records. */
export const isOfFigures = ({ page }: RowLike): boolean =>
  typeof page === 'string' && page.startsWith(figuresPrefix);

/** Maximum number of grouping fields. */
export const maxGroups = 3;

/**
 * 报表: stored question about the records of a page: filter, groups, sums, columns, chart. Each
 * reader gets the result for the records that they may read.
 */
export const report = defineResource({
  key: 'report',
  label: ['报表', 'Report'],
  table: 'report',
  path: 'blade-report/report/rest',
  title: 'name',
  englishTitle: 'nameEn',
  fields: {
    name: f.text(['报表名称', 'Name']).requiredInDraft().max(80).unique().searchable(),
    nameEn: f
      .text(['英文名称', 'English name'])
      .max(120)
      .searchable()
      .help(['英文界面显示的报表名称', 'Report name for the English interface']),
    page: f
      .text(['数据来源', 'Source'])
      .required()
      .max(60)
      .specimen(() => 'param'),
    pageName: f.text(['来源页面', 'Page']).max(120).computed(),
    sourceKey: f.text(['来源种类', 'Kind']).max(60).computed(),
    conditions: f
      .text(['筛选条件', 'Conditions'])
      .max(2000)
      .help([
        '与来源列表的筛选相同，指标按年数；不设条件时统计全部',
        'Same filters as the source list, years for figures; without conditions everything is counted',
      ])
      .specimen(() => null),
    groupBy: f
      .text(['分组字段', 'Group by'])
      .max(190)
      .format(names)
      .help([
        '最多三个；记录不分组时逐条列出，指标须分组',
        'At most three; without groups records are listed one by one, figures must be grouped',
      ])
      .specimen(() => null),
    sums: f
      .text(['合计字段（指标）', 'Sums or figures'])
      .max(600)
      .format(names)
      .when((row) => Boolean(row.groupBy) || isOfFigures(row))
      .specimen(() => null),
    columns: f
      .text(['显示列', 'Columns'])
      .max(1200)
      .format(names)
      .when((row) => !row.groupBy && !isOfFigures(row))
      .specimen(() => 'paramName,paramKey'),
    chart: f
      .dict(['图表', 'Chart'], reportChart)
      .initial('none')
      .when(({ groupBy }) => Boolean(groupBy)),
    roles: f
      .text(['可查看的角色', 'Roles that may view it'])
      .max(600)
      .format(names)
      .help([
        '除制作人和报表管理员外，谁可以打开；看到的数据仍按各人自己的权限',
        'Who may open it besides the author and report administrators; data follow each reader’s own permissions',
      ])
      .specimen(() => null),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  validators: [
    {
      fields: ['groupBy'],
      check: ({ groupBy }) =>
        (groupBy ?? '').split(',').length > maxGroups
          ? ['分组字段最多三个', 'At most three fields to group by']
          : null,
    },
    {
      fields: ['columns'],
      check: ({ page, groupBy, columns }) =>
        !groupBy && !columns && !isOfFigures({ page })
          ? ['请选择分组字段或显示列', 'Choose fields to group by, or columns']
          : null,
    },
    {
      fields: ['groupBy'],
      check: ({ page, groupBy }) =>
        isOfFigures({ page }) && !groupBy ? ['请选择分组字段', 'Choose a field to group by'] : null,
    },
    {
      fields: ['sums'],
      check: ({ page, sums }) =>
        isOfFigures({ page }) && !sums ? ['请选择指标', 'Choose the figures'] : null,
    },
  ],
  views: {
    manage: {
      label: ['报表', 'Reports'],
      code: 'report',
      path: '/report/report',
      note: [
        '保存好的统计：表格、图表和 Excel；数字按打开的人自己的权限计算',
        'Saved statistics with tables, charts and Excel; figures follow the permissions of whoever opens them',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['office', 4],
      icon: 'BarChartOutlined',
      grants: {
        ...allActionsFor('admin', 'rd_admin'),
        rd_project: ['view'],
        rd_achieve: ['view'],
        rd_fund: ['view'],
        rd_leader: ['view'],
        dept_secretary: ['view'],
        dept_leader: ['view'],
        finance: ['view'],
        school_leader: ['view'],
      },
    },
  },
  list: {
    columns: ['name', 'pageName', 'chart', 'remark', 'updateTime'],
    filters: ['name', 'pageName', 'chart'],
    sort: 'name',
  },
  form: [
    {
      key: 'report',
      title: ['报表', 'Report'],
      fields: ['name', 'nameEn', 'page', 'conditions', 'groupBy', 'sums', 'columns', 'chart'],
    },
    { key: 'readers', title: ['查看范围', 'Readers'], fields: ['roles', 'remark'] },
  ],
  access: {
    read: anyScope(own(), namingActor('roles', 'roles'), permission('report_edit')),
    write: anyScope(own(), permission('report_edit')),
  },
});

/** Field that a report may use. */
export interface ReportField {
  readonly name: string;
  readonly label: string;
  /** Groups by which the figure can be split; all groups of the source if undefined. */
  readonly by?: readonly string[];
}

/** Page whose records a report may query, with its fields. */
export interface ReportSource {
  /** Code of the page. */
  readonly page: string;
  readonly label: string;
  /** Key of the resource. */
  readonly resource: string;
  readonly groups: readonly ReportField[];
  readonly sums: readonly ReportField[];
  readonly columns: readonly ReportField[];
}

/** Question of a report. */
export interface ReportQuestion {
  readonly page: string;
  readonly conditions: string;
  readonly groupBy: readonly string[];
  readonly sums: readonly string[];
  readonly columns: readonly string[];
}

/** Result of a report for its reader. */
export interface ReportResult {
  readonly heads: readonly { readonly name: string; readonly label: string }[];
  /** Number of leading columns that name the group; 0 for a list of records. */
  readonly groups: number;
  readonly lines: readonly (readonly string[])[];
  /** Links by line and number to the counted records; empty if there is no list. */
  readonly links: readonly (readonly string[])[];
  /** Index of the column that the chart draws. */
  readonly drawn: number;
  /**
   * Number of all matching records; null if numbers count different records or groups are cut off.
   */
  readonly total: number | null;
  /** True if lines are cut off. */
  readonly more: boolean;
}
