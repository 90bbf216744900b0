import type { Label } from '@keyan/kernel/label.ts';

/** Path prefix of the calls about public profiles. */
export const profileCalls = 'keyan/publicProfile';

/** Path of the page on which people choose public fields. */
export const profilePath = '/person/publicProfile';

export const profileCode = 'publicProfile';

/**
 * Fields that a person may publish, in page order. The name is always shown; fields that are not
 * listed can never be published.
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

/** Labels of profile parts that are not fields of the personnel file. */
export const partLabels: Readonly<Partial<Record<ProfileField, Label>>> = {
  department: ['所属部门', 'Department'],
  outputs: ['科研成果', 'Outputs'],
  projects: ['科研项目', 'Projects'],
};

/** Field of one’s profile with its current value. */
export interface OwnField {
  readonly name: ProfileField;
  readonly label: string;
  /** Value; empty if the file has none. Lists show their number of records. */
  readonly text: string;
}

/** One’s profile, as its page shows it. */
export interface OwnProfile {
  /** True if the university publishes profiles. */
  readonly isOffered: boolean;
  /** True if the person has a personnel file. */
  readonly hasFile: boolean;
  readonly isOn: boolean;
  readonly shown: readonly ProfileField[];
  readonly fields: readonly OwnField[];
  /** Public address; empty while the profile is not public. */
  readonly address: string;
  readonly path: string;
  readonly version: number;
}
