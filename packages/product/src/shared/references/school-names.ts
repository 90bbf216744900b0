/** Parameter with further names of the university in other databases. */
export const aliasParam = 'school.alias';

/** Parameter value for no further names. */
export const noAliasesValue = 'none';

/** Parameters with the university’s names, and their columns in the tenant table. */
export const schoolNameParams: Readonly<Record<string, 'tenant_name' | 'tenant_name_en'>> = {
  'school.name': 'tenant_name',
  'school.nameEn': 'tenant_name_en',
};

/** Names in a text such as `Jiangling Univ; JLU`. */
export const aliasesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(/[;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== noAliasesValue);
