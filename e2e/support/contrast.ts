import type AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/** Object that axe leaves in a page that it has checked. */
interface Axe {
  run(
    context: { readonly include: readonly Element[] },
    options: object,
  ): Promise<Record<'passes' | 'violations', readonly JudgedResult[]>>;
}

interface JudgedResult extends Result {
  readonly nodes: (Result['nodes'][number] & { readonly element?: Element })[];
}

type JudgedWindow = Window & { readonly axe: Axe; grounds?: ReadonlyMap<string, Element> };

/**
 * Returns the grounds of the page's texts: for each text everything that decides its contrast:
 * colour, size and weight, and the colours and opacities behind it. For each ground the page stores
 * one text, a visible one if possible.
 */
const groundsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const behind = new Map<Element | null, string>([[null, '']]);
    const layersOf = (element: Element | null): string => {
      const known = behind.get(element);
      if (known !== undefined || !element) return known ?? '';
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`;
      const clear = own === 'rgba(0, 0, 0, 0) none 1 none';
      const layers = layersOf(element.parentElement) + (clear ? '' : `${own};`);
      behind.set(element, layers);
      return layers;
    };
    const hasText = (element: Element): boolean =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && /\S/.test(textContent ?? ''),
      );
    const inSight = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const grounds = new Map<string, Element>();
    const seen = new Set<string>();
    for (const element of document.body.querySelectorAll('*')) {
      if (!hasText(element) || !element.checkVisibility()) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const ground = `${color} ${fontSize} ${fontWeight} on ${layersOf(element)}`;
      if (seen.has(ground)) continue;
      if (inSight(element)) seen.add(ground);
      else if (grounds.has(ground)) continue;
      grounds.set(ground, element);
    }
    (window as unknown as JudgedWindow).grounds = grounds;
    return [...grounds.keys()];
  });

/** Returns the grounds of the page in its current theme that `known` lacks, and adds them to it. */
export const newGrounds = async (page: Page, known: Set<string>): Promise<readonly string[]> => {
  const fresh = (await groundsOf(page)).filter((ground) => !known.has(ground));
  for (const ground of fresh) known.add(ground);
  return fresh;
};

/**
 * Lets axe check the contrast of one text on each ground; returns the grounds that it could check.
 */
const judge = (page: Page, wanted: readonly string[]) =>
  page.evaluate(async (names) => {
    const { axe, grounds } = window as unknown as JudgedWindow;
    const texts = new Map(names.map((name) => [grounds?.get(name) as Element, name]));
    const options = { runOnly: ['color-contrast'], elementRef: true };
    const found = await axe.run({ include: [...texts.keys()] }, options);
    const nodes = [...found.passes, ...found.violations].flatMap((result) => result.nodes);
    return {
      judged: nodes.flatMap(({ element }) => (element && texts.get(element)) ?? []),
      violations: found.violations.map(
        (result): Result => ({
          ...result,
          nodes: result.nodes.map(({ element, ...node }) => node),
        }),
      ),
    };
  }, wanted);

/**
 * Returns faults of contrast in the current theme of a page that axe has checked in another theme:
 * themes differ in colours only. Each ground is checked once, and not again if `known` has it.
 * Grounds that axe cannot check here, for instance because something covers them, are tried again
 * on the next page.
 */
export const contrastFaults = async (
  page: Page,
  known: Set<string>,
): Promise<readonly Result[]> => {
  const fresh = (await groundsOf(page)).filter((ground) => !known.has(ground));
  if (fresh.length === 0) return [];
  const { judged, violations } = await judge(page, fresh);
  for (const ground of judged) known.add(ground);
  return violations;
};
