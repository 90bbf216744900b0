import { face } from '@keyan/kernel/definition/field.ts';

/** What other records see of a patent. */
export const patentFace = face('patentapp', ['专利', 'Patent']);

/** The pages of patents: code and address of all, and the address where they are registered. */
export const patentPages = {
  code: 'patent',
  path: '/achievement/patent',
  register: '/achievement/patentvo',
} as const;
