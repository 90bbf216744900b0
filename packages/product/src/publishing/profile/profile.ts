/** Calls about the profile that a person publishes. */
export const profileCalls = 'keyan/publicProfile';

/**
 * Fields that a person may show, in their order on the page. The name stands on every profile; what is not named here
 * is shown by nobody.
 */
export const profileFields = [
  'englishName',
  'department',
  'ranks',
  'tlDegree',
  'subjectTitle',
  'researchDirection',
  'academicExpertise',
  'academicPartTime',
  'intro',
  'email',
  'officePhone',
  'website',
  'orcid',
  'scopusId',
  'researcherId',
  'outputs',
  'projects',
] as const;

export type ProfileField = (typeof profileFields)[number];

export const isProfileField = (name: string): name is ProfileField =>
  (profileFields as readonly string[]).includes(name);
