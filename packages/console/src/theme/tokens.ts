import type { Label } from '@keyan/kernel/label.ts';

/** Names of the eleven themes; `default` is also called `theme-kh` (ruling 39). */
export const themeNames = [
  'default',
  'white',
  'dark',
  'colourful',
  'smart',
  'iview',
  'vip',
  'cool',
  'd2',
  'hey',
  'lte',
] as const;

export type ThemeName = (typeof themeNames)[number];

export const isThemeName = (text: unknown): text is ThemeName =>
  themeNames.includes(text as ThemeName);

/** Colours of one status role: `text` and `border` on `bg`, white on `fill`. */
export interface StatusColours {
  readonly fill: string;
  readonly text: string;
  readonly bg: string;
  readonly border: string;
}

/** Tokens of a theme: everything that differs between themes. */
export interface ThemeTokens {
  readonly name: string;
  readonly label: Label;
  readonly idea: string;
  readonly mode: 'light' | 'dark';
  readonly color: Readonly<
    Record<
      | 'accent'
      | 'fill'
      | 'fillHover'
      | 'fillActive'
      | 'onFill'
      | 'link'
      | 'tint'
      | 'focus'
      | 'text'
      | 'textSecondary'
      | 'textTertiary'
      | 'textDisabled'
      | 'canvas'
      | 'container'
      | 'containerAlt'
      | 'elevated'
      | 'border'
      | 'borderControl'
      | 'mask',
      string
    >
  >;
  readonly side: Readonly<
    Record<
      | 'bg'
      | 'border'
      | 'text'
      | 'group'
      | 'hoverBg'
      | 'activeBg'
      | 'activeText'
      | 'marker'
      | 'shape',
      string
    >
  >;
  readonly header: Readonly<
    Record<
      | 'bg'
      | 'bgEnd'
      | 'border'
      | 'text'
      | 'textActive'
      | 'activeBg'
      | 'hoverBg'
      | 'marker'
      | 'fieldBg',
      string
    >
  >;
  readonly tab: Readonly<
    Record<'style' | 'bar' | 'bg' | 'text' | 'activeBg' | 'activeText' | 'marker', string>
  >;
  /** Corner radius in pixels. */
  readonly radius: Readonly<Record<'control' | 'card' | 'tag' | 'popup', number>>;
  readonly shadow: Readonly<Record<'card' | 'popup', string>>;
  readonly status: Readonly<
    Record<'success' | 'warning' | 'error' | 'refused' | 'info' | 'neutral', StatusColours>
  >;
  /** Colours of eight series in charts, in order. */
  readonly chart: readonly string[];
}
