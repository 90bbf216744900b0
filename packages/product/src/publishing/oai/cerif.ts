import { isHanSurname } from '../../achievement/bibliography/name.ts';
import {
  cerifFolders,
  type Entity,
  type EntityName,
  type PersonReference,
  type TextWithLanguage,
  type UnitReference,
} from '../entity.ts';
import { type Attributes, textElement, type Xml, xmlElement } from './xml.ts';

/** Repository data that CERIF requires besides the record. */
export interface CerifContext {
  readonly school: string;
  readonly ror: string;
}

const profile = 'https://www.openaire.eu/cerif-profile/';
const coarTypes = 'http://purl.org/coar/resource_type/';

/** Vocabulary of an output’s type, by entity. */
const vocabularies: Partial<Record<EntityName, string>> = {
  Publication: `${profile}vocab/COAR_Publication_Types`,
  Patent: `${profile}vocab/COAR_Patent_Types`,
  Product: `${profile}vocab/COAR_Product_Types`,
  Funding: `${profile}vocab/OpenAIRE_Funding_Types`,
};

/** Formats that the profile requires of identifiers; identifiers of another format are left out of records. */
const formats = {
  doi: /^10\.\d{4,}(\.\d+)*\/\S+$/,
  issn: /^\d{4}-?\d{3}[\dX]$/,
  isbn: /^(97[89])?\d{9}[\dX]$/,
  orcid: /^(0000-000(1-[5-9]|2-\d|3-[0-4])\d{3}-\d{3}[\dX]|0009-00\d{2}-\d{4}-\d{3}[\dX])$/,
  ror: /^https:\/\/ror\.org\/0[\da-hj-km-np-tv-z]{6}\d{2}$/i,
  day: /^\d{4}-\d{2}-\d{2}$/,
} as const;

const fitting = (text: string | undefined, format: keyof typeof formats): string | undefined =>
  text !== undefined && formats[format].test(text) ? text : undefined;

const typeElement = (is: EntityName, coar: string): Xml =>
  textElement('Type', coar.includes(':') ? coar : coarTypes + coar, { xmlns: vocabularies[is] });

const many = (name: string, texts: readonly TextWithLanguage[] | undefined): Xml =>
  (texts ?? [])
    .map(({ text, language }) => textElement(name, text, { 'xml:lang': language }))
    .join('');

const languageOf = (entity: Entity): 'zh' | 'en' => (entity.language === 'en' ? 'en' : 'zh');

const saidIn = (
  entity: Entity,
  texts: readonly (string | undefined)[],
): readonly TextWithLanguage[] =>
  texts.flatMap((text) => (text ? [{ text, language: languageOf(entity) }] : []));

const unitElement = ({ name, id }: UnitReference): Xml =>
  xmlElement('OrgUnit', { id: id && `OrgUnits/dept/${id}` }, textElement('Name', name));

/** Organisation that is known by name only. */
const body = (name: string | undefined, outer: string): Xml =>
  name
    ? xmlElement(
        outer,
        {},
        textElement('DisplayName', name),
        xmlElement('OrgUnit', {}, textElement('Name', name)),
      )
    : '';

const orcidElement = (orcid: string | undefined): Xml =>
  textElement('ORCID', fitting(orcid, 'orcid') && `https://orcid.org/${orcid}`);

/** Person in a role, by the name in the record, with that record’s affiliation. */
const personIn =
  (role: string, withUnits = true) =>
  ({ name, id, orcid, unit }: PersonReference): Xml =>
    xmlElement(
      role,
      {},
      textElement('DisplayName', name),
      xmlElement('Person', { id: id && `Persons/personnel/${id}` }, orcidElement(orcid)),
      withUnits && unit ? xmlElement('Affiliation', {}, unitElement(unit)) : '',
    );

/** Element with people in their roles; empty without people. */
const peopleIn = (outer: string, ...content: readonly Xml[]): Xml =>
  content.join('') === '' ? '' : xmlElement(outer, {}, ...content);

const originsOf = ({ projects }: Entity): Xml =>
  (projects ?? [])
    .map(({ title, number, id }) =>
      xmlElement(
        'OriginatesFrom',
        {},
        xmlElement(
          'Project',
          { id: id && `Projects/programInfo/${id}` },
          textElement('Title', title),
          textElement('Identifier', number, {
            type: 'https://w3id.org/cerif/vocab/IdentifierTypes#ProjectReference',
          }),
        ),
      ),
    )
    .join('');

