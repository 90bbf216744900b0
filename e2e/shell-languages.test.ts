import { menus } from '@keyan/product/composition/menus.ts';
import { application } from '@keyan/product/index.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { dressed, person } from './support/page.ts';
import { byAccount, makeSights, type Sight, see, typed } from './support/sights.ts';

const han = /\p{Script=Han}/u;

/** The Chinese of every pair in the definitions: a page in English says the English instead. */
const labels: ReadonlySet<string> = (() => {
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

/** Every text with a Chinese character in an answer of the server: what people wrote. */
const writtenIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return han.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(writtenIn);
};

/** What somebody reads, hears or is shown on hover, with Chinese in it. */
const chineseOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const chinese = /\p{Script=Han}/u;
    const seen = (element: Element | null) => element?.checkVisibility() ?? false;
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (parentElement?.closest('[data-lang], .ky-avatar, script, style')) continue;
      if (seen(parentElement)) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!seen(element) || element.closest('[data-lang]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return [...new Set(found)].filter((text) => chinese.test(text));
  });

/** Names of languages are said in themselves. */
const own = ['中文', '简体中文'] as const;

test('in English no page says a word of its own in Chinese', { timeout: 600_000 }, async () => {
  const sights = await makeSights();
  const lookAt = async (account: string | undefined, theirs: readonly Sight[]) => {
    const who = await dressed(account, { language: 'en' });
    const written = new Set<string>();
    const reading: Promise<void>[] = [];
    who.page.on('response', (answer: Response) => {
      if (!answer.url().includes('/api/')) return;
      const read = async () => {
        const json = answer.headers()['content-type']?.includes('json');
        const body: unknown = json ? await answer.json().catch(() => null) : null;
        for (const text of writtenIn(body)) if (!labels.has(text)) written.add(text);
      };
      reading.push(read());
    });
    const faults: string[] = [];
    for (const sight of theirs) {
      await see(who, sight);
      await Promise.all(reading.splice(0));
      const data = [...written, ...own, ...typed].toSorted((one, two) => two.length - one.length);
      for (const text of await chineseOn(who.page)) {
        const rest = data.reduce((left, piece) => left.replaceAll(piece, ' '), text);
        // What is left may be a part of what somebody wrote: cut, or without its mark-up.
        const words = rest.split(/[^\p{L}\p{N}]+/u).filter((word) => han.test(word));
        const alien = words.filter(
          (word) => labels.has(word) || !data.some((piece) => piece.includes(word)),
        );
        if (alien.length > 0) faults.push(`${sight.name}: ${text.trim().slice(0, 120)}`);
      }
    }
    return faults;
  };
  const found = await byAccount(sights, lookAt);
  expect([...new Set(found)]).toEqual([]);
});

test('switching the language changes the title of the window too', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await pane(page).getByRole('heading', { level: 1, name: '论文登记' }).waitFor();
  const before = await page.title();
  expect(before).toContain('论文登记');
  await page.getByRole('button', { name: 'English' }).click();
  await pane(page).getByRole('heading', { level: 1, name: 'Paper registration' }).waitFor();
  await expect.poll(() => page.title()).toContain('Paper registration');
  expect(await page.title()).not.toMatch(han);
});

test('what the server said is said again in the language that was chosen', async () => {
  const { page, visit } = await person('dept_secretary');
  await visit('/wel/index');
  const figures = pane(page).getByText(/^(在研项目|Projects under way)$/);
  await expect.poll(() => figures.first().textContent()).toBe('在研项目');
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => figures.first().textContent()).toBe('Projects under way');
});
