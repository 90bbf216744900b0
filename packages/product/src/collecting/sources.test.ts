import { afterEach, describe, expect, test } from 'vitest';
import { toDraft } from '../achievement/collection/collect.ts';
import { Collector } from './collector.server.ts';
import {
  crossrefWork,
  harvestWalk,
  json,
  openFakeSources,
  type PlayedAnswer,
  playCrossref,
  playedCompressed,
  readingEngine,
  siteAt,
  testOutgoing,
  walkOf,
} from './testing.ts';

// Each source against a server that answers as the real one does.

/** An address of a closed network. */
const closed4 = [10, 2, 3, 4].join('.');

const players = openFakeSources();
const { start } = players;
afterEach(() => players.close());

describe('Crossref', () => {
  const works = ['10.5555/a', '10.5555/b', '10.5555/c'].map((doi) => crossrefWork(doi));

  test('is walked by its cursor, asked politely, and each work keeps addresses and ORCIDs', async () => {
    const player = await start(playCrossref(() => works));
    const items = await harvestWalk(
      walkOf(siteAt(player.origin, 'crossref'), '${schoolName}', '2026-01-01'),
    );
    expect(items.map(({ id }) => id)).toEqual(['10.5555/a', '10.5555/b', '10.5555/c']);
    const asked = new URL(`http://x${player.asked[0]}`).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      'query.affiliation': '江陵大学',
      filter: 'from-index-date:2026-01-01',
      cursor: '*',
      mailto: 'office@jiangling.example',
    });
    const { draft } = toDraft(items[0]?.work as never);
    expect(draft).toMatchObject({
      title: 'On rivers 10.5555/a',
      authorsText: 'Lin, Xiaolan; Other, Ada',
      addresses:
        '[Lin, Xiaolan] School of Physics, Jiangling University\n[Other, Ada] Other University',
      reprintAuthor: 'Lin, Xiaolan/0000-0002-1825-0097',
      publishYear: 2026,
      pages: '1-7',
      issn: '2049-3630',
    });
    expect(items[0]).toMatchObject({ version: '2026-04-01T00:00:00Z', facts: { citedNum: 3 } });
  });

  test('throttled, failing and broken answers are asked for again', async () => {
    const player = await start(playCrossref(() => works));
    player.once(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503 },
      { body: '{"message":{"items":[', headers: { 'content-length': '90000' }, breaksAt: 10 },
    );
    expect(await harvestWalk(walkOf(siteAt(player.origin, 'crossref')))).toHaveLength(3);
    expect(player.asked).toHaveLength(6);
  });

  test('a long silence that it asks for ends the walk, with the time in words', async () => {
    const player = await start(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await expect(harvestWalk(walkOf(siteAt(player.origin, 'crossref')))).rejects.toMatchObject({
      label: ['来源限制访问频率，将于 09:00 继续', expect.any(String)],
      until: new Date('2026-05-01T01:00:00Z'),
    });
  });

  test('a retraction is told by the notice and by the work itself', async () => {
    const update = [
      { DOI: '10.5555/a', type: 'retraction', updated: { 'date-parts': [[2026, 3, 2]] } },
    ];
    const player = await start(
      playCrossref(() => [
        crossrefWork('10.5555/notice', { 'update-to': update }),
        crossrefWork('10.5555/b', { 'updated-by': [{ ...update[0], DOI: '10.5555/other' }] }),
        crossrefWork('10.5555/c', { 'update-to': [{ ...update[0], type: 'correction' }] }),
      ]),
    );
    const items = await harvestWalk(walkOf(siteAt(player.origin, 'crossref')));
    expect(items.flatMap(({ retraction }) => retraction ?? [])).toMatchObject([
      { doi: '10.5555/a', noticeDoi: '10.5555/notice', date: '2026-03-02' },
      { doi: '10.5555/b', noticeDoi: '10.5555/other' },
    ]);
    expect(items.flatMap(({ work, id }) => (work ? [id] : []))).toEqual(['10.5555/b']);
  });
});

