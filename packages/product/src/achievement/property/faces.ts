import { face } from '@keyan/kernel/definition/field.ts';

/** What other records see of a patent. */
export const patentFace = face('patentapp', ['专利', 'Patent']);

/** Where patents are registered: code and address of the page. */
export const patentPage = { code: 'patent', path: '/achievement/patentvo' } as const;
