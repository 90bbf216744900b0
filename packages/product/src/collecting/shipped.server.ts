import type { EngineJob } from '@keyan/engine/engine.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { spiderTypeCodes } from './dictionaries.ts';
import { spiderSite } from './site.ts';
import { sources } from './sources/codes.ts';

// Shipped sources, disabled by default: an administrator decides which requests leave the
// university (decision 0475).

interface Shipped {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly base: string;
  /** Milliseconds between two requests, as the source demands. */
  readonly interval: number;
  readonly remark: Label;
}

const api = spiderTypeCodes.api;

/** Shipped sources (addresses and intervals by their documentation). */
export const shippedSites: readonly Shipped[] = [
  {
    code: sources.crossref,
    name: 'Crossref',
    type: api,
    base: 'https://api.crossref.org',
    interval: 1000,
    remark: [
      '填写联系邮箱可使用其礼遇通道；DOI 获取使用本站点',
      'A contact e-mail gives access to its polite pool; DOIs are looked up here',
    ],
  },
  {
    code: sources.openalex,
    name: 'OpenAlex',
    type: api,
    base: 'https://api.openalex.org',
    interval: 1000,
    remark: ['检索式填本校 ROR 最准确', 'Most precise with the ROR of the university as query'],
  },
  {
    code: sources.datacite,
    name: 'DataCite',
    type: api,
    base: 'https://api.datacite.org',
    interval: 1000,
    remark: ['数据集与软件', 'Data sets and software'],
  },
  {
    code: sources.arxiv,
    name: 'arXiv',
    type: api,
    base: 'https://export.arxiv.org',
    interval: 3000,
    remark: ['预印本正式发表后才收录', 'Preprints are collected once formally published'],
  },
  {
    code: sources.orcid,
    name: 'ORCID',
    type: api,
    base: 'https://pub.orcid.org',
    interval: 1000,
    remark: ['个人从 ORCID 导入使用本站点', 'Used when people import their works from ORCID'],
  },
];

const reason: Label = ['采集站点初始化', 'Initialise crawler sites'];

/**
 * Adds shipped sources to tenants that never had them; changed and deleted sources are not
 * restored.
 */
export const supplySitesJob: EngineJob = {
  name: 'spider-sites',
  label: reason,
  atStart: true,
  run: async ({ tenantId }, engine) => {
    const known = await engine.database.read(tenantId, async (session) =>
      (
        await session.query<{ readonly code: string }>(
          `select site_code as code from spider_site where tenant_id = $1`,
          [session.tenantId],
        )
      ).map(({ code }) => code),
    );
    const missing = shippedSites.filter(({ code }) => !known.includes(code));
    for (const { code, name, type, base, interval, remark } of missing) {
      await engine.asSystem(reason[0], tenantId).save(untypedResource(spiderSite), {
        siteName: name,
        siteCode: code,
        spiderType: type,
        sourceKind: code,
        baseUrl: base,
        interval,
        timeout: 10_000,
        retryTimes: 3,
        needLogin: '0',
        remark: remark[0],
        status: '0',
      });
    }
    return { done: missing.length };
  },
};
