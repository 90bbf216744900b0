import type { Label, Language } from '@keyan/kernel/label.ts';

/**
 * Public form of records, shared by OAI-PMH, public pages and JSON-LD. Entity names are those of
 * CERIF (https://openaire-guidelines-for-cris-managers.readthedocs.io/en/v1.2.0/).
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

/** Text with its language if known. */
export interface TextWithLanguage {
  readonly text: string;
  readonly language?: Language;
}

/** Department; has an id if it is published. */
export interface UnitReference {
  readonly name: string;
  readonly nameEn?: string;
  readonly id?: string;
}

/** Participant; id and ORCID only with the person’s consent. */
export interface PersonReference {
  readonly name: string;
  readonly id?: string;
  readonly orcid?: string;
  readonly unit?: UnitReference;
}

/** Project behind an output; has an id if it is published. */
export interface ProjectReference {
  readonly title: string;
  readonly number: string;
  readonly id?: string;
}

/** Work that contains the output, such as a journal. */
export interface HostWork {
  readonly title: string;
  readonly issn?: string;
  /** COAR type: journal, newspaper, proceedings. */
  readonly coar: string;
}

/** Fact of a profile with the label of its field. */
export interface ProfileFact {
  readonly label: Label;
  readonly text: Label;
}

/** Public form of a record; missing parts are absent. */
export interface Entity {
  readonly is: EntityName;
  /** COAR type without its address: `c_6501`; empty if CERIF requires none. */
  readonly coar: string;
  /** Type of schema.org. */
  readonly schema: string;
  /** Type in words. */
  readonly word: readonly TextWithLanguage[];
  readonly titles: readonly TextWithLanguage[];
  readonly people: readonly PersonReference[];
  /** Responsible bodies: applicants of a patent, publishers of a standard. */
  readonly bodies?: readonly string[];
  /** Language of the work: `zh`, `en`. */
  readonly language?: string;
  /** Date: `2024`, `2024-05` or `2024-05-12`. */
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
  /** Filing and grant date of a patent. */
  readonly filed?: string;
  readonly granted?: string;
  readonly country?: string;
  readonly start?: string;
  readonly end?: string;
  readonly place?: string;
  /** Department of a project or event, or parent of a department. */
  readonly unit?: UnitReference;
  readonly funder?: string;
  /** Amount in yuan, `300000.00`; only if the university publishes amounts. */
  readonly amount?: string;
  readonly orcid?: string;
  readonly email?: string;
  readonly facts?: readonly ProfileFact[];
}

/** Object without undefined properties. */
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

/** OpenAIRE set names by entity. */
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

/** Prefixes of CERIF ids by entity. */
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
