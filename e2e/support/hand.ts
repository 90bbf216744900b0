import type { Locator, Page } from 'playwright-core';

/** Effort of a person for one job. */
export interface Effort {
  /**
   * Number of clicks, command keys, chosen files, and turns of the wheel until a target is visible.
   * Text typed into the focused field is content and does not count.
   */
  readonly gestures: number;
  /**
   * Number of targets to search for: out of sight, or among more entries than are visible at once.
   */
  readonly hesitations: number;
}

/** Number of entries of an open list that are visible at once. */
const atOnce = 7;

/** Person at a page, whose gestures are counted. */
export interface Hand {
  readonly page: Page;
  /** Clicks a target once it exists, and scrolls to it if out of sight. */
  click(target: Locator): Promise<void>;
  /** Clicks a field and types; a focused field needs no click. */
  type(target: Locator, text: string): Promise<void>;
  /** Opens a list of choices and picks an entry by typing its beginning. */
  pick(box: Locator, entry: string): Promise<void>;
  key(key: string): Promise<void>;
  choose(input: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void>;
  effort(): Effort;
}

/** True if the centre of the target is in the window and not covered. */
const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });

/** Makes a person at a page, with counters at zero. */
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
      // One for the button that opens the file dialog, one for the file.
      gestures += 2;
      await input.setInputFiles({ name, mimeType, buffer });
    },
    effort: () => ({ gestures, hesitations }),
  };
};
