import { escapeMarkup } from '@keyan/engine/base/escape-markup.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Entity, PersonReference, UnitReference } from '../entity.ts';
import { publicPath } from '../publishing.ts';

/** List of records under a heading, with addresses. */
export interface PublicRecordList {
  readonly heading: Label;
  readonly lines: readonly {
    readonly title: string;
    readonly note: string;
    readonly path: string;
  }[];
}

/** Content of a public page. */
export interface PublicPage {
  readonly title: string;
  readonly school: string;
  readonly language: Language;
  /** Permanent address. */
  readonly canonical: string;
  /** Path for the link to the other language. */
  readonly path: string;
  readonly body: string;
  /** JSON-LD description; undefined on error pages. */
  readonly data?: RowLike;
}

const style = `
:root{color-scheme:light dark;--text:#1f2329;--soft:#646a73;--line:#e5e6eb;--ground:#f5f6f8;--card:#fff;--link:#1556c4}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#a0a6b0;--line:#33373d;--ground:#15171a;--card:#1e2125;--link:#7fb0ff}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
header,main,footer{max-width:860px;margin:0 auto;padding:16px 20px}header{display:flex;gap:16px;justify-content:space-between;align-items:baseline}
header b{font-size:15px}a{color:var(--link);text-underline-offset:3px}main{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:24px}
h1{margin:0 0 4px;font-size:24px;line-height:1.4;overflow-wrap:anywhere}h2{margin:28px 0 8px;font-size:18px}p{margin:0 0 8px;overflow-wrap:anywhere}
.kind,.other,footer,small{color:var(--soft)}.other{font-size:17px}dl{display:grid;grid-template-columns:minmax(88px,auto) 1fr;gap:6px 20px;margin:20px 0 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}ol{padding-left:24px;margin:0}li{margin:0 0 8px;overflow-wrap:anywhere}li small{display:block}
.abstract{white-space:pre-line}footer{font-size:14px}
@media (max-width:560px){main{border-width:1px 0;border-radius:0;padding:20px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:10px}}`;

/** JSON that is safe inside a script element. */
const embedded = (data: unknown): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');

