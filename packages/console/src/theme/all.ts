import colourful from './tokens/colourful.json' with { type: 'json' };
import cool from './tokens/cool.json' with { type: 'json' };
import d2 from './tokens/d2.json' with { type: 'json' };
import dark from './tokens/dark.json' with { type: 'json' };
import standard from './tokens/default.json' with { type: 'json' };
import hey from './tokens/hey.json' with { type: 'json' };
import iview from './tokens/iview.json' with { type: 'json' };
import lte from './tokens/lte.json' with { type: 'json' };
import smart from './tokens/smart.json' with { type: 'json' };
import vip from './tokens/vip.json' with { type: 'json' };
import white from './tokens/white.json' with { type: 'json' };
import type { ThemeName, ThemeTokens } from './tokens.ts';

/** Tokens of all themes. For the build and for tests; the page loads style sheets instead. */
export const allThemes = {
  default: standard,
  white,
  dark,
  colourful,
  smart,
  iview,
  vip,
  cool,
  d2,
  hey,
  lte,
} as unknown as Record<ThemeName, ThemeTokens>;
