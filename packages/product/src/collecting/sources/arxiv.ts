import { readDate } from '../../achievement/bibliography/date.ts';
import { readDoi } from '../../achievement/bibliography/identifiers.ts';
import { readPeople } from '../../achievement/bibliography/name.ts';
import { canonicalReference } from '../../achievement/bibliography/reference.ts';
import { addressWithParameters, type CollectingSource, rawText } from './source.ts';
import { childrenNamed, readXml, xmlText } from './xml.ts';

/** Works per page. */
const pageSize = 100;

/** Number and version of an identifier: `2403.01234v2`. */
const numberOf = (address: string): readonly [string, string] => {
  const [, number = '', version = '1'] = /abs\/(.+?)(?:v(\d+))?$/.exec(address) ?? [];
  return [number, version];
};

/**
 * Source arXiv: preprints; entries with a journal reference become articles
 * (https://info.arxiv.org/help/api).
 */
export const arxivSource: CollectingSource = {
  request: ({ base, keyword, cursor }) => ({
    accept: 'application/atom+xml',
    url: addressWithParameters(base, '/api/query', {
      search_query: /^\w+:/.test(keyword) ? keyword : `all:"${keyword.replaceAll('"', ' ')}"`,
      start: cursor ?? '0',
      max_results: String(pageSize),
      sortBy: 'lastUpdatedDate',
    }),
  }),
  read: ({ text, wanted }) => {
    const $ = readXml(text, 'feed');
    const feed = $.root().children().first();
    const entries = childrenNamed(feed, 'entry').toArray();
    const total = Number(xmlText($, feed, 'totalResults'));
    const start = Number(wanted.cursor ?? 0) + entries.length;
    const items = entries.flatMap((entry) => {
      const of = $(entry);
      const [id, version] = numberOf(xmlText($, of, 'id'));
      const updated = xmlText($, of, 'updated').slice(0, 10);
      if (id === '' || (wanted.from !== '' && updated < wanted.from)) return [];
      const journal = xmlText($, of, 'journal_ref');
      const doi = readDoi(xmlText($, of, 'doi'));
      const isPrinted = journal !== '';
      const work = canonicalReference({
        type: isPrinted ? 'article' : 'manuscript',
        source: 'json',
        title: xmlText($, of, 'title'),
        authors: childrenNamed(of, 'author')
          .toArray()
          .flatMap((one) => {
            const affiliation = xmlText($, $(one), 'affiliation');
            return readPeople(xmlText($, $(one), 'name')).map((author) =>
              affiliation ? { ...author, affiliation } : author,
            );
          }),
        container: isPrinted ? journal.replace(/[\s,]+(?:vol\.?\s*)?\d.*$/i, '') : 'arXiv',
        date: readDate(
          /\((\d{4})\)|\b((?:19|20)\d{2})\b/.exec(journal)?.[1] ??
            xmlText($, of, 'published').slice(0, 10),
        ),
        ...(doi ? { doi } : {}),
        url: `https://arxiv.org/abs/${id}`,
      });
      return [{ id, version, work, raw: rawText($.xml(of)) }];
    });
    return {
      items,
      next: entries.length > 0 && start < total ? String(start) : null,
      ...(Number.isFinite(total) ? { total } : {}),
      problems: [],
    };
  },
};
