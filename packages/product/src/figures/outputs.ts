import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { achievements } from '../achievement/achievements.ts';
import { achievementMixin } from '../achievement/common/achievement.ts';
import { tableByKind } from '../shared/mechanisms/table-by-kind.ts';
import type { CountedFigure, DimensionKey, Figure, FigureSource } from './figure.ts';
import {
  countedFigure,
  inStates,
  perHeadFigure,
  plainResource,
  splitByField,
  splitByYear,
} from './source.ts';

/** Fields with grade and type of each kind of output. */
const graded = tableByKind<Partial<Record<DimensionKey, string>>>(
  'grades of outputs',
  achievements,
  {
    papersapp: { level: 'journalLevel', type: 'paperType', index: 'indexTypes' },
    bookapp: { level: 'pressLevel', type: 'bookType' },
    patentapp: { state: 'patentStatus', type: 'patentType' },
    achievementAwd: { level: 'awardLevel', type: 'awardType' },
    advisoryapp: { level: 'adoptLevel', type: 'reportType' },
    standard: { level: 'standardLevel', type: 'standardMode' },
    copyrightapp: { type: 'copyrightType' },
    cgjd: { level: 'appraisalLevel', type: 'appraisalForm' },
    xpz: { level: 'level', type: 'varietyMode' },
    xy: { state: 'drugStage', type: 'drugType' },
    gxjscp: { level: 'level', type: 'productType' },
    art: { level: 'displayLevel', type: 'artType' },
    wenyichuangzuo: { level: 'displayLevel', type: 'literaryType' },
    sjyszp: { level: 'displayLevel', type: 'designType' },
    yyzp: { level: 'displayLevel', type: 'musicType' },
    tycgdj: { level: 'sportLevel', type: 'sportType' },
    yxhlwwhdj: { level: 'platformLevel', type: 'webWorkType' },
  },
);

/**
 * Author roles of papers that count as first author, including shared first authors, excluding
 * corresponding authors.
 */
const firstRoles = ['01', '03', '04'] as const;

/** Kinds of output: achievements with a library page. */
export const outputKinds: readonly Resource[] = achievements
  .map(plainResource)
  .filter(({ views, fields }) => views.lib !== undefined && fields.statYear !== undefined);

/** Source with the approved records of a kind. */
const library = (kind: Resource): FigureSource => {
  const { dates } = achievementMixin.optionsOf(kind) ?? { dates: [] };
  const own = Object.entries(graded[kind.key] ?? {}).map(([key, field]) => {
    if (!kind.fields[field]) throw new Error(`grades of outputs: ${kind.key} has no ${field}`);
    return [key, splitByField(field)] as const;
  });
  return {
    resource: kind,
    view: 'lib',
    where: [],
    year: splitByField('statYear'),
    ...(dates[0] ? { day: dates[0] } : {}),
    by: {
      year: splitByField('statYear'),
      college: splitByField('fkDeptId'),
      subjectClass: splitByField('subjectClass'),
      discipline: splitByField('discipline'),
      position: splitByField('schoolSign'),
      ...Object.fromEntries(own),
    },
    kind: { code: kind.key, label: kind.label },
    switches: {
      sign: [equals('schoolSign', '1')],
      author: kind.fields.firstAuthorRole
        ? [inStates('firstAuthorRole', ...firstRoles)]
        : [equals('ourFirst', '1')],
      times: [],
    },
    times: { number: 'ourCount', departments: 'authorDepts' },
  };
};

const sources = new Map(outputKinds.map((kind) => [kind.key, library(kind)] as const));

const of = (key: string): FigureSource => {
  const source = sources.get(key);
  if (!source) throw new Error(`no kind of output ${key}`);
  return source;
};

/** Source that sums a field of approved records; the people switch does not apply. */
const adding = (key: string, sum: string): FigureSource => {
  const { times: _times, switches: { times: _also, ...switches } = {}, ...source } = of(key);
  return { ...source, switches, sum };
};

const approved = ([zh, en]: Label): Label => [
  `已入库的${zh}，按统计年度；作废、退回的不计`,
  `Approved records of ${en.toLowerCase()} by reporting year; void and returned ones are not counted`,
];

/** Figure with the count of each kind. */
const byKind: readonly CountedFigure[] = outputKinds.map((kind) =>
  countedFigure(
    {
      key: `output.${kind.key}`,
      label: [
        resourceTextsOf(kind).plural[0].replace(/成果$/, ''),
        resourceTextsOf(kind).plural[1],
      ],
      unit: 'piece',
      caliber: approved(kind.label),
    },
    of(kind.key),
  ),
);

