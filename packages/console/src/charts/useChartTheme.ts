import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../i18n/language.ts';
import type { ChartTheme } from './option.ts';

const coloursOf = (style: CSSStyleDeclaration): readonly string[] =>
  Array.from({ length: 8 }, (_, index) => style.getPropertyValue(`--ky-chart-${index}`).trim());

const readTheme = (): Omit<ChartTheme, 'language'> => {
  const style = getComputedStyle(document.documentElement);
  const variable = (name: string) => style.getPropertyValue(`--ky-${name}`).trim();
  return {
    colours: coloursOf(style),
    text: variable('text'),
    note: variable('text-tertiary'),
    border: variable('border'),
    ground: variable('container'),
    popup: variable('elevated'),
    font: getComputedStyle(document.body).fontFamily,
  };
};

/**
 * Returns the theme values and the language for charts, read again after each change of theme,
 * because a canvas cannot use CSS variables.
 */
export const useChartTheme = (): ChartTheme => {
  const language = useLanguage();
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(readTheme()));
    const attributeFilter = ['data-theme', 'style', 'class'];
    observer.observe(document.documentElement, { attributes: true, attributeFilter });
    setTheme(readTheme());
    return () => observer.disconnect();
  }, []);
  return useMemo(() => ({ ...theme, language }), [theme, language]);
};
