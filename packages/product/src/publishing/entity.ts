import type { Label, Language } from '@keyan/kernel/label.ts';

/**
 * Records as they leave the university: the same words for OAI-PMH, public pages and JSON-LD. Names of entities are
 * those of CERIF (https://openaire-guidelines-for-cris-managers.readthedocs.io/en/v1.2.0/).
 */

export type EntityName =
  | 'Publication'
  | 'Patent'
  | 'Product'
  | 'Project'
  | 'Funding'
  | 'Person'
  | 'OrgUnit'
  | 'Event';

/** A text and its language, where it is known. */
export interface TextWithLanguage {
  readonly text: string;
  readonly language?: Language;
}

/** A unit; with an id where it is published itself. */
export interface UnitReference {
  readonly name: string;
  readonly nameEn?: string;
  readonly id?: string;
}

/** Somebody who took part; with an id and ORCID only where they allow it. */
export interface PersonReference {
  readonly name: string;
  readonly id?: string;
  readonly orcid?: string;
  readonly unit?: UnitReference;
}

/** A project that stands behind an output; with an id where it is published itself. */
export interface ProjectReference {
  readonly title: string;
  readonly number: string;
  readonly id?: string;
}

/** Work in which an output was published. */
export interface HostWork {
  readonly title: string;
  readonly issn?: string;
  /** Type by COAR: a journal, a newspaper, proceedings. */
  readonly coar: string;
}

/** A fact of a profile, under the label of its field. */
export interface ProfileFact {
  readonly label: Label;
  readonly text: Label;
}

/** A record as it leaves the university. Parts that it does not have are absent. */
export interface Entity {
  readonly is: EntityName;
  /** Type by COAR, without its address: `c_6501`. Empty where CERIF asks for none. */
  readonly coar: string;
  /** Type of schema.org. */
  readonly schema: string;
  /** Type in words. */
  readonly word: readonly TextWithLanguage[];
  readonly titles: readonly TextWithLanguage[];
  readonly people: readonly PersonReference[];
  /** Bodies that answer for it: applicants of a patent, publishers of a standard. */
  readonly bodies?: readonly string[];
  /** Language of the work: `zh`, `en`. */
  readonly language?: string;
  /** `2024`, `2024-05` or `2024-05-12` */
  readonly date?: string;
  readonly abstract?: string;
  readonly keywords?: readonly string[];
  readonly host?: HostWork;
  readonly volume?: string;
  readonly issue?: string;
  readonly edition?: string;
  readonly pages?: string;
  readonly version?: string;
  readonly number?: string;
  readonly doi?: string;
  readonly isbn?: string;
  readonly url?: string;
  readonly publisher?: string;
  readonly projects?: readonly ProjectReference[];
  readonly isOpen?: boolean;
  /** Days of a patent: filed, granted. */
  readonly filed?: string;
  readonly granted?: string;
  readonly country?: string;
  readonly start?: string;
  readonly end?: string;
  readonly place?: string;
  /** The unit that holds a project or an event, or above a unit. */
  readonly unit?: UnitReference;
  readonly funder?: string;
  /** In yuan, `300000.00`; only where the office publishes amounts. */
  readonly amount?: string;
  readonly orcid?: string;
  readonly email?: string;
  readonly facts?: readonly ProfileFact[];
}

/** Parts that have a value. */
export const presentParts = <T extends object>(
  values: T,
): { readonly [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  ) as { readonly [K in keyof T]?: NonNullable<T[K]> };

/** Sets of OpenAIRE, by what they hold. */
export const openaireSets: Readonly<Record<EntityName, string>> = {
  Publication: 'openaire_cris_publications',
  Patent: 'openaire_cris_patents',
  Product: 'openaire_cris_products',
  Project: 'openaire_cris_projects',
  Funding: 'openaire_cris_funding',
  Person: 'openaire_cris_persons',
  OrgUnit: 'openaire_cris_orgunits',
  Event: 'openaire_cris_events',
};

/** How ids of CERIF begin. */
export const cerifFolders: Readonly<Record<EntityName, string>> = {
  Publication: 'Publications',
  Patent: 'Patents',
  Product: 'Products',
  Project: 'Projects',
  Funding: 'Fundings',
  Person: 'Persons',
  OrgUnit: 'OrgUnits',
  Event: 'Events',
};
