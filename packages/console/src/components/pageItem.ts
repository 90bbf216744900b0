import type { PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';
import { inLanguage } from '../i18n/language.ts';

const arrowNames: Readonly<Record<string, readonly [string, string]>> = {
  prev: ['上一页', 'Previous page'],
  next: ['下一页', 'Next page'],
};

/** Renders the arrows of a pagination with accessible names, which antd omits. For `itemRender`. */
export const pageItem: NonNullable<PaginationProps['itemRender']> = (_page, type, element) => {
  const name = arrowNames[type];
  return name && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': inLanguage(name) })
    : element;
};
