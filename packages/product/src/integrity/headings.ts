/** Meanings that a column of a list may have. */
export const entryColumns = [
  'doi',
  'title',
  'journal',
  'issn',
  'year',
  'date',
  'noticeDoi',
  'nature',
  'reason',
] as const;

export type EntryColumn = (typeof entryColumns)[number];

/** Headings of watch lists in lower case without spaces and brackets, most frequent first. */
export const watchListHeadings: Readonly<Record<EntryColumn, readonly string[]>> = {
  doi: ['originalpaperdoi', 'doi', '论文doi', '原文doi', '原论文doi'],
  title: [
    'title',
    '论文题名',
    '题名',
    '论文题目',
    '论文名称',
    '篇名',
    '标题',
    'articletitle',
    'papertitle',
  ],
  journal: [
    'journal',
    '刊名',
    '期刊名称',
    '期刊名',
    '期刊',
    '刊物名称',
    '刊物',
    'journalname',
    'journaltitle',
    'sourcetitle',
    'source',
  ],
  issn: ['issn', 'issn号', 'eissn', 'p-issn', 'printissn', 'issn/eissn'],
  year: ['originalpaperdate', '发表年份', '发表年', '年份', '发表日期', 'year', 'publicationyear'],
  date: ['retractiondate', '撤稿日期', '撤稿时间', '预警日期', '公布日期', 'date', '日期'],
  noticeDoi: ['retractiondoi', '撤稿声明doi', '撤稿doi', '声明doi', 'noticedoi'],
  nature: ['retractionnature', '性质', '类型', 'nature'],
  reason: ['reason', '撤稿原因', '预警原因', '原因', '预警等级', '预警级别', '等级', 'reasons'],
};

/** Natures of a notice that do not retract a paper: correction, reinstatement. */
export const harmlessNature = /^(?:correction|reinstatement|更正|恢复)$/i;
