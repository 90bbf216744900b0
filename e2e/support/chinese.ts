import { menus } from '@keyan/product/composition/menus.ts';
import { application } from '@keyan/product/index.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import type { Page, Response } from 'playwright-core';
import { typed } from './page-case.ts';

const han = /\p{Script=Han}/u;

/**
 * Chinese texts of all labels in the definitions: an English page must show their English instead.
 */
const chineseLabels: ReadonlySet<string> = (() => {
  const found = new Set<string>();
  const seen = new Set<object>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const [zh, en, more] = Array.isArray(value) ? value : [];
    const pair = typeof zh === 'string' && typeof en === 'string' && more === undefined;
    if (pair && han.test(zh) && !han.test(en)) found.add(zh);
    for (const each of Object.values(value)) collect(each);
  };
  collect([application, menus, roles]);
  return found;
})();

/** Returns every text with a Chinese character in a response, as written by people. */
const writtenIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return han.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(writtenIn);
};

/**
 * Names under which responses contain titles of records, which are data even if equal to a label.
 */
const titleKeys: ReadonlySet<string> = new Set([
  'businessName',
  ...application.resources.map(({ title }) => title),
]);

const titlesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== 'string') return titlesIn(each);
    // The name of a process begins with its kind, which pages omit: `荣誉称号-校级学科带头人`.
    const bare = each.replace(/^[^-]*-/, '');
    return titleKeys.has(key) ? [each, bare].filter((text) => han.test(text)) : [];
  });
};

/** Returns visible, accessible and hover texts with Chinese characters. */
const chineseOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const chinese = /\p{Script=Han}/u;
    const seen = (element: Element | null) => element?.checkVisibility() ?? false;
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!parentElement || !seen(parentElement)) continue;
      if (parentElement.closest('[data-lang], .ky-avatar, script, style')) continue;
      // Highlighting of matches splits a text (Marked): the whole text is read.
      const piece = parentElement.closest('mark')?.parentElement ?? parentElement;
      const line = piece.querySelector(':scope > mark') ? piece.parentElement : piece;
      const isMarked = line?.querySelector(':scope > span > mark');
      found.push((isMarked ? line?.textContent : textContent) ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!seen(element) || element.closest('[data-lang]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return [...new Set(found)].filter((text) => chinese.test(text));
  });

/** Names of languages, each written in that language. */
const languageNames = ['中文', '简体中文'] as const;

/** Finder of Chinese words on an English page that are no data. */
export interface ChineseFinder {
  /** Returns the texts on the current page, cut to fit a message. */
  find(): Promise<readonly string[]>;
}

/** Collects texts that the server sends to a page from now on, which are data. */
export const findChinese = (page: Page): ChineseFinder => {
  const data = new Set<string>([...languageNames, ...typed]);
  const reading: Promise<void>[] = [];
  const read = async (answer: Response): Promise<void> => {
    const json = answer.headers()['content-type']?.includes('json');
    const body: unknown = json ? await answer.json().catch(() => null) : null;
    for (const text of writtenIn(body)) if (!chineseLabels.has(text)) data.add(text);
    for (const text of titlesIn(body)) data.add(text);
  };
  page.on('response', (answer) => {
    if (answer.url().includes('/api/')) reading.push(read(answer));
  });
  return {
    async find() {
      await Promise.all(reading.splice(0));
      const longestFirst = [...data].toSorted((one, two) => two.length - one.length);
      return (await chineseOn(page)).flatMap((text) => {
        const rest = longestFirst.reduce((left, piece) => left.replaceAll(piece, ' '), text);
        // The remaining text may be a part of a user's text: cut, or without mark-up.
        const words = rest.split(/[^\p{L}\p{N}]+/u).filter((word) => han.test(word));
        const own = words.filter(
          (word) => chineseLabels.has(word) || !longestFirst.some((piece) => piece.includes(word)),
        );
        return own.length > 0 ? [text.trim().slice(0, 120)] : [];
      });
    },
  };
};
