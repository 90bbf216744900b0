import type { Locator, Page } from 'playwright-core';

/** Work of a hand and an eye in one job. */
export interface Effort {
  /** Clicks, keys that command, files chosen, turns of the wheel until a target is in sight. Text typed into the field in focus is content. */
  readonly gestures: number;
  /** Moments in which one has to look for the target: it was out of sight, or among more entries than are seen at once. */
  readonly hesitations: number;
}

/** Entries of an open list that are seen at once. */
const atOnce = 7;

/** A person at a page, whose gestures are counted. */
export interface Hand {
  readonly page: Page;
  /** Clicks a target once it is there, and turns the wheel to it where it is out of sight. */
  click(target: Locator): Promise<void>;
  /** Clicks a field and types; a field that has the focus is typed into. */
  type(target: Locator, text: string): Promise<void>;
  /** Opens a list of choices and picks an entry by typing its beginning. */
  pick(box: Locator, entry: string): Promise<void>;
  key(key: string): Promise<void>;
  choose(input: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void>;
  effort(): Effort;
}

/** Is the middle of the target in the window, and not below what covers it? */
const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });

/** A hand that begins to count. */
export const handAt = (page: Page): Hand => {
  let gestures = 0;
  let hesitations = 0;
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    if (await isInSight(target)) return;
    gestures += 1;
    hesitations += 1;
    await target.scrollIntoViewIfNeeded();
  };
  const click = async (target: Locator): Promise<void> => {
    await reach(target);
    gestures += 1;
    await target.click();
  };
  return {
    page,
    click,
    async type(target, text) {
      await target.waitFor();
      const isFocused = await target.evaluate((element) => element === document.activeElement);
      if (!isFocused) await click(target);
      await target.fill(text);
    },
    async pick(box, entry) {
      await click(box);
      if (await box.isEditable()) await box.fill(entry);
      const list = page.locator('.ant-select-dropdown').filter({ visible: true });
      const entries = list.locator(
        '.ant-select-item-option, .ant-select-tree-node-content-wrapper',
      );
      const wanted = entries.filter({ hasText: entry }).first();
      await wanted.waitFor();
      if ((await entries.count()) > atOnce) hesitations += 1;
      gestures += 1;
      await wanted.click();
      await list
        .waitFor({ state: 'hidden', timeout: 1000 })
        .catch(() => page.keyboard.press('Escape'));
    },
    async key(key) {
      gestures += 1;
      await page.keyboard.press(key);
    },
    async choose(input, name, mimeType, buffer) {
      // One for the button that opens the window of files, one for the file.
      gestures += 2;
      await input.setInputFiles({ name, mimeType, buffer });
    },
    effort: () => ({ gestures, hesitations }),
  };
};
