import type { PaperChartGiven } from './PaperChart.web.tsx';

/** 成果年度堆叠. */
export const yearsByGrade: PaperChartGiven = {
  title: ['论文年度趋势', 'Papers per year'],
  note: ['按期刊级别', 'by journal grade'],
  shape: 'stack',
  by: ['statYear', 'journalLevel'],
};

/** 收录类别: bars, because a paper may be in several databases at once. */
export const byIndex: PaperChartGiven = {
  title: ['收录类别', 'Indexing'],
  note: ['一篇可计入多个类别', 'a paper may count in several'],
  shape: 'bars',
  by: ['indexTypes'],
};

/** What the dashboard shows of the papers, in order. */
export const dashboardCharts: readonly PaperChartGiven[] = [
  yearsByGrade,
  {
    title: ['科技与社科论文', 'Science and humanities'],
    shape: 'lines',
    by: ['statYear', 'subjectClass'],
  },
  byIndex,
  {
    title: ['院系论文前十', 'Top ten colleges'],
    shape: 'bars',
    by: ['fkDeptId'],
    top: 10,
  },
  {
    title: ['JCR 分区', 'JCR quartiles'],
    note: ['有分区的论文', 'papers with a quartile'],
    shape: 'ring',
    by: ['jcrZone'],
    filledOnly: true,
  },
  {
    title: ['我校作者最高角色', 'Best position of our authors'],
    shape: 'bars',
    by: ['firstAuthorRole'],
    filledOnly: true,
  },
];
