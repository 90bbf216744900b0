/** The parameter with what else databases call the university. */
export const aliasParam = 'school.alias';

/** Its value where there are none. */
export const noAliases = 'none';

/** `Jiangling Univ; JLU` as names. */
export const aliasesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(/[;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== noAliases);
