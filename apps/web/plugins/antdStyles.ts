import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { type ComponentType, createElement, type PropsWithChildren } from 'react';
import { renderToString } from 'react-dom/server';
import { antdKey, antdTheme } from '../../../packages/console/src/theme/antdTheme.ts';
import type { Spacing } from '../../../packages/console/src/theme/density.ts';
import type { ThemeTokens } from '../../../packages/console/src/theme/tokens.ts';

/** Values of antd's CSS variables, by selector and name. */
export type AntdVariables = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Exports of antd that are no components, or components without styles. */
const leftOut = new Set(['App', 'BackTop', 'ConfigProvider', 'Grid', 'List', 'QRCode']);

const components = (Object.entries(antd) as [string, ComponentType<PropsWithChildren>][]).filter(
  ([name]) => /^[A-Z]/.test(name) && !leftOut.has(name),
);

const kept = new Map<string, AntdVariables>();

/** Child element for tooltips and similar components. */
const target = createElement('span');

/**
 * Renders every component of antd once under a theme and collects the CSS variables that it
 * declares, so that the style sheet serves every page.
 */
export const antdVariables = (tokens: ThemeTokens, spacing: Spacing = 'compact'): AntdVariables => {
  const name = `${tokens.name} ${spacing}`;
  const known = kept.get(name);
  if (known) return known;
  const cache = createCache();
  const theme = antdTheme(tokens, spacing);
  const quiet = silence();
  for (const [, component] of components) {
    try {
      renderToString(
        createElement(
          StyleProvider,
          { cache },
          createElement(antd.ConfigProvider, { theme }, createElement(component, null, target)),
        ),
      );
    } catch {
      // Some components fail without props, after having declared their variables.
    }
  }
  quiet();
  const found = parse(extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }));
  kept.set(name, found);
  return found;
};

/**
 * Placeholder colours that no theme has; the output replaces them with variables of this project.
 */
const standIns = {
  accent: '#A10B01',
  fill: '#A10B02',
  'fill-hover': '#A10B03',
  'fill-active': '#A10B04',
  link: '#A10B05',
  tint: '#A10B06',
} as const;

/** Replaces colours that antd mixes from the fill colour and never uses behind text. */
const mixed = 'color-mix(in srgb, var(--ky-fill) 40%, var(--ky-container))';

/**
 * antd's variables that depend on a custom colour, as references to variables of this project:
 * rendered once with placeholder colours, since the style sheet is the same for every theme.
 */
export const antdCustomColour = (tokens: ThemeTokens): string => {
  const base = antdVariables(tokens);
  const probe = antdVariables({
    ...tokens,
    name: 'free',
    color: {
      ...tokens.color,
      accent: standIns.accent,
      fill: standIns.fill,
      fillHover: standIns['fill-hover'],
      fillActive: standIns['fill-active'],
      link: standIns.link,
      tint: standIns.tint,
    },
  });
  const refer = (value: string): string => {
    const named = Object.entries(standIns).reduce(
      (text, [name, colour]) => text.replace(new RegExp(colour, 'gi'), `var(--ky-${name})`),
      value,
    );
    return named === value ? mixed : named;
  };
  const referring = [...probe].map(([selector, variables]) => {
    const changed = [...variables].filter(
      ([name, value]) => base.get(selector)?.get(name) !== value,
    );
    return [selector, new Map(changed.map(([name, value]) => [name, refer(value)]))] as const;
  });
  return antdDifference('[data-colour][data-theme]', base, referring);
};

/** Silences antd's warnings about missing props. Returns the function that restores them. */
const silence = (): (() => void) => {
  const { error, warn } = console;
  console.error = () => undefined;
  console.warn = () => undefined;
  return () => Object.assign(console, { error, warn });
};

const parse = (css: string): AntdVariables => {
  const found = new Map<string, Map<string, string>>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    // Components with a nested provider have its class; the page has a single provider.
    const own = selector.replace(/\.css-var-_\w+_/g, `.${antdKey}`).trim();
    if (!own.startsWith(`.${antdKey}`)) continue;
    const variables = found.get(own) ?? new Map<string, string>();
    for (const line of body.split(';')) {
      const colon = line.indexOf(':');
      if (colon > 0) variables.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    }
    found.set(own, variables);
  }
  return found;
};

/** Style sheet with the variables that differ from the base theme, limited to a CSS scope. */
export const antdDifference = (
  scope: string,
  base: AntdVariables,
  other: Iterable<readonly [string, ReadonlyMap<string, string>]>,
): string =>
  [...other]
    .flatMap(([selector, variables]) => {
      const lines = [...variables].filter(
        ([name, value]) => base.get(selector)?.get(name) !== value,
      );
      if (lines.length === 0) return [];
      return `${scope} ${selector}{${lines.map(([name, value]) => `${name}:${value}`).join(';')}}`;
    })
    .join('\n');
