import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { type ComponentType, createElement, type PropsWithChildren } from 'react';
import { renderToString } from 'react-dom/server';
import { type Density, kitKey, kitTheme } from '../../../packages/console/src/theme/kit.ts';
import type { ThemeTokens } from '../../../packages/console/src/theme/tokens.ts';

/** Values of the kit's variables: selector, then name. */
export type KitVariables = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Not components, or components without a style of their own. */
const leftOut = new Set(['App', 'BackTop', 'ConfigProvider', 'Grid', 'List', 'QRCode']);

const components = (Object.entries(antd) as [string, ComponentType<PropsWithChildren>][]).filter(
  ([name]) => /^[A-Z]/.test(name) && !leftOut.has(name),
);

const kept = new Map<string, KitVariables>();

/** Something to stand on for tooltips and their like. */
const target = createElement('span');

/**
 * Draws every component of the kit once under a theme and reads off the variables it declared. All
 * of them, so that a sheet is complete whatever the page shows (stack trap 10).
 */
export const kitVariables = (tokens: ThemeTokens, density: Density = 'compact'): KitVariables => {
  const name = `${tokens.name} ${density}`;
  const known = kept.get(name);
  if (known) return known;
  const cache = createCache();
  const theme = kitTheme(tokens, density);
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
      // Some need properties to draw anything; their variables are declared before that shows.
    }
  }
  quiet();
  const found = parse(extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }));
  kept.set(name, found);
  return found;
};

/** The kit warns about components that are drawn without what they need. */
const silence = (): (() => void) => {
  const { error, warn } = console;
  console.error = () => undefined;
  console.warn = () => undefined;
  return () => Object.assign(console, { error, warn });
};

const parse = (css: string): KitVariables => {
  const found = new Map<string, Map<string, string>>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    // Parts that stand under a provider of their own have its class; in the page there is one only.
    const own = selector.replace(/\.css-var-_\w+_/g, `.${kitKey}`).trim();
    if (!own.startsWith(`.${kitKey}`)) continue;
    const variables = found.get(own) ?? new Map<string, string>();
    for (const line of body.split(';')) {
      const colon = line.indexOf(':');
      if (colon > 0) variables.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    }
    found.set(own, variables);
  }
  return found;
};

/** A sheet with what one set of variables has otherwise than the base, under a scope. */
export const kitDifference = (
  scope: string,
  base: KitVariables,
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
