import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allThemes } from './all.ts';
import { contrastRatio, deriveColours, markerColourOn } from './colour.ts';
import { customColourVariables } from './customColour.ts';
import { themeList } from './list.ts';
import { themeStylesheet, themeVariables } from './stylesheet.ts';
import pairs from './tokens/pairs.json' with { type: 'json' };
import { type ThemeTokens, themeNames } from './tokens.ts';

const at = (theme: ThemeTokens, path: string): string =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], theme) as string;

const grounds = (theme: ThemeTokens) => [
  theme.color.container,
  theme.color.canvas,
  theme.color.containerAlt,
  ...Object.values(theme.status).map(({ bg }) => bg),
];

const texts = ({ color, status }: ThemeTokens) => [
  color.text,
  color.textSecondary,
  color.textTertiary,
  ...Object.values(status).map(({ text }) => text),
];

/** Where the marks of chosen entries stand: bar, side menu, tabs. */
const marked = ({ header, side, tab }: ThemeTokens) => [
  [header.bg, header.bgEnd, header.activeBg],
  [side.bg, side.activeBg],
  [tab.bar, tab.activeBg],
];

describe.each(themeNames)('theme %s', (name) => {
  const theme = allThemes[name];

  it('meets the contrast of every pair of colours', () => {
    const failing = pairs.filter(
      ([fore, back, least]) =>
        contrastRatio(at(theme, fore as string), at(theme, back as string)) < Number(least),
    );
    expect(failing).toEqual([]);
  });

  it('has the same variables as every other', () => {
    expect([...themeVariables(theme).keys()]).toEqual([
      ...themeVariables(allThemes.default).keys(),
    ]);
  });

  it('stays readable under any custom colour', () => {
    // The ends of the scale are what people try and what arithmetic gets wrong.
    const channel = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 255));
    fc.assert(
      fc.property(channel, channel, channel, (r, g, b) => {
        const accent = `#${[r, g, b].map((n) => n.toString(16).padStart(2, '0')).join('')}`;
        const { mode } = theme;
        const { container } = theme.color;
        const given = { mode, container, grounds: grounds(theme), texts: texts(theme) };
        const derived = deriveColours(accent, given);
        expect(contrastRatio('#FFFFFF', derived.fill)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio('#FFFFFF', derived.fillHover)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [...grounds(theme), derived.tint]) {
          expect(contrastRatio(derived.link, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const text of texts(theme)) {
          expect(contrastRatio(text, derived.tint)).toBeGreaterThanOrEqual(4.5);
        }
        for (const places of marked(theme)) {
          const mark = markerColourOn(accent, places);
          for (const ground of places) {
            expect(contrastRatio(mark, ground)).toBeGreaterThanOrEqual(3);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps what is chosen at the side readable under any custom colour', () => {
    const variables = themeVariables(theme);
    const own = (variable: string) => variables.get(`--ky-${variable}`) ?? '';
    for (const accent of ['#000000', '#FFFFFF', '#FFD400', '#00FF00', '#409EFF', '#7F7F7F']) {
      const free = customColourVariables(accent, own, theme.mode);
      const ground = free.get('side-active-bg') ?? '';
      expect(contrastRatio(theme.side.activeText, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(free.get('side-marker') ?? '', ground)).toBeGreaterThanOrEqual(
        ground === theme.side.activeBg ? 3 : 1,
      );
    }
  });
});

it('knows the ends of the scale', () => {
  expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrastRatio('#FFFFFF', '#409EFF')).toBeCloseTo(2.78, 1);
});

it('writes differences only', () => {
  const sheet = themeStylesheet([allThemes.default, allThemes.dark]);
  expect(sheet).toContain(':root{color-scheme:light;--ky-accent:#409EFF');
  expect(sheet).toContain('[data-theme="dark"]{color-scheme:dark;--ky-accent:#6CB2FF');
  // Both have white on the fill, so the second block does not repeat it.
  expect(sheet.split('--ky-on-fill').length).toBe(2);
});

it('shows the themes as they are in the picker', () => {
  expect(themeList).toEqual(
    themeNames.map((name) => {
      const { label, header, side, tab, color } = allThemes[name];
      const shapes = { side: side.shape, tab: tab.style };
      return { name, label, ...shapes, swatch: [header.bg, side.bg, color.canvas, color.fill] };
    }),
  );
});