/** Default grades of each kind that count as outstanding; a parameter overrides them. */
const outstanding: readonly (readonly [string, string, readonly string[]])[] = [
  ['papersapp', 'journalLevel', ['T', 'A1']],
  ['achievementAwd', 'awardLevel', ['01', '02']],
  ['advisoryapp', 'adoptLevel', ['01', '02']],
];

const invention = inStates('patentType', '01', '05');

/** Figures of outputs. */
export const outputFigures: readonly Figure[] = [
  countedFigure(
    {
      key: 'output.count',
      label: ['成果', 'Outputs'],
      unit: 'piece',
      caliber: approved(['各类成果', 'all kinds']),
    },
    ...sources.values(),
  ),
  ...byKind,
  countedFigure(
    {
      key: 'output.high',
      label: ['高水平成果', 'High-level outputs'],
      unit: 'piece',
      caliber: [
        '校定 T、A1 级论文，国家级与省部级获奖，副国级及以上领导批示的咨询报告，已授权发明专利',
        'Papers of university grades T and A1, national and provincial awards, advisory reports with instructions of state leaders, granted invention patents',
      ],
    },
    ...outstanding.map(([kind, field, codes]) => ({
      ...of(kind),
      where: [inStates(field, ...codes)],
    })),
    {
      ...of('patentapp'),
      where: [invention, { field: 'grantDate', operator: 'filled' as const, value: null }],
    },
  ),
  countedFigure(
    {
      key: 'paper.indexed',
      label: ['收录论文', 'Indexed papers'],
      unit: 'piece',
      caliber: [
        '有收录类别的入库论文；一篇可属多类，分项之和大于合计（去重）',
        'Approved papers that are indexed; a paper may be in several indexes, so that the parts may exceed the (deduplicated) total',
      ],
    },
    {
      ...of('papersapp'),
      where: [{ field: 'indexTypes', operator: 'filled', value: null }],
    },
  ),
  countedFigure(
    {
      key: 'paper.cited',
      label: ['论文被引', 'Citations of papers'],
      unit: 'times',
      caliber: ['入库论文登记的被引次数之和', 'Sum of citations recorded for approved papers'],
    },
    adding('papersapp', 'citedNum'),
  ),
  perHeadFigure(
    {
      key: 'paper.citedMean',
      label: ['篇均被引', 'Citations per paper'],
      unit: 'times',
      caliber: ['论文被引 ÷ 论文数', 'Citations ÷ papers'],
    },
    'paper.cited',
    'output.papersapp',
  ),
  countedFigure(
    {
      key: 'paper.impact',
      label: ['影响因子合计', 'Sum of impact factors'],
      unit: 'point',
      caliber: ['入库论文刊物影响因子之和', 'Sum of journal impact factors of approved papers'],
    },
    adding('papersapp', 'impactFactor'),
  ),
  countedFigure(
    {
      key: 'paper.esi',
      label: ['高被引论文', 'Highly cited papers'],
      unit: 'piece',
      caliber: [
        '标为 ESI 高被引或热点的入库论文',
        'Approved papers marked ESI highly cited or hot',
      ],
    },
    { ...of('papersapp'), where: [equals('isEsi', '1')] },
  ),
  countedFigure(
    {
      key: 'book.words',
      label: ['著作本校字数', 'Own words in books (10,000)'],
      unit: 'words',
      caliber: [
        '入库著作中本校人员完成的字数',
        'Words written by university members in approved books',
      ],
    },
    adding('bookapp', 'selfWords'),
  ),
  countedFigure(
    {
      key: 'patent.filed',
      label: ['专利申请', 'Patents filed'],
      unit: 'piece',
      caliber: ['入库专利按申请日', 'Approved patents by filing date'],
    },
    {
      ...of('patentapp'),
      ...datedAt('applyDate'),
      where: [{ field: 'applyDate', operator: 'filled', value: null }],
    },
  ),
  countedFigure(
    {
      key: 'patent.granted',
      label: ['专利授权', 'Patents granted'],
      unit: 'piece',
      caliber: ['入库专利按授权日', 'Approved patents by grant date'],
    },
    {
      ...of('patentapp'),
      ...datedAt('grantDate'),
      where: [{ field: 'grantDate', operator: 'filled', value: null }],
    },
  ),
  countedFigure(
    {
      key: 'patent.amount',
      label: ['专利转化金额', 'Income from patents'],
      unit: 'yuan',
      caliber: ['入库专利登记的转化金额之和', 'Sum of income recorded for approved patents'],
    },
    adding('patentapp', 'useAmount'),
  ),
];

/** Splits by the date of application or grant of a patent, instead of its reporting year. */
function datedAt(field: string): Pick<FigureSource, 'year' | 'day' | 'by'> {
  const { by } = of('patentapp');
  return { year: splitByYear(field), day: field, by: { ...by, year: splitByYear(field) } };
}