const accessOf = ({ isOpen }: Entity): Xml =>
  textElement('Access', `http://purl.org/coar/access_right/${isOpen ? 'c_abf2' : 'c_14cb'}`, {
    xmlns: 'http://purl.org/coar/access_right',
  });

const hostOf = ({ host }: Entity): Xml =>
  host
    ? xmlElement(
        'PublishedIn',
        {},
        xmlElement(
          'Publication',
          {},
          typeElement('Publication', host.coar),
          textElement('Title', host.title),
          textElement('ISSN', fitting(host.issn, 'issn')),
        ),
      )
    : '';

/** First and last page of `45-56` or `45-56+112`; a single number is an article number. */
const pagesOf = (pages: string | undefined) => {
  const [, first, last] = pages?.match(/^([\w.]+)-([\w.]+)/) ?? [];
  return first ? { first, last } : { number: pages };
};

const publication = (entity: Entity): Xml => {
  const { first, last, number } = pagesOf(entity.pages);
  return [
    typeElement('Publication', entity.coar),
    textElement('Language', entity.language),
    many('Title', entity.titles),
    hostOf(entity),
    textElement('PublicationDate', entity.date),
    textElement('Number', number ?? entity.number),
    textElement('Volume', entity.volume),
    textElement('Issue', entity.issue),
    textElement('Edition', entity.edition),
    textElement('StartPage', first),
    textElement('EndPage', last),
    textElement('DOI', fitting(entity.doi, 'doi')),
    textElement('ISBN', fitting(entity.isbn?.replaceAll('-', ''), 'isbn')),
    textElement('URL', entity.url),
    peopleIn('Authors', ...entity.people.map(personIn('Author'))),
    peopleIn('Publishers', body(entity.publisher ?? entity.bodies?.[0], 'Publisher')),
    many('Keyword', saidIn(entity, entity.keywords ?? [])),
    many('Abstract', saidIn(entity, [entity.abstract])),
    originsOf(entity),
    accessOf(entity),
  ].join('');
};

const patent = (entity: Entity): Xml =>
  [
    typeElement('Patent', entity.coar),
    many('Title', entity.titles),
    textElement('RegistrationDate', fitting(entity.filed, 'day')),
    textElement('ApprovalDate', fitting(entity.granted, 'day')),
    textElement('PublicationDate', fitting(entity.date, 'day')),
    textElement('CountryCode', entity.country),
    textElement('PatentNumber', entity.number),
    peopleIn('Inventors', ...entity.people.map(personIn('Inventor'))),
    peopleIn('Holders', ...(entity.bodies ?? []).map((name) => body(name, 'Holder'))),
    many('Abstract', saidIn(entity, [entity.abstract])),
    many('Keyword', saidIn(entity, entity.keywords ?? [])),
    originsOf(entity),
  ].join('');

const product = (entity: Entity): Xml =>
  [
    typeElement('Product', entity.coar),
    textElement('Language', entity.language),
    many('Name', entity.titles),
    many('VersionInfo', saidIn(entity, [entity.version])),
    textElement('DOI', fitting(entity.doi, 'doi')),
    textElement('URL', entity.url),
    peopleIn('Creators', ...entity.people.map(personIn('Creator'))),
    peopleIn('Publishers', body(entity.publisher, 'Publisher')),
    many('Description', saidIn(entity, [entity.abstract])),
    many('Keyword', saidIn(entity, entity.keywords ?? [])),
    originsOf(entity),
    accessOf(entity),
  ].join('');

const amountOf = ({ amount }: Entity): Xml => textElement('Amount', amount, { currency: 'CNY' });

