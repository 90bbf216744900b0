import { useEffect, useState } from 'react';
import type { Look } from './option.ts';

const coloursOf = (style: CSSStyleDeclaration): readonly string[] =>
  Array.from({ length: 8 }, (_, index) => style.getPropertyValue(`--ky-chart-${index}`).trim());

const read = (): Look => {
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

/** The theme as charts need it; a canvas knows no variables, so it is read again when they change. */
export const useLook = (): Look => {
  const [look, setLook] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setLook(read()));
    const attributeFilter = ['data-theme', 'style', 'class'];
    observer.observe(document.documentElement, { attributes: true, attributeFilter });
    setLook(read());
    return () => observer.disconnect();
  }, []);
  return look;
};
