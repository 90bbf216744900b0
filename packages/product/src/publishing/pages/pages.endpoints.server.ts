import {
  type CallContext,
  type Endpoint,
  endpoint,
  RawAnswer,
} from '@keyan/engine/wire/endpoint.ts';
import { closedPolicy } from '@keyan/engine/wire/headers.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { personnel } from '../../people/personnel.ts';
import { entitiesOf, entityKeyOf } from '../entities.server.ts';
import type { Entity } from '../entity.ts';
import { listItemsOf } from '../items.server.ts';
import { dublinCore } from '../oai/dublin-core.ts';
import { textElement, xmlElement } from '../oai/xml.ts';
import { outletOf } from '../outlets.ts';
import { profilesOf } from '../profile/shown.server.ts';
import { notPublished, publicPath } from '../publishing.ts';
import { openRecordsSql } from '../register.server.ts';
import { type Site, siteOfCaller } from '../site.server.ts';
import { faultBody, type PublicRecordList, pageText, recordBody } from './html.server.ts';
import { jsonLd, signpostingHeader } from './json-ld.ts';
import { profileLists } from './profile-lists.server.ts';

/** Headers that forbid scripts; styles are inline. */
const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  ...closedPolicy('none', "style-src 'unsafe-inline'", "img-src 'self'"),
};

const readerOf = (lang: string | undefined): Language => (lang === 'en' ? 'en' : 'zh');

/** Error page. */
const faultPage = (
  status: 404 | 410,
  site: Site | null,
  path: string,
  language: Language,
  title = '',
): RawAnswer => {
  const fault =
    status === 410 ? (['该内容已不再公开', 'This is no longer published'] as const) : notPublished;
  return new RawAnswer(
    pageText({
      title: say(fault, language),
      school: site ? say([site.school, site.schoolEn], language) : '',
      language,
      canonical: '',
      path,
      body: faultBody(fault, language, title),
    }),
    { status, headers: { ...htmlHeaders, 'x-robots-tag': 'noindex' } },
  );
};

/**
 * Title of a deleted record that was published; empty for people, for records that are secret now,
 * and for disabled outlets.
 */
const titleOfGone = async (
  { engine }: Pick<CallContext, 'engine'>,
  site: Site,
  outletKey: string,
  id: string,
): Promise<string> => {
  const outlet = outletOf(outletKey);
  if (!outlet || outlet.consent || !site.settings.outlets.includes(outletKey)) return '';
  const { from, where, values } = openRecordsSql(outlet, 2, true);
  const [row] = await engine.database.read(site.tenantId, (session) =>
    session.query<{ title: string }>(
      `select t.${snakeCase(outlet.resource.title)}::text as title from ${from} where ${where} and t.id = $2`,
      [site.tenantId, id, ...values],
    ),
  );
  return row?.title ?? '';
};

/** Lists on a record’s page. */
const listsOf = async (
  { engine }: Pick<CallContext, 'engine'>,
  site: Site,
  outlet: string,
  id: string,
): Promise<readonly PublicRecordList[]> => {
  if (outlet !== personnel.key) return [];
  const profile = await engine.database.read(site.tenantId, async (session) => {
    const [row] = await session.query<{ account: string }>(
      'select user_id::text as account from personnel where tenant_id = $1 and id = $2',
      [site.tenantId, id],
    );
    if (!row) return undefined;
    const dictionaries = await engine.dictionaries.of(site.tenantId);
    const shown = (await profilesOf(session, [row.account], dictionaries)).get(row.account);
    return shown && { account: row.account, fields: shown.fields };
  });
  return profile ? profileLists(engine, site, profile.account, profile.fields) : [];
};

const answers: Readonly<
  Record<
    string,
    (entity: Entity, page: string, site: Site) => readonly [type: string, text: string]
  >
> = {
  jsonld: (entity, page, { settings, school }) => [
    'application/ld+json; charset=utf-8',
    JSON.stringify(jsonLd(entity, page, { ...settings, school })),
  ],
  dc: (entity, page) => ['application/xml; charset=utf-8', dublinCore(entity, page)],
};

