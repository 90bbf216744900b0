import type { Person } from './page.ts';

/** Texts that the cases type. */
export const typed = ['中国农业科学', '请补充英文题目'] as const;

/** Page in one state: account, address, and the condition for being complete. */
export interface PageCase {
  readonly name: string;
  /** Cases of one template have the same parts: one of them is checked for all. */
  readonly template: string;
  /** Account; undefined for a visitor. */
  readonly account?: string;
  readonly path: string;
  /** Selector of an element that exists once the page is complete. */
  readonly ready: string;
  /** True if placeholder bars are the state to show, not a sign of loading. */
  readonly loading?: true;
  /** Prints instead of showing on the screen. */
  readonly media?: 'print';
  /** Brings the page into the state. */
  readonly act?: (who: Person) => Promise<void>;
}

const arrive = async ({ page, ...who }: Person, pageCase: PageCase): Promise<void> => {
  await page.emulateMedia({ media: pageCase.media ?? 'screen' });
  await who.visit(pageCase.path);
  await page.locator(pageCase.ready).filter({ visible: true }).first().waitFor();
  // Data that is still loading appears as placeholder bars.
  if (!pageCase.loading) {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.ky-skeleton')].every((bars) => !bars.checkVisibility()),
    );
  }
  await pageCase.act?.({ page, ...who });
  // Elements that antd opens are invisible at first and could not be checked.
  await page.waitForFunction(
    () =>
      document.querySelector('[class*="ant-"]:is([class*="-appear"], [class*="-enter"])') === null,
  );
};

/** Opens a page and waits until it is complete. @throws Error that names the page */
export const open = async (who: Person, pageCase: PageCase): Promise<void> => {
  try {
    await arrive(who, pageCase);
  } catch (cause) {
    throw new Error(`${pageCase.name} (${pageCase.path}) does not come up: ${cause}`, { cause });
  }
};
