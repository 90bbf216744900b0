/** Permission code of the menu page of one’s own scholar profile; everyone has it. */
export const scholarCode = 'scholar';

/** Path of one’s own scholar page; pages of colleagues are below. */
export const scholarPath = '/person/scholar';

/** Address of a person’s scholar page. */
export const scholarPage = (id: string): string => `${scholarPath}/detail?id=${id}`;
