/** Permission code of the page of a scholar in the menu; everybody has it. */
export const scholarCode = 'scholar';

/** One's own page as a scholar; below it, those of colleagues. */
export const scholarPath = '/person/scholar';

/** The address of a person's page as a scholar. */
export const scholarPage = (id: string): string => `${scholarPath}/detail?id=${id}`;
