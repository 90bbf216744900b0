import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Entity, PersonReference } from '../entity.ts';
import { presentParts } from '../entity.ts';
import { publicPath } from '../publishing.ts';

/** Data of the university in a description. */
export interface PublisherFacts {
  readonly address: string;
  readonly school: string;
  readonly ror: string;
}

const personOf =
  ({ address }: PublisherFacts) =>
  ({ name, id, orcid, unit }: PersonReference) => ({
    '@type': 'Person',
    name,
    ...(id && { '@id': address + publicPath('personnel', id) }),
    ...(orcid && { identifier: `https://orcid.org/${orcid}` }),
    ...(unit && { affiliation: { '@type': 'Organization', name: unit.name } }),
  });

const organisation = (name: string) => ({ '@type': 'Organization', name });

const schoolOf = ({ school, ror }: PublisherFacts) => ({
  ...organisation(school),
  ...(ror && { '@id': ror }),
});

const identifiersOf = ({ doi, isbn, orcid, number }: Entity): readonly string[] => [
  ...(doi ? [`https://doi.org/${doi}`] : []),
  ...(isbn ? [`urn:isbn:${isbn}`] : []),
  ...(orcid ? [`https://orcid.org/${orcid}`] : []),
  ...(number ? [number] : []),
];

/** schema.org properties of a published work. */
const workOf = (entity: Entity, publisher: PublisherFacts) =>
  presentParts({
    headline: entity.titles[0]?.text,
    author: entity.people.map(personOf(publisher)),
    datePublished: entity.date,
    inLanguage: entity.language,
    abstract: entity.abstract,
    keywords: entity.keywords,
    isPartOf: entity.host && {
      '@type': entity.host.issn ? 'Periodical' : 'CreativeWork',
      name: entity.host.title,
      ...(entity.host.issn && { issn: entity.host.issn }),
    },
    volumeNumber: entity.volume,
    issueNumber: entity.issue,
    pagination: entity.pages,
    isbn: entity.isbn,
    version: entity.version,
    publisher: entity.publisher ? organisation(entity.publisher) : undefined,
    isAccessibleForFree: entity.isOpen,
    sourceOrganization: schoolOf(publisher),
    funding: (entity.projects ?? []).map(({ title, number, id }) => ({
      '@type': 'Grant',
      name: title,
      identifier: number,
      ...(id && { '@id': publisher.address + publicPath('programInfo', id) }),
    })),
  });

const projectOf = (entity: Entity, publisher: PublisherFacts) =>
  presentParts({
    member: entity.people.map(personOf(publisher)),
    foundingDate: entity.start,
    dissolutionDate: entity.end,
    description: entity.abstract,
    parentOrganization: schoolOf(publisher),
    funder: entity.funder ? organisation(entity.funder) : undefined,
  });

const profileOf = (entity: Entity, publisher: PublisherFacts) =>
  presentParts({
    alternateName: entity.titles[1]?.text,
    email: entity.email,
    url: entity.url,
    affiliation: schoolOf(publisher),
    worksFor: entity.unit ? organisation(entity.unit.name) : undefined,
  });

const eventOf = (entity: Entity) =>
  presentParts({
    startDate: entity.start,
    endDate: entity.end,
    location: entity.place ? { '@type': 'Place', name: entity.place } : undefined,
    organizer: entity.publisher ? organisation(entity.publisher) : undefined,
    description: entity.abstract,
  });

const unitOf = (entity: Entity, publisher: PublisherFacts) => ({
  parentOrganization: entity.unit ? organisation(entity.unit.name) : schoolOf(publisher),
});

const grantOf = (entity: Entity) =>
  presentParts({ funder: entity.funder ? organisation(entity.funder) : undefined });

const writers: Readonly<
  Record<Entity['is'], (entity: Entity, publisher: PublisherFacts) => RowLike>
> = {
  Publication: workOf,
  Patent: workOf,
  Product: workOf,
  Project: projectOf,
  Funding: grantOf,
  Person: profileOf,
  OrgUnit: unitOf,
  Event: eventOf,
};

/** Record with types of schema.org (https://schema.org). */
export const jsonLd = (entity: Entity, page: string, publisher: PublisherFacts): RowLike => ({
  '@context': 'https://schema.org',
  '@type': entity.schema,
  '@id': page,
  name: entity.titles[0]?.text ?? '',
  ...presentParts({ identifier: identifiersOf(entity) }),
  ...writers[entity.is](entity, publisher),
});

/** Value of the `Link` header by signposting (https://signposting.org). */
export const signpostingHeader = (entity: Entity, page: string): string =>
  [
    [entity.doi ? `https://doi.org/${entity.doi}` : page, 'cite-as', ''],
    [`${page}?format=jsonld`, 'describedby', 'application/ld+json'],
    [`${page}?format=dc`, 'describedby', 'application/xml'],
    [`https://schema.org/${entity.schema}`, 'type', ''],
    ...entity.people.flatMap(({ orcid }) =>
      orcid ? [[`https://orcid.org/${orcid}`, 'author', '']] : [],
    ),
  ]
    .map(([address, relation, type]) =>
      [`<${address}>`, `rel="${relation}"`, ...(type ? [`type="${type}"`] : [])].join('; '),
    )
    .join(', ');
