/** Shipped report for a question that research offices ask every year. */
export interface ShippedReport {
  readonly name: string;
  readonly nameEn: string;
  readonly page: string;
  readonly groupBy: string;
  readonly sums: string | null;
  readonly chart: string;
}

type ReportLine = readonly [
  name: readonly [zh: string, en: string],
  page: string,
  groupBy: string,
  sums: string | null,
  chart: string,
];

const lines: readonly ReportLine[] = [
  [['各学院论文数', 'Papers by college'], 'paperLib', 'fkDeptId', 'citedNum', 'bars'],
  [
    ['历年论文收录情况', 'Indexed papers by year'],
    'paperLib',
    'statYear,indexTypes',
    null,
    'columns',
  ],
  [['期刊级别构成', 'Papers by level of journal'], 'paperLib', 'journalLevel', null, 'ring'],
  [['论文类型构成', 'Papers by type'], 'paperLib', 'paperType', null, 'ring'],
  [
    ['各学院历年论文数', 'Papers by college and year'],
    'paperLib',
    'fkDeptId,statYear',
    null,
    'columns',
  ],
  [['论文署名单位次序', 'Papers by affiliation order'], 'paperLib', 'schoolSign', null, 'bars'],
  [['JCR 分区构成', 'Papers by JCR quartile'], 'paperLib', 'jcrZone', null, 'ring'],
  [['著作类型构成', 'Books by type'], 'bookLib', 'bookType', null, 'ring'],
  [['出版社级别', 'Books by level of publisher'], 'bookLib', 'pressLevel', null, 'bars'],
  [
    ['专利类型与法律状态', 'Patents by type and legal status'],
    'patentLib',
    'patentType,patentStatus',
    null,
    'columns',
  ],
  [
    ['获奖级别与等级', 'Awards by level and grade'],
    'awardLib',
    'awardLevel,awardGrade',
    null,
    'columns',
  ],
  [['奖励种类构成', 'Awards by kind'], 'awardLib', 'awardType', null, 'bars'],
  [['软件著作权类型', 'Copyrights by type'], 'copyrightLib', 'copyrightType', null, 'bars'],
  [
    ['历年新立项与批准经费', 'New projects and approved funds by year'],
    'figures_projects',
    'year',
    'project.approved,project.funds',
    'columns',
  ],
  [
    ['各院系在研项目', 'Active projects by college'],
    'figures_projects',
    'college',
    'project.active',
    'bars',
  ],
  [
    ['在研项目级别构成', 'Active projects by level'],
    'figures_projects',
    'level',
    'project.active',
    'ring',
  ],
  [
    ['各院系逾期与延期项目', 'Overdue and extended projects by college'],
    'figures_projects',
    'college',
    'project.overdue,project.delayed',
    'bars',
  ],
  [
    ['各院系申报与立项', 'Applications and approvals by college'],
    'figures_projects',
    'college',
    'declare.sent,declare.approved,declare.rate',
    'bars',
  ],
  [['历年到账经费', 'Arrivals by year'], 'arrive', 'arriveYear', 'arriveAmount', 'lines'],
  [['来款类型构成', 'Arrivals by type'], 'arrive', 'arriveType', 'arriveAmount', 'ring'],
  [['未分配到账', 'Unallocated arrivals'], 'arrive', 'status', 'leftAmount', 'bars'],
  [['各院系科研支出', 'Expenses by college'], 'expend', 'departmentId', 'expenseAmount', 'bars'],
  [
    ['各院系历年到账经费', 'Funds received by college and year'],
    'figures_funds',
    'college,year',
    'fund.gross,fund.net',
    'columns',
  ],
  [['科研人员职称结构', 'Researchers by rank'], 'personnel', 'ranks', null, 'bars'],
  [['科研人员学历结构', 'Researchers by education'], 'personnel', 'education', null, 'ring'],
  [['各院系人员数', 'Researchers by college'], 'personnel', 'fkDeptId', null, 'bars'],
];

/** Shipped reports. */
export const shippedReports: readonly ShippedReport[] = lines.map(
  ([[name, nameEn], page, groupBy, sums, chart]) => ({
    name,
    nameEn,
    page,
    groupBy,
    sums,
    chart,
  }),
);
