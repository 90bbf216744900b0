import { timeText } from '@keyan/kernel/values/time.ts';
import { type CollectingSource, type FeedEntry, type HarvestedItem, rawText } from './source.ts';
import { childrenNamed, readXml, xmlText } from './xml.ts';

const dayOf = (text: string): string => {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? '' : timeText(moment).slice(0, 10);
};

const item = (id: string, entry: FeedEntry, raw: string): HarvestedItem[] =>
  entry.title === '' || id === ''
    ? []
    : [{ id, version: entry.date || String(entry.content.length), notice: entry, raw }];

/** Source of RSS 1.0, RSS 2.0 and Atom feeds: announcements of funders. */
export const feedSource: CollectingSource = {
  request: ({ base }) => ({
    accept: 'application/rss+xml, application/atom+xml, text/xml',
    url: base,
  }),
  read: ({ text, wanted }) => {
    const $ = readXml(text, 'rss', 'feed', 'rdf:RDF');
    const root = $.root().children().first();
    const holders = [...childrenNamed(root, 'channel').toArray(), ...root.toArray()];
    const items = holders.flatMap((holder) =>
      [
        ...childrenNamed($(holder), 'item').toArray(),
        ...childrenNamed($(holder), 'entry').toArray(),
      ].flatMap((one) => {
        const of = $(one);
        const links = childrenNamed(of, 'link');
        const chosen = links
          .toArray()
          .find((link) => ($(link).attr('rel') ?? 'alternate') === 'alternate');
        const link = (chosen && ($(chosen).attr('href') ?? $(chosen).text().trim())) || '';
        const date = dayOf(
          xmlText($, of, 'pubDate') ||
            xmlText($, of, 'updated') ||
            xmlText($, of, 'published') ||
            xmlText($, of, 'date'),
        );
        const bodies = ['encoded', 'content', 'description', 'summary'].map((name) =>
          childrenNamed(of, name).first().text().trim(),
        );
        if (wanted.from !== '' && date !== '' && date < wanted.from) return [];
        return item(
          xmlText($, of, 'guid') || xmlText($, of, 'id') || link,
          {
            title: xmlText($, of, 'title'),
            link: URL.parse(link, wanted.base)?.href ?? '',
            content: bodies.find(Boolean) ?? '',
            date,
          },
          rawText($.xml(of)),
        );
      }),
    );
    return { items, next: null, total: items.length, problems: [] };
  },
};
