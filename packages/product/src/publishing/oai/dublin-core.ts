import type { Entity, TextWithLanguage } from '../entity.ts';
import { textElement, type Xml, xmlElement } from './xml.ts';

/** Base address of COAR vocabularies. */
const coar = 'http://purl.org/coar/';

const orcidAddress = 'https://orcid.org/';

const said = (name: string, { text, language }: TextWithLanguage): Xml =>
  textElement(`dc:${name}`, text, { 'xml:lang': language });

const plain = (name: string, ...texts: readonly (string | undefined)[]): Xml =>
  texts.map((text) => textElement(`dc:${name}`, text)).join('');

/** Source in one line: `Journal, 12 (3), 45-56`. */
const sourceOf = ({ host, volume, issue, pages }: Entity): string | undefined =>
  host &&
  [host.title, [volume, issue && `(${issue})`].filter(Boolean).join(' '), pages]
    .filter(Boolean)
    .join(', ');

const typeOf = ({ coar: code }: Entity): string | undefined =>
  code === '' || code.includes(':') ? code : `${coar}resource_type/${code}`;

/** Record in Dublin Core (https://www.dublincore.org/specifications/dublin-core/dces/). */
export const dublinCore = (entity: Entity, address: string): Xml =>
  xmlElement(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    },
    ...entity.titles.map((title) => said('title', title)),
    plain('creator', ...(entity.bodies ?? [])),
    ...entity.people.map(({ name, orcid }) =>
      plain(entity.bodies ? 'contributor' : 'creator', name, orcid && orcidAddress + orcid),
    ),
    plain('subject', ...(entity.keywords ?? [])),
    plain('description', entity.abstract),
    plain('publisher', entity.publisher),
    plain('contributor', entity.funder),
    plain('date', entity.date),
    ...entity.word.map((word) => said('type', word)),
    plain('type', typeOf(entity)),
    plain(
      'identifier',
      address,
      entity.doi && `https://doi.org/${entity.doi}`,
      entity.isbn && `urn:isbn:${entity.isbn}`,
      entity.orcid && orcidAddress + entity.orcid,
      entity.number,
    ),
    plain('source', sourceOf(entity)),
    plain('language', entity.language),
    plain('relation', entity.url, ...(entity.projects ?? []).map(({ number }) => number)),
    plain('coverage', entity.place),
    plain('rights', `${coar}access_right/${entity.isOpen ? 'c_abf2' : 'c_14cb'}`),
  );