describe('answers that lie', () => {
  const closed = [
    '来源地址不允许访问（内网地址），须由运维在 SERVICE_HOSTS 中放行',
    expect.any(String),
  ];
  const huge: PlayedAnswer = { body: Buffer.alloc(21 * 1024 ** 2, 0x20) };
  test.each<[string, PlayedAnswer, unknown]>([
    [
      'a redirect to a private address',
      { status: 302, headers: { location: `http://${closed4}/works` } },
      closed,
    ],
    [
      'one to a name of this machine',
      { status: 302, headers: { location: 'http://localhost:1/' } },
      closed,
    ],
    [
      'one to a link-local address',
      { status: 307, headers: { location: 'http://[fe80::1]/' } },
      closed,
    ],
    ['more bytes than are read', huge, ['应答超过 20 MB，请缩小检索范围', expect.any(String)]],
    [
      'a page in place of JSON',
      { body: '<html><body>Maintenance</body></html>' },
      '应答不是完整的 JSON，请核对入口地址，或稍后重试',
    ],
    [
      'JSON that ends early',
      { body: '{"message":{"items":[{"DOI":"10.5' },
      '应答不是完整的 JSON，请核对入口地址，或稍后重试',
    ],
    ['JSON of somebody else', json({ results: [] }), '应答不是 Crossref 的题录，请核对入口地址'],
    [
      'a refusal',
      { status: 403 },
      ['对方拒绝访问（403），请核对密钥、请求头与访问许可', expect.any(String)],
    ],
  ])('%s is refused in words', async (_what, played, words) => {
    const player = await start(() => played);
    const going = harvestWalk(walkOf(siteAt(player.origin, 'crossref')));
    await (typeof words === 'string'
      ? expect(going).rejects.toThrow(words)
      : expect(going).rejects.toMatchObject({ label: words }));
  });

  test('a bomb is not unpacked, and a circle of redirects ends', async () => {
    const bomb = playedCompressed(' '.repeat(101 * 1024 ** 2));
    const player = await start(() => bomb);
    await expect(harvestWalk(walkOf(siteAt(player.origin, 'crossref')))).rejects.toMatchObject({
      label: ['应答解压后超过 100 MB，未读取', expect.any(String)],
    });
    const circle = await start((url) => ({
      status: 302,
      headers: { location: url.href.replace('http://127.0.0.1', '') },
    }));
    await expect(harvestWalk(walkOf(siteAt(circle.origin, 'crossref')))).rejects.toMatchObject({
      label: ['对方反复重定向，请核对入口地址', expect.any(String)],
    });
  });
});

const openAlexWork = (id: string, more: object = {}) => ({
  id: `https://openalex.org/${id}`,
  doi: `https://doi.org/10.5555/${id}`,
  title: `Rivers ${id}`,
  type: 'article',
  publication_date: '2025-11-02',
  updated_date: '2026-01-05T08:00:00',
  authorships: [
    {
      author: { display_name: 'Xiaolan Lin', orcid: 'https://orcid.org/0000-0002-1825-0097' },
      raw_author_name: 'Xiao-Lan Lin',
      raw_affiliation_strings: ['School of Physics, Jiangling University', 'State Key Laboratory'],
      institutions: [{ display_name: 'Jiangling University' }],
      is_corresponding: true,
    },
  ],
  primary_location: { source: { display_name: 'Journal of Rivers', issn_l: '2049-3630' } },
  biblio: { volume: '7', issue: '1', first_page: '3', last_page: '9' },
  open_access: { oa_status: 'gold' },
  cited_by_count: 12,
  is_retracted: false,
  ...more,
});

test('OpenAlex is asked by ROR and walked to its end; state of access, citations and retraction come with it', async () => {
  const works = [openAlexWork('W1'), openAlexWork('W2', { is_retracted: true })];
  const player = await start((url) => {
    const isFirst = url.searchParams.get('cursor') === '*';
    return playedCompressed({
      meta: { count: 2, next_cursor: isFirst ? 'second' : null },
      results: isFirst ? works.slice(0, 1) : works.slice(1),
    });
  });
  const items = await harvestWalk(
    walkOf(siteAt(player.origin, 'openalex'), 'https://ror.org/03yrm5c26'),
  );
  expect(new URL(`http://x${player.asked[0]}`).searchParams.get('filter')).toBe(
    'institutions.ror:https://ror.org/03yrm5c26',
  );
  expect(items.map(({ id }) => id)).toEqual(['W1', 'W2', 'W2#retracted']);
  expect(items[0]).toMatchObject({ facts: { citedNum: 12, openAccess: 'gold' } });
  expect(toDraft(items[0]?.work as never).draft).toMatchObject({
    authorsText: 'Xiao-Lan Lin',
    addresses: '[Xiao-Lan Lin] School of Physics, Jiangling University; State Key Laboratory',
    doi: '10.5555/W1',
    pages: '3-9',
  });
  expect(items[2]?.retraction).toMatchObject({ doi: '10.5555/W2' });
});

