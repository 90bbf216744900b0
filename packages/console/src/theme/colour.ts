/** Colour arithmetic: WCAG contrast, and OKLCH for perceptually even steps (Ottosson 2020). */

type Triple = readonly [number, number, number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Converts `#RRGGBB` to linear light, each channel 0 to 1. */
const linearLight = (hex: string): Triple => {
  const value = Number.parseInt(hex.slice(1), 16);
  const channel = (shift: number) => toLinear(((value >> shift) & 255) / 255);
  return [channel(16), channel(8), channel(0)];
};

const hexOf = (rgb: Triple): string => {
  const byte = (channel: number) =>
    Math.round(Math.min(Math.max(toGamma(channel), 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(byte).join('')}`.toUpperCase();
};

/** Returns the relative luminance of WCAG 2.2, 0 to 1. */
const luminance = (hex: string): number => {
  const [r, g, b] = linearLight(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Returns the contrast ratio of WCAG 2.2, 1 to 21. */
export const contrastRatio = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** Colour in OKLCH: lightness 0 to 1, chroma, hue in radians. */
interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

const toOklch = (hex: string): Oklch => {
  const [r, g, b] = linearLight(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
};

const fromOklch = ({ l, c, h }: Oklch): Triple => {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const ll = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const mm = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const ss = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * ll - 3.3077115913 * mm + 0.2309699292 * ss,
    -1.2684380046 * ll + 2.6097574011 * mm - 0.3413193965 * ss,
    -0.0041960863 * ll - 0.7034186147 * mm + 1.707614701 * ss,
  ];
};

/**
 * Returns the colour with another lightness and the same hue; reduces chroma until sRGB can show
 * it.
 */
const atLightness = (hex: string, l: number): string => {
  const { c, h } = toOklch(hex);
  const inside = (rgb: Triple) => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
  let chroma = c;
  let rgb = fromOklch({ l, c: chroma, h });
  while (!inside(rgb) && chroma > 0.001) {
    chroma *= 0.95;
    rgb = fromOklch({ l, c: chroma, h });
  }
  return hexOf(rgb);
};

const lightness = (hex: string): number => toOklch(hex).l;

/** Mixes two colours in gamma space, as browsers do for transparency; `share` of `over`, 0 to 1. */
const mixColours = (over: string, under: string, share: number): string => {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(over, at) * share + channel(under, at) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`.toUpperCase();
};

/** Changes the lightness in steps of 0.005 until the colour is readable on every background. */
const adjustUntilReadable = (
  hex: string,
  grounds: readonly string[],
  least: number,
  step: number,
): string => {
  let l = lightness(hex);
  let colour = hex.toUpperCase();
  const left = () => (step > 0 ? l < 1 : l > 0);
  while (grounds.some((ground) => contrastRatio(colour, ground) < least) && left()) {
    l += step;
    colour = atLightness(hex, Math.min(Math.max(l, 0), 1));
  }
  return colour;
};

/** Colours of a theme that a custom colour replaces. */
export interface DerivedColours {
  readonly accent: string;
  readonly fill: string;
  readonly fillHover: string;
  readonly fillActive: string;
  readonly link: string;
  readonly tint: string;
}

interface Grounds {
  readonly mode: 'light' | 'dark';
  readonly container: string;
  /** Backgrounds of links, except the tint. */
  readonly grounds: readonly string[];
  /** Text colours on the tint, except links. */
  readonly texts: readonly string[];
}

/** Contrast ratio of derived colours, a little above the 4.5 of WCAG AA. */
const targetContrast = 4.6;

/** Maximum share of a custom colour in its tint, by mode. */
const tintShare = { light: 0.1, dark: 0.2 } as const;

/** Returns the strongest tint that leaves all text on it readable, up to `tintShare`. */
const tintOf = (accent: string, { mode, container, texts }: Grounds): string => {
  let share: number = tintShare[mode];
  let tint = mixColours(accent, container, share);
  while (share > 0 && texts.some((text) => contrastRatio(text, tint) < 4.5)) {
    share -= 0.01;
    tint = mixColours(accent, container, Math.max(share, 0));
  }
  return tint;
};

/**
 * Returns a custom colour as the marker of a selection: contrast of 3 to 1 with its backgrounds
 * (WCAG 1.4.11), lighter on dark backgrounds, darker on light ones.
 */
export const markerColourOn = (accent: string, grounds: readonly string[]): string => {
  const dark = grounds.every(
    (ground) => contrastRatio('#FFFFFF', ground) > contrastRatio('#000000', ground),
  );
  return adjustUntilReadable(accent, grounds, 3.1, dark ? 0.005 : -0.005);
};

/**
 * Derives readable colours from any custom colour: white on `fill`, and `link` on every background,
 * reach 4.6 to 1. `accent` stays unchanged and is never used with text.
 */
export const deriveColours = (accent: string, theme: Grounds): DerivedColours => {
  const fill = adjustUntilReadable(accent, ['#FFFFFF'], targetContrast, -0.005);
  const tint = tintOf(accent, theme);
  const step = theme.mode === 'dark' ? 0.005 : -0.005;
  return {
    accent: accent.toUpperCase(),
    fill,
    fillHover: atLightness(fill, Math.max(lightness(fill) - 0.05, 0)),
    fillActive: atLightness(fill, Math.max(lightness(fill) - 0.1, 0)),
    link: adjustUntilReadable(accent, [...theme.grounds, tint], targetContrast, step),
    tint,
  };
};