const project = (entity: Entity, { school, ror }: CerifContext): Xml => {
  const [leader, ...members] = entity.people;
  const home = xmlElement(
    'Coordinator',
    {},
    textElement('DisplayName', school),
    xmlElement(
      'OrgUnit',
      {},
      textElement('Name', school),
      textElement('RORID', fitting(ror, 'ror')),
    ),
  );
  return [
    many('Title', entity.titles),
    textElement('Identifier', entity.number, {
      type: 'https://w3id.org/cerif/vocab/IdentifierTypes#ProjectReference',
    }),
    textElement('StartDate', fitting(entity.start, 'day')),
    textElement('EndDate', fitting(entity.end, 'day')),
    xmlElement('Consortium', {}, home),
    peopleIn(
      'Team',
      ...(leader ? [personIn('PrincipalInvestigator')(leader)] : []),
      ...members.map(personIn('Member')),
    ),
    entity.funder
      ? xmlElement(
          'Funded',
          {},
          body(entity.funder, 'By'),
          xmlElement(
            'As',
            {},
            xmlElement(
              'Funding',
              {},
              typeElement('Funding', `${vocabularies.Funding}#Grant`),
              amountOf(entity),
            ),
          ),
        )
      : '',
    entity.abstract
      ? xmlElement(
          'Abstract',
          { 'xml:lang': languageOf(entity) },
          textElement('p', entity.abstract, { xmlns: 'http://www.w3.org/1999/xhtml' }),
        )
      : '',
  ].join('');
};

const funding = (entity: Entity): Xml =>
  [
    typeElement('Funding', entity.coar),
    many('Name', entity.titles),
    amountOf(entity),
    textElement('Identifier', entity.number, {
      type: 'https://w3id.org/cerif/vocab/IdentifierTypes#ProjectReference',
    }),
    body(entity.funder, 'Funder'),
  ].join('');

/** Family and given names of a Chinese name; other names are written whole as family name. */
const nameParts = ({ titles: [first] }: Entity): Xml => {
  const letters = [...(first?.text ?? '')];
  const isHan =
    letters.length > 1 &&
    letters.length < 5 &&
    letters.every((letter) => /\p{Script=Han}/u.test(letter));
  const family = isHanSurname(letters.slice(0, 2).join('')) ? 2 : 1;
  const cut = isHan ? family : letters.length;
  return [
    textElement('FamilyNames', letters.slice(0, cut).join('')),
    textElement('FirstNames', letters.slice(cut).join('')),
  ].join('');
};

const person = (entity: Entity): Xml =>
  [
    xmlElement('PersonName', {}, nameParts(entity)),
    orcidElement(entity.orcid),
    textElement('ElectronicAddress', entity.email && `mailto:${entity.email}`),
    entity.unit ? xmlElement('Affiliation', {}, unitElement(entity.unit)) : '',
  ].join('');

const unit = (entity: Entity, { school, ror }: CerifContext): Xml =>
  [
    many('Name', entity.titles),
    // The university is the root of its departments, so only it has the ROR.
    entity.unit ? '' : textElement('RORID', fitting(ror, 'ror')),
    entity.unit
      ? xmlElement(
          'PartOf',
          {},
          textElement('DisplayName', entity.unit.name || school),
          unitElement(entity.unit),
        )
      : '',
  ].join('');

const event = (entity: Entity): Xml =>
  [
    many('Name', entity.titles),
    textElement('Place', entity.place),
    textElement('StartDate', fitting(entity.start, 'day')),
    textElement('EndDate', fitting(entity.end, 'day')),
    many('Description', saidIn(entity, [entity.abstract])),
    entity.publisher
      ? xmlElement(
          'Organizer',
          {},
          xmlElement('OrgUnit', {}, textElement('Name', entity.publisher)),
        )
      : '',
  ].join('');

const writers: Readonly<Record<EntityName, (entity: Entity, repository: CerifContext) => Xml>> = {
  Publication: publication,
  Patent: patent,
  Product: product,
  Project: project,
  Funding: funding,
  Person: person,
  OrgUnit: unit,
  Event: event,
};

/**
 * Record in CERIF-XML by the OpenAIRE Guidelines for CRIS Managers 1.2.
 * @param key key of the record, `papersapp/12`
 */
export const writeCerif = (entity: Entity, key: string, repository: CerifContext): Xml => {
  const attributes: Attributes = {
    xmlns: `${profile}1.2/`,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${profile}1.2/ https://www.openaire.eu/schema/cris/1.2/openaire-cerif-profile.xsd`,
    id: `${cerifFolders[entity.is]}/${key}`,
  };
  return xmlElement(entity.is, attributes, writers[entity.is](entity, repository));
};