test('DataCite gives data sets, which are no papers; its next page lies on its own host', async () => {
  const dataset = {
    attributes: {
      doi: '10.5555/DATA',
      titles: [{ title: 'Levels of a river' }],
      creators: [{ name: 'Lin, Xiaolan', givenName: 'Xiaolan', familyName: 'Lin' }],
      types: { resourceTypeGeneral: 'Dataset', citeproc: 'dataset' },
      publicationYear: 2025,
      updated: '2026-01-01T00:00:00Z',
    },
  };
  const player = await start((url) =>
    json({
      data: [dataset],
      links: url.searchParams.has('page[cursor]') ? { next: `http://${closed4}/dois` } : {},
    }),
  );
  const items = await harvestWalk(walkOf(siteAt(player.origin, 'datacite')));
  expect(items.map(({ id }) => id)).toEqual(['10.5555/data']);
  expect(toDraft(items[0]?.work as never).belongs?.type).toBe('dataset');
});

test('arXiv gives preprints, and articles once a journal has printed them', async () => {
  const entry = (id: string, more = '') =>
    `<entry><id>http://arxiv.org/abs/${id}</id><updated>2026-01-02T00:00:00Z</updated>
     <published>2025-12-01T00:00:00Z</published><title>On rivers ${id}</title>
     <author><name>Xiaolan Lin</name><arxiv:affiliation>Jiangling University</arxiv:affiliation></author>${more}</entry>`;
  const player = await start((url) => ({
    headers: { 'content-type': 'application/atom+xml' },
    body: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
      <opensearch:totalResults>2</opensearch:totalResults>${
        url.searchParams.get('start') === '0'
          ? entry('2403.01234v2')
          : entry(
              '2403.05678v1',
              '<arxiv:doi>10.5555/printed</arxiv:doi><arxiv:journal_ref>Journal of Rivers 4 (2026) 7</arxiv:journal_ref>',
            )
      }</feed>`,
  }));
  const items = await harvestWalk(walkOf(siteAt(player.origin, 'arxiv'), 'au:Lin'));
  expect(items.map(({ id, version }) => [id, version])).toEqual([
    ['2403.01234', '2'],
    ['2403.05678', '1'],
  ]);
  expect(toDraft(items[0]?.work as never).belongs?.type).toBe('manuscript');
  expect(toDraft(items[1]?.work as never)).toMatchObject({
    belongs: undefined,
    draft: { doi: '10.5555/printed', source: 'Journal of Rivers', publishYear: 2026 },
  });
});

test('ORCID gives the works of a record, each once, by its put-codes', async () => {
  const work = (code: number, title: string) => ({
    'put-code': code,
    'last-modified-date': { value: 1 },
    title: { title: { value: title } },
    'journal-title': { value: 'Journal of Rivers' },
    type: 'journal-article',
    'publication-date': { year: { value: '2025' }, month: { value: '03' } },
    'external-ids': {
      'external-id': [
        {
          'external-id-type': 'doi',
          'external-id-value': `10.5555/${code}`,
          'external-id-relationship': 'self',
        },
        {
          'external-id-type': 'issn',
          'external-id-value': '2049-3630',
          'external-id-relationship': 'part-of',
        },
      ],
    },
    contributors: { contributor: [{ 'credit-name': { value: 'Lin, Xiaolan' } }] },
  });
  const player = await start((url) =>
    /\/works\/[\d,]+$/.test(url.pathname)
      ? json({ bulk: [{ work: work(11, 'On rivers') }, { error: { 'error-code': 9034 } }] })
      : json({ group: [{ 'work-summary': [work(11, 'On rivers'), work(12, 'On rivers')] }] }),
  );
  const items = await harvestWalk(walkOf(siteAt(player.origin, 'orcid'), '0000-0002-1825-0097'));
  expect(player.asked).toEqual([
    '/v3.0/0000-0002-1825-0097/works',
    '/v3.0/0000-0002-1825-0097/works/11',
  ]);
  expect(items).toHaveLength(1);
  expect(toDraft(items[0]?.work as never).draft).toMatchObject({
    title: 'On rivers',
    authorsText: 'Lin, Xiaolan',
    doi: '10.5555/11',
    publishYear: 2025,
    reprintAuthor: '0000-0002-1825-0097',
  });
});

describe('OAI-PMH', () => {
  const record = (id: string, title: string) =>
    `<record><header><identifier>oai:r:${id}</identifier><datestamp>2026-01-0${id}</datestamp></header>
     <metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
     <dc:title>${title}</dc:title><dc:creator>Lin, Xiaolan</dc:creator><dc:type>info:eu-repo/semantics/article</dc:type>
     <dc:source>Journal of Rivers</dc:source><dc:date>2025-05</dc:date><dc:identifier>https://doi.org/10.5555/${id}</dc:identifier>
     </oai_dc:dc></metadata></record>`;
  const envelope = (content: string): PlayedAnswer => ({
    headers: { 'content-type': 'text/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-05-01T00:00:00Z</responseDate>${content}</OAI-PMH>`,
  });

  test('is walked by its tokens; deleted records are told', async () => {
    const player = await start((url) =>
      url.searchParams.has('resumptionToken')
        ? envelope(
            `<ListRecords>${record('2', 'Second')}<record><header status="deleted"><identifier>oai:r:3</identifier><datestamp>2026-01-03</datestamp></header></record><resumptionToken/></ListRecords>`,
          )
        : envelope(
            `<ListRecords>${record('1', 'First &amp; last')}<resumptionToken completeListSize="3">t|1</resumptionToken></ListRecords>`,
          ),
    );
    const items = await harvestWalk(
      walkOf(siteAt(`${player.origin}/oai`, 'oai'), 'kind:paper', '2026-01-01'),
    );
    expect(player.asked).toEqual([
      '/oai?verb=ListRecords&metadataPrefix=oai_dc&set=kind%3Apaper&from=2026-01-01',
      '/oai?verb=ListRecords&resumptionToken=t%7C1',
    ]);
    expect(items.map(({ id, isGone }) => [id, isGone ?? false])).toEqual([
      ['oai:r:1', false],
      ['oai:r:2', false],
      ['oai:r:3', true],
    ]);
    expect(toDraft(items[0]?.work as never).draft).toMatchObject({
      title: 'First & last',
      doi: '10.5555/1',
      source: 'Journal of Rivers',
      publishYear: 2025,
    });
  });

  test('nothing new is no fault, an error is told, a truncated answer is refused', async () => {
    const player = await start(() => envelope('<error code="noRecordsMatch">none</error>'));
    const walk = walkOf(siteAt(player.origin, 'oai'), '*');
    expect(await harvestWalk(walk)).toEqual([]);
    player.once(envelope('<error code="cannotDisseminateFormat">no</error>'));
    await expect(harvestWalk(walk)).rejects.toThrow('对方仓储返回错误 cannotDisseminateFormat');
    player.once({ body: '<?xml version="1.0"?><OAI-PMH><ListRecords><record><head' });
    await expect(harvestWalk(walk)).rejects.toThrow('应答不是完整的 XML');
  });
});

test('feeds give notices, RSS and Atom alike; what did not change is not sent again', async () => {
  const rss = `<?xml version="1.0" encoding="GB2312"?><rss version="2.0"><channel><title>公告</title><item><title>关于申报的通知</title><link>/notice/1</link><guid>n1</guid><pubDate>Fri, 01 May 2026 10:00:00 +0800</pubDate><description><![CDATA[<p>请于五月底前申报</p>]]></description></item></channel></rss>`;
  // 公告 … in GB 2312: the bytes are those of the declared encoding.
  const bytes = Buffer.concat(
    rss
      .split(/(\p{Script=Han}+)/u)
      .map((part) => (/\p{Script=Han}/u.test(part) ? gbk(part) : Buffer.from(part))),
  );
  const player = await start((_url, { headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304 }
      : { headers: { etag: '"1"', 'content-type': 'text/xml' }, body: bytes },
  );
  const collector = new Collector({ outgoing: testOutgoing(), secrets: undefined as never });
  const walk = walkOf(siteAt(player.origin, 'feed'));
  const page = await collector.page(readingEngine, walk, null);
  expect(page?.read?.items).toMatchObject([
    {
      id: 'n1',
      notice: {
        title: '关于申报的通知',
        link: `${player.origin}/notice/1`,
        content: '<p>请于五月底前申报</p>',
        date: '2026-05-01',
      },
    },
  ]);
  expect(await collector.page(readingEngine, walk, null, page?.tag)).toBeNull();
});

/** Bytes of Chinese text in GB 2312, looked up in the decoder. */
const gbk = (text: string): Buffer => {
  const table = new Map<string, readonly [number, number]>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0xb0; high <= 0xf7; high += 1) {
    for (let low = 0xa1; low <= 0xfe; low += 1) {
      table.set(decoder.decode(Uint8Array.from([high, low])), [high, low]);
    }
  }
  return Buffer.from([...text].flatMap((one) => [...(table.get(one) ?? [0x3f])]));
};

test('a list of retractions is read by the heads of its columns; corrections are left', async () => {
  const player = await start(() => ({
    headers: { 'content-type': 'text/csv' },
    body: '\uFEFFTitle,OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature,Reason\n"On rivers",10.5555/A,10.5555/n,3/2/2026 0:00,Retraction,+Duplication of Image;+Investigation;\nOther,10.5555/b,,1/1/2026,Correction,\n',
  }));
  const items = await harvestWalk(walkOf(siteAt(player.origin, 'retractions')));
  expect(items.map(({ retraction }) => retraction)).toMatchObject([
    {
      doi: '10.5555/A',
      noticeDoi: '10.5555/n',
      date: '2026-03-02',
      reason: 'Duplication of Image；+Investigation',
    },
  ]);
});
