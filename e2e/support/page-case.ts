import type { Person } from './page.ts';

/** Texts that the cases type themselves. */
export const typed = ['中国农业科学', '请补充英文题目'] as const;

/** A page in one state: who opens it, where, and what to wait for. */
export interface PageCase {
  readonly name: string;
  /** Cases of one template are built of the same parts: one of them is judged for all. */
  readonly template: string;
  /** Undefined for a stranger. */
  readonly account?: string;
  readonly path: string;
  /** Something that is there once the page is complete. */
  readonly ready: string;
  /** Grey bars are what it shows, not what it waits for. */
  readonly loading?: true;
  /** On paper rather than on the screen. */
  readonly media?: 'print';
  /** Brings the page into the state that is meant. */
  readonly act?: (who: Person) => Promise<void>;
}

const arrive = async ({ page, ...who }: Person, pageCase: PageCase): Promise<void> => {
  await page.emulateMedia({ media: pageCase.media ?? 'screen' });
  await who.visit(pageCase.path);
  await page.locator(pageCase.ready).filter({ visible: true }).first().waitFor();
  // Data that is still loading shows as grey bars, visible only when it takes long.
  if (!pageCase.loading) {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.ky-skeleton')].every((bars) => !bars.checkVisibility()),
    );
  }
  await pageCase.act?.({ page, ...who });
  // An element that antd opens is invisible at first, and could not be judged.
  await page.waitForFunction(
    () =>
      document.querySelector('[class*="ant-"]:is([class*="-appear"], [class*="-enter"])') === null,
  );
};

/** Goes to a page and waits until it is complete. @throws Error that names the page */
export const open = async (who: Person, pageCase: PageCase): Promise<void> => {
  try {
    await arrive(who, pageCase);
  } catch (cause) {
    throw new Error(`${pageCase.name} (${pageCase.path}) does not come up: ${cause}`, { cause });
  }
};
