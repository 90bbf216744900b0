import type { PageCase } from './page-case.ts';

const list = '.ky-pane:not([hidden]) [data-row]';

/** Pages that the guide shows; `name` is that of the picture. */
export const guideCases: readonly Omit<PageCase, 'template'>[] = [
  { name: 'papers', account: 'teacher', path: '/achievement/papers', ready: list },
  { name: 'claim', account: 'teacher', path: '/achievement/papersClaim', ready: list },
  { name: 'users', account: 'admin', path: '/system/user', ready: list },
];