/** Complete HTML document. */
export const pageText = (page: PublicPage): string => {
  const { language, title, school, canonical, path, body, data } = page;
  const text = (label: Label): string => escapeMarkup(say(label, language));
  const other = language === 'zh' ? 'en' : 'zh';
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)} - ${escapeMarkup(school)}</title>${
    canonical ? `<link rel="canonical" href="${escapeMarkup(canonical)}">` : ''
  }<link rel="icon" href="/favicon.svg">${
    data ? `<script type="application/ld+json">${embedded(data)}</script>` : ''
  }<style>${style}</style></head><body><header><b>${escapeMarkup(school)}</b><a href="${escapeMarkup(path)}?lang=${other}" hreflang="${other}">${other === 'en' ? 'English' : '中文'}</a></header><main>${body}</main><footer>${text(['由学校科研管理系统发布', 'Published by the research management system of the university'])}</footer></body></html>`;
};

/** Labels of facts on a record’s page. */
const words = {
  people: ['作者', 'Authors'],
  team: ['项目组', 'Team'],
  bodies: ['责任单位', 'Responsible bodies'],
  date: ['日期', 'Date'],
  host: ['来源', 'Source'],
  publisher: ['出版（主办）单位', 'Publisher'],
  number: ['编号', 'Number'],
  keywords: ['关键词', 'Keywords'],
  unit: ['所在单位', 'Department'],
  projects: ['依托项目', 'Supporting projects'],
  funder: ['资助来源', 'Sponsor'],
  amount: ['金额（元）', 'Amount (yuan)'],
  period: ['起止时间', 'Period'],
  place: ['地点', 'Place'],
  email: ['电子邮箱', 'E-mail'],
  url: ['链接', 'Link'],
} as const satisfies Readonly<Record<string, Label>>;

const link = (address: string, text = address): string =>
  `<a href="${escapeMarkup(address)}">${escapeMarkup(text)}</a>`;

const personText = ({ name, id, orcid }: PersonReference): string =>
  `${id ? link(publicPath('personnel', id), name) : escapeMarkup(name)}${
    orcid ? ` <small>${link(`https://orcid.org/${orcid}`, 'ORCID')}</small>` : ''
  }`;

/** Link for a web address; other texts unchanged. */
const webLink = (address: string): string =>
  /^https?:\/\//.test(address) ? link(address) : escapeMarkup(address);

type Row = readonly [label: Label, markup: string];

const row = (label: Label, markup: string | undefined): readonly Row[] =>
  markup ? [[label, markup]] : [];

const plainRow = (label: Label, text: string | undefined): readonly Row[] =>
  row(label, text && escapeMarkup(text));

const sourceText = ({ host, volume, issue, pages }: Entity): string | undefined =>
  host &&
  [host.title, [volume, issue && `(${issue})`].filter(Boolean).join(''), pages]
    .filter(Boolean)
    .join(', ');

const unitText = (unit: UnitReference | undefined, language: Language): string | undefined =>
  unit && say([unit.name, unit.nameEn || unit.name], language);

const rowsOf = (entity: Entity, language: Language): readonly Row[] => [
  ...row(
    entity.is === 'Project' ? words.team : words.people,
    entity.people.map(personText).join('、'),
  ),
  ...plainRow(words.bodies, entity.bodies?.join('、')),
  ...plainRow(words.host, sourceText(entity)),
  ...plainRow(words.publisher, entity.publisher),
  ...(entity.start
    ? plainRow(words.period, [entity.start, entity.end].filter(Boolean).join(' – '))
    : plainRow(words.date, entity.date)),
  ...plainRow(words.place, entity.place),
  ...row(['DOI', 'DOI'], entity.doi && link(`https://doi.org/${entity.doi}`, entity.doi)),
  ...plainRow(['ISBN', 'ISBN'], entity.isbn),
  ...plainRow(words.number, entity.number),
  ...plainRow(words.unit, unitText(entity.unit, language)),
  ...plainRow(words.keywords, entity.keywords?.join('；')),
  ...row(
    words.projects,
    (entity.projects ?? [])
      .map(({ title, number, id }) =>
        id
          ? link(publicPath('programInfo', id), `${title}（${number}）`)
          : escapeMarkup(`${title}（${number}）`),
      )
      .join('<br>'),
  ),
  ...plainRow(words.funder, entity.funder),
  ...plainRow(words.amount, entity.amount),
  ...row(
    ['ORCID', 'ORCID'],
    entity.orcid && link(`https://orcid.org/${entity.orcid}`, entity.orcid),
  ),
  ...row(words.email, entity.email && link(`mailto:${entity.email}`, entity.email)),
  ...row(words.url, entity.url && webLink(entity.url)),
  ...(entity.facts ?? []).flatMap(({ label, text }) => plainRow(label, say(text, language))),
];

/** HTML body of a record’s page: title, facts, abstract, lists. */
export const recordBody = (
  entity: Entity,
  lists: readonly PublicRecordList[],
  language: Language,
): string => {
  const [first, ...others] = entity.titles;
  const kind = entity.word.find((word) => word.language === language) ?? entity.word[0];
  const text = (label: Label): string => escapeMarkup(say(label, language));
  return `<p class="kind">${escapeMarkup(kind?.text ?? '')}</p><h1>${escapeMarkup(first?.text ?? '')}</h1>${others
    .map((other) => `<p class="other">${escapeMarkup(other.text)}</p>`)
    .join('')}<dl>${rowsOf(entity, language)
    .map(([label, markup]) => `<dt>${text(label)}</dt><dd>${markup}</dd>`)
    .join('')}</dl>${
    entity.abstract
      ? `<h2>${text(['摘要', 'Abstract'])}</h2><p class="abstract">${escapeMarkup(entity.abstract)}</p>`
      : ''
  }${lists
    .filter(({ lines }) => lines.length > 0)
    .map(
      ({ heading, lines }) =>
        `<h2>${text(heading)} <small>${lines.length}</small></h2><ol>${lines
          .map(
            ({ title, note, path }) =>
              `<li>${link(path, title)}<small>${escapeMarkup(note)}</small></li>`,
          )
          .join('')}</ol>`,
    )
    .join('')}`;
};

/** HTML body of an error page. */
export const faultBody = (fault: Label, language: Language, title = ''): string =>
  `<h1>${escapeMarkup(say(fault, language))}</h1>${title ? `<p>${escapeMarkup(title)}</p>` : ''}`;
