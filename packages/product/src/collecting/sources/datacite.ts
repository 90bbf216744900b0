import { readJsonWorks } from '../../achievement/bibliography/json-works.ts';
import { objectInside, objectsOf, readJson, textIn } from './json.ts';
import { addressWithParameters, type CollectingSource, rawText, Unread } from './source.ts';

/** Works per page. */
const pageSize = 100;

/** Address of the next page; null if it points to another host. */
const sameSite = (next: string, base: string): string | null => {
  const url = URL.parse(next, base);
  return url && url.host === new URL(base).host ? url.href : null;
};

/** Source DataCite: data sets and software (https://support.datacite.org/docs/api). */
export const dataciteSource: CollectingSource = {
  request: ({ base, keyword, yearFrom, yearTo, from, cursor }) => ({
    accept: 'application/vnd.api+json',
    url:
      cursor ??
      addressWithParameters(base, '/dois', {
        query: [
          keyword && `creators.affiliation.name:"${keyword.replaceAll('"', ' ')}"`,
          from && `updated:[${from} TO *]`,
          (yearFrom || yearTo) && `publicationYear:[${yearFrom || '*'} TO ${yearTo || '*'}]`,
        ]
          .filter(Boolean)
          .join(' AND '),
        'page[cursor]': '1',
        'page[size]': String(pageSize),
      }),
  }),
  read: ({ text, wanted }) => {
    const answer = readJson(text);
    if (!Array.isArray(answer.data)) {
      throw new Unread([
        '应答不是 DataCite 的题录，请核对入口地址',
        'The response is not DataCite records: check the base URL',
      ]);
    }
    const works = objectsOf(answer.data);
    const next = textIn(objectInside(answer, 'links'), 'next');
    return {
      items: works.flatMap((given) => {
        const attributes = objectInside(given, 'attributes');
        const [work] = readJsonWorks(JSON.stringify(attributes));
        const id = textIn(attributes, 'doi').toLowerCase();
        if (!work || id === '') return [];
        return [{ id, version: textIn(attributes, 'updated'), work, raw: rawText(given) }];
      }),
      next: works.length > 0 && next ? sameSite(next, wanted.base) : null,
      problems: [],
    };
  },
};
