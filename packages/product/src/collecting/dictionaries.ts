import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { pageTypeCodes, sources } from './sources/codes.ts';

export const spiderTypeCodes = { page: '1', api: '2', file: '3', oai: '4' } as const;

/** Formats in which a site provides its data (spec §7). */
export const spiderType = dictionary(
  'spiderType',
  ['采集站点类型', 'Site type'],
  [
    [spiderTypeCodes.page, 'Web 页面', 'Web page'],
    [spiderTypeCodes.api, 'API 接口', 'API'],
    [spiderTypeCodes.file, '题录文件', 'File of records'],
    [spiderTypeCodes.oai, 'OAI-PMH', 'OAI-PMH'],
  ],
);

export const spiderSource = dictionary(
  'spiderSource',
  ['数据来源', 'Source'],
  [
    [sources.crossref, 'Crossref', 'Crossref'],
    [sources.openalex, 'OpenAlex', 'OpenAlex'],
    [sources.datacite, 'DataCite', 'DataCite'],
    [sources.arxiv, 'arXiv', 'arXiv'],
    [sources.orcid, 'ORCID', 'ORCID'],
    [sources.oai, 'OAI-PMH 仓储', 'OAI-PMH repository'],
    [sources.feed, 'RSS、Atom 订阅', 'RSS or Atom feed'],
    [sources.file, '题录文件（RIS、BibTeX 等）', 'File of records (RIS, BibTeX …)'],
    [sources.retractions, '撤稿清单（CSV）', 'List of retractions (CSV)'],
    [sources.template, '按解析模板', 'By parse template'],
  ],
);

export const jobStates = { stopped: '0', running: '1', paused: '2', closed: '9' } as const;

/** States of a job (spec §7). */
export const jobStatus = dictionary(
  'jobStatus',
  ['任务状态', 'State of the job'],
  [
    [jobStates.stopped, '已停止', 'Stopped'],
    [jobStates.running, '运行中', 'On schedule'],
    [jobStates.paused, '已暂停', 'Paused'],
    [jobStates.closed, '已关闭', 'Closed'],
  ],
);

export const runResultCodes = { failed: '0', done: '1', partly: '2', running: '3' } as const;

export const spiderResult = dictionary(
  'spiderResult',
  ['运行结果', 'Result'],
  [
    [runResultCodes.failed, '失败', 'Failed'],
    [runResultCodes.done, '成功', 'Succeeded'],
    [runResultCodes.partly, '部分成功', 'Partly successful'],
    [runResultCodes.running, '运行中', 'Running'],
  ],
);

export const pageType = dictionary(
  'spiderPageType',
  ['页面类型', 'Type of page'],
  [
    [pageTypeCodes.list, '列表', 'List'],
    [pageTypeCodes.detail, '详情', 'Record'],
  ],
);

export const dedupCodes = { fresh: '0', collected: '1', registered: '2' } as const;

export const dedupResult = dictionary(
  'dedupResult',
  ['查重结果', 'Duplicate check'],
  [
    [dedupCodes.fresh, '新增', 'New'],
    [dedupCodes.collected, '与题录重复', 'Collected record'],
    [dedupCodes.registered, '与论文库重复', 'Registered paper'],
  ],
);

export const pushStates = { waiting: '0', pushed: '1', ignored: '2', unfit: '3' } as const;

export const pushStatus = dictionary(
  'pushStatus',
  ['推送状态', 'Push'],
  [
    [pushStates.waiting, '待推', 'To push'],
    [pushStates.pushed, '已推', 'Pushed'],
    [pushStates.ignored, '忽略', 'Ignored'],
    [pushStates.unfit, '不能推送', 'Cannot be pushed'],
  ],
);

/** Fields of a work that a parse template fills. */
export const targetFields = [
  'title',
  'authorsText',
  'addresses',
  'source',
  'publishYear',
  'publishDate',
  'volume',
  'issue',
  'pages',
  'doi',
  'issn',
  'docType',
  'id',
  'url',
  'content',
] as const;

export type TargetField = (typeof targetFields)[number];

export const spiderField = dictionary(
  'spiderField',
  ['目标字段', 'Field'],
  [
    ['title', '题目', 'Title'],
    ['authorsText', '作者', 'Authors'],
    ['addresses', '作者地址', 'Addresses'],
    ['source', '来源出版物', 'Source'],
    ['publishYear', '发表年', 'Year'],
    ['publishDate', '发表日期', 'Date'],
    ['volume', '卷', 'Volume'],
    ['issue', '期', 'Issue'],
    ['pages', '页码', 'Pages'],
    ['doi', 'DOI', 'DOI'],
    ['issn', 'ISSN', 'ISSN'],
    ['docType', '文献类型', 'Document type'],
    ['id', '编号', 'Number'],
    ['url', '详情地址', 'Address of the record'],
    ['content', '正文', 'Content'],
  ],
);
