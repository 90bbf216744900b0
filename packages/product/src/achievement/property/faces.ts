import { face } from '@keyan/kernel/definition/field/field.ts';

/** Fields of a patent that other records show. */
export const patentFace = face('patentapp', ['专利', 'Patent']);

/** Codes and paths of the patent pages, placed in the menu after the three pages of patent requests. */
export const patentPages = {
  code: 'patent',
  path: '/achievement/patent',
  register: '/achievement/patentvo',
  place: 4,
} as const;