/** Call that returns the public page of a record, or its machine-readable description. */
const recordPage = endpoint({
  method: 'GET',
  path: 'keyan/public/record',
  addresses: ['/public/:outlet/:id'],
  auth: 'public',
  perMinute: 300,
  summary: ['公开页面', 'The public page of a record'],
  input: Type.Object({
    outlet: Type.String({ maxLength: 40 }),
    id: Type.String({ maxLength: 30 }),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
    format: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  run: async ({ outlet, id, lang, format = '' }, call) => {
    const language = readerOf(lang);
    const path = publicPath(outlet, id);
    const site = await siteOfCaller(call);
    const { engine } = call;
    if (!site?.settings.pagesOn || !outletOf(outlet) || !/^\d{1,19}$/.test(id)) {
      return faultPage(404, site, '/', language);
    }
    const [item] = await engine.database.read(site.tenantId, (session) =>
      listItemsOf(session, outlet, [id]),
    );
    if (!item) return faultPage(404, site, path, language);
    const entity = (await entitiesOf(engine, site, [item])).get(entityKeyOf(outlet, id));
    if (!entity) {
      return faultPage(410, site, path, language, await titleOfGone(call, site, outlet, id));
    }
    const page = site.settings.address + path;
    const other = Object.hasOwn(answers, format) ? answers[format] : undefined;
    if (other) {
      const [type, text] = other(entity, page, site);
      return new RawAnswer(text, { headers: { 'content-type': type } });
    }
    return new RawAnswer(
      pageText({
        title: entity.titles[0]?.text ?? '',
        school: say([site.school, site.schoolEn], language),
        language,
        canonical: page,
        path,
        body: recordBody(entity, await listsOf(call, site, outlet, id), language),
        data: jsonLd(entity, page, { ...site.settings, school: site.school }),
      }),
      { headers: { ...htmlHeaders, link: signpostingHeader(entity, page) } },
    );
  },
});

/** Maximum number of addresses per site map (https://www.sitemaps.org/protocol.html). */
const maxAddressesPerSiteMap = 50_000;

const siteMapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Call that returns the site map: an index, and parts of 50,000 addresses. */
const siteMap = endpoint({
  method: 'GET',
  path: 'keyan/public/sitemap',
  addresses: ['/sitemap.xml'],
  auth: 'public',
  perMinute: 60,
  summary: ['站点地图', 'The site map'],
  input: Type.Object({ part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
  run: async ({ part }, call) => {
    const site = await siteOfCaller(call);
    if (!site?.settings.pagesOn) return faultPage(404, site, '/', 'zh');
    const { address, outlets: open } = site.settings;
    const rows = await call.engine.database.read(site.tenantId, (session) =>
      session.query<{ outlet: string; id: string; day: string; total: string }>(
        `select outlet, record_id::text as id, to_char(datestamp, 'YYYY-MM-DD') as day, count(*) over () as total
           from published where tenant_id = $1 and not is_deleted and outlet = any($2::text[])
          order by record_id, outlet limit ${maxAddressesPerSiteMap} offset $3`,
        [site.tenantId, open, ((part ?? 1) - 1) * maxAddressesPerSiteMap],
      ),
    );
    if (rows.length === 0 && (part ?? 1) > 1) return faultPage(404, site, '/', 'zh');
    const total = Number(rows[0]?.total ?? 0);
    const content =
      part === undefined && total > maxAddressesPerSiteMap
        ? xmlElement(
            'sitemapindex',
            { xmlns: siteMapNamespace },
            ...Array.from({ length: Math.ceil(total / maxAddressesPerSiteMap) }, (_, index) =>
              xmlElement(
                'sitemap',
                {},
                textElement('loc', `${address}/sitemap.xml?part=${index + 1}`),
              ),
            ),
          )
        : xmlElement(
            'urlset',
            { xmlns: siteMapNamespace },
            ...rows.map(({ outlet, id, day }) =>
              xmlElement(
                'url',
                {},
                textElement('loc', address + publicPath(outlet, id)),
                textElement('lastmod', day),
              ),
            ),
          );
    return new RawAnswer(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`, {
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    });
  },
});

/**
 * Call that returns robots.txt (RFC 9309): allows public pages and site map if enabled, and
 * OAI-PMH; disallows the console.
 */
const robots = endpoint({
  method: 'GET',
  path: 'keyan/public/robots',
  addresses: ['/robots.txt'],
  auth: 'public',
  perMinute: 60,
  summary: ['爬虫规则', 'Crawler rules (robots.txt)'],
  input: Type.Object({}),
  run: async (_input, call) => {
    const settings = (await siteOfCaller(call))?.settings;
    const lines = [
      'User-agent: *',
      ...(settings?.pagesOn ? ['Allow: /public/', 'Allow: /sitemap.xml'] : []),
      ...(settings?.isOn ? ['Allow: /api/oai'] : []),
      'Disallow: /',
      ...(settings?.pagesOn ? ['', `Sitemap: ${settings.address}/sitemap.xml`] : []),
    ];
    return new RawAnswer(`${lines.join('\n')}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
    });
  },
});

/** Calls of public pages. */
export const publicPageEndpoints: readonly Endpoint[] = [recordPage, siteMap, robots];
