import { escapeMarkup } from '@keyan/engine/base/escape-markup.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { englishName } from '../people.server.ts';
import { university } from '../university.server.ts';
import { demoJournals, outsideUnits, topicAt } from '../words.server.ts';
import { json, type PlayedAnswer } from './played.server.ts';

/** Person of the university whose works external sources have. */
export interface OwnAuthor {
  readonly name: string;
  readonly orcid: string | null;
}

/** Paper that both the university and an external source have. */
export interface KnownPaper {
  readonly title: string;
  readonly doi: string;
  readonly author: string;
}

const college = '310';
const day = 86_400_000;

/** Journals of the college with low scores, so that claims change no ranking much. */
const journals = demoJournals.filter(
  ({ colleges, level }) => colleges.includes(college) && /^[B-D]/.test(level),
);

const affiliation = `School of Computer Science and Information Engineering, ${university.name[1]}, Jiangling, China`;

const signed = (name: string): string => {
  const [given = '', family = ''] = englishName(name).split(' ');
  return `${family}, ${given}`;
};

const colleague = (index: number) => {
  const [name, place] = outsideUnits.overseas[index % outsideUnits.overseas.length] ?? ['', ''];
  return {
    author: { display_name: name },
    raw_author_name: name,
    raw_affiliation_strings: [place],
    institutions: [{ display_name: place }],
  };
};

/** Number of authors whom the source knows by ORCID; the others by name only. */
const knownByOrcid = 6;

/** Returns a work in the format of OpenAlex (https://docs.openalex.org/api-entities/works/work-object). */
const workOf = (authors: readonly OwnAuthor[], index: number, round: number, now: Date) => {
  const own = authors[index % authors.length];
  const journal = journals[index % Math.max(1, journals.length)];
  const published = new Date(now.getTime() - (30 + index * 9) * day);
  const isRevised = index === 1 && round > 0;
  return {
    id: `https://openalex.org/W44180${String(index + 31).padStart(5, '0')}`,
    doi: `https://doi.org/10.5555/jlu.2026.${2100 + index}`,
    title: topicAt(college, 5400 + index * 311).en,
    type: index === 6 ? 'dataset' : 'article',
    language: 'en',
    publication_date: dayText(published),
    updated_date: dayText(isRevised ? now : published),
    primary_location: {
      source: { display_name: journal?.english, issn_l: journal?.issn, type: 'journal' },
    },
    biblio: {
      volume: String(60 + (index % 7)),
      issue: String(1 + (index % 6)),
      first_page: String(isRevised ? 411 : 101 + index * 13),
      last_page: String(isRevised ? 423 : 112 + index * 13),
    },
    authorships: [
      {
        author: {
          display_name: englishName(own?.name ?? ''),
          ...(index < knownByOrcid && own?.orcid
            ? { orcid: `https://orcid.org/${own.orcid}` }
            : {}),
        },
        raw_author_name: signed(own?.name ?? ''),
        raw_affiliation_strings: [affiliation],
        institutions: [{ display_name: university.name[1] }],
        is_corresponding: true,
      },
      colleague(index),
    ],
    cited_by_count: (index % 4) + round,
    open_access: { oa_status: ['gold', 'closed', 'green', 'hybrid'][index % 4] },
    is_retracted: false,
  };
};

/** Returns a registered paper in the format of OpenAlex. */
const knownWork = ({ title, doi, author }: KnownPaper, isRetracted: boolean, now: Date) => ({
  ...workOf([{ name: author, orcid: null }], 40, 0, now),
  id: 'https://openalex.org/W4417999001',
  doi: `https://doi.org/${doi}`,
  title,
  is_retracted: isRetracted,
});

/** Number of works in OpenAlex at each run. */
const works = [7, 9, 11] as const;

/**
 * Simulates OpenAlex: more works at each run, a changed work from the second run on, and in the third a retracted paper
 * of the university.
 */
