import { face } from '@keyan/kernel/definition/field/field.ts';

/** Fields of a paper that other resources show. */
export const paperFace = face('papersapp', ['论文', 'Paper']);

/** Pattern of paper numbers. */
export const paperPattern = 'LW${yyyy}${seq4}';
