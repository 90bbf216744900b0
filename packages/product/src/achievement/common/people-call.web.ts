/** The call that finds authors by name or staff number, with department and number. */
export const peopleCall = '/kh-edu-research/papers/people';
