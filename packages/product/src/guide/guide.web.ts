import type { HelpPage } from '@keyan/console/navigation/config.ts';
import { readersOf } from './readers.ts';

type Files = Readonly<Record<string, string>>;

const zh: Files = import.meta.glob('./zh/*.md', { query: '?raw', import: 'default', eager: true });
const en: Files = import.meta.glob('./en/*.md', { query: '?raw', import: 'default', eager: true });

/** Addresses of the pictures by path. */
const pictures: Files = import.meta.glob('./pictures/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The text of a page with its pictures where the build has put them. */
const placed = (text: string): string =>
  text.replace(/\(\.(\.\/pictures\/[^)]+)\)/g, (_, path: string) => `(${pictures[path] ?? path})`);

/** The pages of help in the order of their file names, which begin with a number. */
export const guidePages: readonly HelpPage[] = Object.entries(zh)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, text]) => ({
    key: path.replace(/^.*\/|\.md$/g, ''),
    roles: readersOf(text),
    text: [placed(text), placed(en[path.replace('/zh/', '/en/')] ?? text)],
  }));
