import type { HelpPage } from '@keyan/console/navigation/config.ts';
import { readersOf } from './readers.ts';

type Files = Readonly<Record<string, string>>;

const zh: Files = import.meta.glob('./zh/*.md', { query: '?raw', import: 'default', eager: true });
const en: Files = import.meta.glob('./en/*.md', { query: '?raw', import: 'default', eager: true });

/** Built URLs of the pictures by source path. */
const pictures: Files = import.meta.glob('./pictures/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Text of a page with picture paths replaced by their built URLs. */
const placed = (text: string): string =>
  text.replace(/\(\.(\.\/pictures\/[^)]+)\)/g, (_, path: string) => `(${pictures[path] ?? path})`);

/** Help pages, ordered by file name; file names begin with a number. */
export const guidePages: readonly HelpPage[] = Object.entries(zh)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, text]) => ({
    key: path.replace(/^.*\/|\.md$/g, ''),
    roles: readersOf(text),
    text: [placed(text), placed(en[path.replace('/zh/', '/en/')] ?? text)],
  }));
