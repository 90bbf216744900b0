import type { RoleAlias } from '../shared/roles.ts';
import type { DimensionKey, Subject } from './figure.ts';
import type { StatisticsCode } from './statistics-paths.ts';

/** Page of 统计分析. */
export interface StatisticsPage {
  readonly code: StatisticsCode;
  readonly roles: readonly RoleAlias[];
  /** Subjects whose figures the page offers. */
  readonly subjects: readonly Subject[];
  /** Default figures of the page. */
  readonly columns: readonly string[];
  /** Default dimension of the rows; fixed on a page that compares. */
  readonly rows: DimensionKey;
  readonly fixed?: true;
  /**
   * Default number of years, including the current; if undefined, the default of all pages of
   * figures.
   */
  readonly years?: number;
}

const leaders = [
  'rd_admin',
  'rd_leader',
  'dept_secretary',
  'dept_leader',
  'school_leader',
] as const satisfies readonly RoleAlias[];

/** Pages of 统计分析 with figures, in menu order. */
export const statisticsPages: readonly StatisticsPage[] = [
  {
    code: 'st_proj',
    roles: [...leaders, 'rd_project', 'rd_fund'],
    subjects: ['projects'],
    columns: [
      'project.approved',
      'project.funds',
      'project.closed',
      'declare.sent',
      'declare.rate',
    ],
    rows: 'year',
  },
  {
    code: 'st_fund',
    roles: [...leaders, 'rd_project', 'rd_fund', 'finance'],
    subjects: ['funds', 'projects'],
    columns: ['fund.gross', 'fund.tax', 'fund.overhead', 'fund.net', 'fund.spent'],
    rows: 'year',
  },
  {
    code: 'st_ach',
    roles: [...leaders, 'rd_achieve'],
    subjects: ['outputs'],
    columns: [
      'output.count',
      'output.papersapp',
      'output.patentapp',
      'output.achievementAwd',
      'output.high',
    ],
    rows: 'year',
  },
  {
    code: 'st_person',
    roles: [...leaders, 'rd_achieve'],
    subjects: ['people'],
    columns: ['person.active', 'person.teachers', 'person.doctoral'],
    rows: 'rank',
  },
  {
    code: 'st_dept',
    roles: leaders,
    subjects: ['projects', 'funds', 'outputs', 'people'],
    columns: [
      'fund.gross',
      'project.active',
      'output.count',
      'output.high',
      'person.teachers',
      'fund.perHead',
      'score.total',
    ],
    rows: 'college',
    fixed: true,
    years: 1,
  },
];

/**
 * Page by code.
 * @throws Error for an unknown code
 */
export const statisticsPage = (code: StatisticsCode): StatisticsPage => {
  const page = statisticsPages.find((one) => one.code === code);
  if (!page) throw new Error(`no statistics ${code}`);
  return page;
};
