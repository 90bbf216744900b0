import { face } from '@keyan/kernel/definition/field/field.ts';

/** Fields of a patent that other records see. */
export const patentFace = face('patentapp', ['专利', 'Patent']);

/**
 * The pages of patents: code and address of all, the address where they are registered, and their place in the
 * menu, behind the three pages of requests to file one.
 */
export const patentPages = {
  code: 'patent',
  path: '/achievement/patent',
  register: '/achievement/patentvo',
  place: 4,
} as const;
