import type { Label } from '@keyan/kernel/label.ts';

/** Calls about the profile that a person publishes. */
export const profileCalls = 'keyan/publicProfile';

/** The page on which a person decides what of their profile is public. */
export const profilePath = '/person/publicProfile';

export const profileCode = 'publicProfile';

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

/** Labels of the parts of a profile that are no fields of the file. */
export const partLabels: Readonly<Partial<Record<ProfileField, Label>>> = {
  department: ['所属部门', 'Department'],
  outputs: ['科研成果', 'Outputs'],
  projects: ['科研项目', 'Projects'],
};

/** A field of one's profile with its value today. */
export interface OwnField {
  readonly name: ProfileField;
  readonly label: string;
  /** Empty where the file has none; lists say how many records they have. */
  readonly text: string;
}

/** One's own profile, as its page reads it. */
export interface OwnProfile {
  /** The university publishes profiles. */
  readonly isOffered: boolean;
  /** There is a file of the person. */
  readonly hasFile: boolean;
  readonly isOn: boolean;
  readonly shown: readonly ProfileField[];
  readonly fields: readonly OwnField[];
  /** Where the profile stands while it is public. */
  readonly address: string;
  readonly path: string;
  readonly version: number;
}
