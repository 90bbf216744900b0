import { afterEach, describe, expect, test } from 'vitest';
import { toDraft } from '../achievement/collection/collect.ts';
import { Collector } from './collector.server.ts';
import {
  harvestWalk,
  json,
  openFakeSources,
  type PlayedAnswer,
  readingEngine,
  siteAt,
  testOutgoing,
  walkOf,
} from './testing.ts';

/** An address of a closed network. */
const closed4 = [10, 2, 3, 4].join('.');

const players = openFakeSources();
const { start } = players;
afterEach(() => players.close());

describe('a template', () => {
  const field = (fieldName: string, selector: string, more: object = {}) => ({
    fieldName,
    selector,
    attr: 'text',
    regex: null,
    isRequired: '0',
    ...more,
  });
  const paging = { pageParam: 'p', sizeParam: null, firstPage: 1, pageSize: 2, maxPage: 5 };
  const listed = (selectors: Readonly<Record<string, string>>, listSelector: string) => ({
    pageType: '1',
    listSelector,
    nextSelector: null,
    fields: [
      field('title', selectors.title ?? '', { isRequired: '1' }),
      field('authorsText', selectors.authors ?? ''),
      field('source', selectors.source ?? ''),
      field('publishYear', selectors.year ?? '', { regex: '(\\d{4})' }),
      field('docType', '=article'),
    ],
  });
  const row = (n: number) =>
    `<li class="work"><h3>On rivers ${n}</h3><span class="by">Lin Xiaolan; Wu Qi</span><i>Journal of Rivers</i><b>Published 2025</b></li>`;
  const pageOf = (rows: readonly number[]) =>
    `<!doctype html><html><body><ul>${rows.map(row).join('')}</ul></body></html>`;
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };

  test.each([
    ['CSS', 'li.work', { title: 'h3', authors: '.by', source: 'i', year: 'b' }],
    [
      'XPath',
      '//li[@class="work"]',
      { title: '//h3', authors: '//span[@class="by"]', source: '//i', year: '//b/text()' },
    ],
  ])('reads pages by %s, page after page, and obeys robots.txt', async (_kind, list, selectors) => {
    const player = await start((url) =>
      url.pathname === '/robots.txt'
        ? { body: 'User-agent: *\nDisallow: /private\n' }
        : {
            ...html,
            body: pageOf(
              url.searchParams.get('p') === '1'
                ? [1, 2]
                : url.searchParams.get('p') === '2'
                  ? [3]
                  : [],
            ),
          },
    );
    const site = siteAt(`${player.origin}/works`, 'template', {
      templates: [listed(selectors, list)],
      paging,
    });
    const items = await harvestWalk(walkOf(site));
    expect(items.map(({ work }) => work?.title)).toEqual([
      'On rivers 1',
      'On rivers 2',
      'On rivers 3',
    ]);
    expect(toDraft(items[0]?.work as never).draft).toMatchObject({
      authorsText: 'Lin Xiaolan; Wu Qi',
      source: 'Journal of Rivers',
      publishYear: 2025,
      docType: 'article',
    });
    await expect(
      harvestWalk(walkOf({ ...site, base: `${player.origin}/private/x` })),
    ).rejects.toMatchObject({
      label: ['对方 robots.txt 不允许采集该地址', expect.any(String)],
    });
  });

  test('reads JSON by paths; what is required and missing is told with its page', async () => {
    const player = await start((url) =>
      url.pathname === '/robots.txt'
        ? { status: 404 }
        : json({
            items: [
              { t: 'On rivers', a: ['Lin Xiaolan', 'Wu Qi'], j: 'Journal of Rivers', y: 2025 },
              { a: 'Nobody' },
            ],
          }),
    );
    const template = listed(
      { title: '$.t', authors: '$.a[*]', source: 'j', year: '$.y' },
      '$.items[*]',
    );
    const walk = walkOf(siteAt(player.origin, 'template', { templates: [template] }));
    const page = await new Collector({
      outgoing: testOutgoing(),
      secrets: undefined as never,
    }).page(readingEngine, walk, null);
    expect(page?.read?.items).toMatchObject([
      { work: { title: 'On rivers', container: 'Journal of Rivers' } },
    ]);
    expect(page?.read?.problems).toEqual([
      ['第 1 页格式与模板不符：未找到 title，请在「解析模板」核对', expect.any(String)],
    ]);
  });

  test('follows links to the pages of works, signs in first, and says when the login is over', async () => {
    const detail = {
      pageType: '2',
      listSelector: null,
      nextSelector: null,
      fields: [
        field('title', 'h1'),
        field('source', '.j'),
        field('publishYear', '.y'),
        field('authorsText', '.a'),
      ],
    };
    let isOver = false;
    const player = await start((url, { headers, method }, body): PlayedAnswer => {
      if (url.pathname === '/robots.txt') return { status: 404 };
      if (method === 'POST') {
        return body === 'user=reader&pass=s%26cret'
          ? { status: 302, headers: { 'set-cookie': 'sid=1; HttpOnly', location: '/' } }
          : { status: 401 };
      }
      if (url.pathname === '/login') return { ...html, body: 'sign in' };
      if (headers.cookie !== 'sid=1' || isOver)
        return { status: 302, headers: { location: '/login' } };
      if (url.pathname === '/works')
        return {
          ...html,
          body: `<p><a class="work" href="/w/1">1</a> <a class="work" href="http://${closed4}/w">x</a></p><a class="next" href="/works2">next</a>`,
        };
      if (url.pathname === '/works2')
        return { ...html, body: '<p><a class="work" href="/w/2">2</a></p>' };
      return {
        ...html,
        body: `<h1>Work ${url.pathname}</h1><p class="j">Rivers</p><p class="y">2024</p><p class="a">Lin Xiaolan</p>`,
      };
    });
    const login = {
      url: `${player.origin}/login`,
      username: 'reader',
      password: 's&cret',
      fields: 'user=${username}\npass=${password}',
    };
    const list = {
      pageType: '1',
      listSelector: 'p',
      nextSelector: 'a.next',
      fields: [field('url', 'a.work', { attr: 'href' })],
    };
    const site = siteAt(`${player.origin}/works`, 'template', { templates: [list, detail], login });
    const items = await harvestWalk(walkOf(site));
    expect(items.map(({ work }) => work?.title)).toEqual(['Work /w/1', 'Work /w/2']);
    isOver = true;
    await expect(harvestWalk(walkOf(site))).rejects.toMatchObject({
      label: ['登录已失效，请更新登录信息', expect.any(String)],
    });
  });
});