export const playedOpenAlex =
  (
    authors: readonly OwnAuthor[],
    known: KnownPaper | undefined,
    round: () => number,
    clock: () => Date,
  ) =>
  (): PlayedAnswer => {
    const at = round();
    const results = [
      ...Array.from({ length: works[at] ?? 11 }, (_, index) => workOf(authors, index, at, clock())),
      ...(known ? [knownWork(known, at > 1, clock())] : []),
    ];
    return json({ meta: { count: results.length, next_cursor: null }, results });
  };

const dc = (index: number, authors: readonly string[]): string => {
  const { zh } = topicAt(college, 9300 + index * 311);
  const journal = journals[index % Math.max(1, journals.length)];
  return `<record><header><identifier>oai:ir.yunmeng.example.edu.cn:${7300 + index}</identifier>
<datestamp>2026-10-${String(11 + index)}</datestamp></header><metadata>
<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${escapeMarkup(zh)}</dc:title>${authors.map((name) => `<dc:creator>${name}</dc:creator>`).join('')}
<dc:type>info:eu-repo/semantics/article</dc:type><dc:source>${journal?.name ?? ''}</dc:source><dc:date>2026</dc:date>
<dc:identifier>https://doi.org/10.5555/yunmeng.${880 + index}</dc:identifier></oai_dc:dc></metadata></record>`;
};

/** Simulates another university's repository with two pages; before the second page it throttles once. */
export const playedRepository = (authors: readonly OwnAuthor[], isBusy: () => boolean) => {
  const names = authors.map(({ name }) => name);
  const page = (from: number, token: string): PlayedAnswer => ({
    headers: { 'content-type': 'text/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${[
      from,
      from + 1,
    ]
      .map((index) => dc(index, [names[index % names.length] ?? '', '方立言']))
      .join('')}<resumptionToken>${token}</resumptionToken></ListRecords></OAI-PMH>`,
  });
  return (url: URL): PlayedAnswer => {
    if (!url.searchParams.has('resumptionToken')) return page(0, 'k2');
    return isBusy() ? { status: 503, headers: { 'retry-after': '3600' } } : page(2, '');
  };
};

/** Simulates a journal's table of contents, and the page after its publisher changed it. */
export const playedJournal =
  (authors: readonly OwnAuthor[], isChanged: () => boolean) =>
  (url: URL): PlayedAnswer => {
    const item = isChanged() ? 'div class="article-card"' : 'li class="article"';
    const end = item.split(' ')[0] ?? 'li';
    const isFirst = url.searchParams.get('page') === '1';
    const lines = (isFirst ? [0, 1, 2] : []).map(
      (index) =>
        `<${item}><h3>${escapeMarkup(topicAt(college, 11_200 + index * 311).zh)}</h3><span class="by">${authors[index % authors.length]?.name ?? ''}; 顾行之</span><b>2026年第${index + 3}期</b></${end}>`,
    );
    return {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><html lang="zh"><title>江汉学术</title><body><h1>目录</h1><ul>${lines.join('')}</ul></body></html>`,
    };
  };

const notices = [
  ['关于组织申报2027年度省社科基金项目的通知', '请各单位于12月31日前完成线上申报，限额见附件。'],
  ['关于开展省社科基金项目中期检查的通知', '在研满一年的项目须在12月15日前提交中期检查报告。'],
] as const;

/** Simulates a funder's feed of notices. */
export const playedFeed = (): PlayedAnswer => ({
  headers: { 'content-type': 'text/xml; charset=utf-8', etag: '"2"' },
  body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>通知公告</title>${notices
    .map(
      ([title, text], index) =>
        `<item><title>${title}</title><link>https://skjj.example.gov.cn/n/${index + 1}</link><guid>skjj-${index + 1}</guid><pubDate>Mon, 0${index + 2} Nov 2026 10:00:00 +0800</pubDate><description>&lt;p&gt;${text}&lt;/p&gt;</description></item>`,
    )
    .join('')}</channel></rss>`,
});
