import { face } from '@keyan/kernel/definition/field.ts';

/** What other records see of a patent. */
export const patentFace = face('patentapp', ['专利', 'Patent']);
