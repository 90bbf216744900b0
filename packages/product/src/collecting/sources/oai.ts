import type { Label } from '@keyan/kernel/label.ts';
import { readDate } from '../../achievement/bibliography/date.ts';
import { readDoi, readIsbn, readIssns } from '../../achievement/bibliography/identifiers.ts';
import { readPeople } from '../../achievement/bibliography/name.ts';
import { canonicalReference } from '../../achievement/bibliography/reference.ts';
import { typeByName } from '../../achievement/bibliography/type-words.ts';
import {
  addressWithParameters,
  type CollectingSource,
  type HarvestedItem,
  rawText,
  Unread,
} from './source.ts';
import { childrenNamed, childTexts, readXml, xmlText } from './xml.ts';

/** Terms of COAR and OpenAIRE for journal articles; other types are recognised by their wording. */
const articles = /journal article|info:eu-repo\/semantics\/article|c_6501|^article$|期刊论文/i;

/** Protocol errors that end a walk normally. */
const empty = new Set(['noRecordsMatch']);
const stale = new Set(['badResumptionToken']);

const wordsOf = (code: string, text: string): Label => [
  `对方仓储返回错误 ${code}：${text}，请核对集合名与时间范围`,
  `The repository returned error ${code}: ${text}; check the set and the dates`,
];

/**
 * Source for repositories with OAI-PMH 2.0 and Dublin Core
 * (https://www.openarchives.org/OAI/openarchivesprotocol.html).
 */
export const oaiSource: CollectingSource = {
  request: ({ base, keyword, from, until, cursor }) => ({
    accept: 'text/xml',
    url: addressWithParameters(
      base,
      '',
      cursor === null
        ? {
            verb: 'ListRecords',
            metadataPrefix: 'oai_dc',
            set: keyword.trim() === '*' ? '' : keyword.trim(),
            from,
            until,
          }
        : { verb: 'ListRecords', resumptionToken: cursor },
    ),
  }),
  read: ({ text }) => {
    const $ = readXml(text, 'OAI-PMH');
    const root = $.root().children().first();
    const [fault] = childrenNamed(root, 'error').toArray();
    const code = fault ? ($(fault).attr('code') ?? '') : '';
    if (empty.has(code)) return { items: [], next: null, total: 0, problems: [] };
    if (stale.has(code)) return { items: [], next: null, problems: [], isStale: true };
    if (fault) throw new Unread(wordsOf(code, $(fault).text().trim().slice(0, 200)));
    const list = childrenNamed(root, 'ListRecords');
    const items = childrenNamed(list, 'record')
      .toArray()
      .flatMap((one): HarvestedItem[] => {
        const record = $(one);
        const header = childrenNamed(record, 'header');
        const id = xmlText($, header, 'identifier');
        const version = xmlText($, header, 'datestamp');
        const raw = rawText($.xml(record));
        if (id === '') return [];
        if (header.attr('status') === 'deleted') return [{ id, version, isGone: true, raw }];
        const dc = childrenNamed(childrenNamed(record, 'metadata'), 'dc');
        const of = (name: string) => childTexts($, dc, name);
        const types = of('type');
        const sources = of('source');
        const numbers = [...of('identifier'), ...of('relation')].join(' ');
        const isArticle = types.some((type) => articles.test(type));
        const work = canonicalReference({
          type: isArticle ? 'article' : (typeByName(types[0] ?? '') ?? 'unknown'),
          source: 'json',
          title: of('title')[0],
          authors: of('creator').flatMap((name) => readPeople(name)),
          container: sources.find((source) => !/^[\d\s-]+$/.test(source)),
          publisher: of('publisher')[0],
          date: of('date')
            .map((date) => readDate(date.slice(0, 10)))
            .find(Boolean),
          doi: readDoi(numbers),
          issn: readIssns([...sources, numbers].join(' '))[0],
          isbn: readIsbn(numbers),
          language: of('language')[0],
          keywords: of('subject').filter((subject) => !subject.includes(';')),
        });
        return work.title === '' ? [] : [{ id, version, work, raw }];
      });
    const [token] = childrenNamed(list, 'resumptionToken').toArray();
    const next = token ? $(token).text().trim() : '';
    const total = Number(token ? $(token).attr('completeListSize') : Number.NaN);
    return {
      items,
      next: next || null,
      ...(Number.isFinite(total) ? { total } : {}),
      problems: [],
    };
  },
};
