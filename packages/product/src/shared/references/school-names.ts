/** The parameter with what else databases call the university. */
export const aliasParam = 'school.alias';

/** Value of the parameter of a school without further names. */
export const noAliasesValue = 'none';

/** Names of the university: parameters, and the columns of the tenant that pages read them from. */
export const schoolNameParams: Readonly<Record<string, 'tenant_name' | 'tenant_name_en'>> = {
  'school.name': 'tenant_name',
  'school.nameEn': 'tenant_name_en',
};

/** `Jiangling Univ; JLU` as names. */
export const aliasesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(/[;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== noAliasesValue);
