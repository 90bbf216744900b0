import { face } from '@keyan/kernel/definition/field/field.ts';

/** Fields by which other kinds name a paper. */
export const paperFace = face('papersapp', ['论文', 'Paper']);

/** The numbers of papers, however they come into the library. */
export const paperPattern = 'LW${yyyy}${seq4}';
