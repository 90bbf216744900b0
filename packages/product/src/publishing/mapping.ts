import {
  fieldTypeTable as fieldKinds,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { CodeOf, Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { hasHan } from '../achievement/bibliography/text.ts';
import { citationOf, citedWorkOf, type Work } from '../achievement/citing/item.ts';
import { type AuthorRow, byRank } from '../achievement/common/authors.ts';
import type { patentType } from '../achievement/property/dictionaries.ts';
import { project } from '../project/project.ts';
import {
  type Entity,
  type PersonReference,
  type ProfileFact,
  presentParts,
  type TextWithLanguage,
  type UnitReference,
} from './entity.ts';
import { workForms } from './forms.ts';

/** Person named by a record; public id and ORCID only with consent. */
export interface KnownPerson {
  readonly name: string;
  readonly id?: string;
  readonly orcid?: string;
}

/** Department of the university. */
export interface KnownUnit {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
  readonly parent: string | null;
}

/** Published part of a personnel file. */
export interface ShownProfilePart {
  readonly name: string;
  readonly nameEn?: string;
  readonly orcid?: string;
  readonly email?: string;
  readonly website?: string;
  readonly unit?: string;
  readonly facts: readonly ProfileFact[];
}

/** Additional data for mapping records. */
export interface MappingContext {
  readonly dictionaries: Dictionaries;
  readonly school: string;
  /** People by account id. */
  readonly people: ReadonlyMap<string, KnownPerson>;
  /** People with a published profile, by account id. */
  readonly shown: ReadonlyMap<string, ShownProfilePart>;
  readonly units: ReadonlyMap<string, KnownUnit>;
  /** Keys of published records: `programInfo/12`. */
  readonly published: ReadonlySet<string>;
  /** True if the university publishes amounts. */
  readonly withAmounts: boolean;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim();

const said = (text: string): TextWithLanguage => ({ text, language: hasHan(text) ? 'zh' : 'en' });

/** Non-empty texts without repetition. */
const saidAll = (...texts: readonly unknown[]): readonly TextWithLanguage[] =>
  [...new Set(texts.map(textOf))].filter((text) => text !== '').map(said);

const inBoth = ([zh, en]: Label): readonly TextWithLanguage[] => [
  { text: zh, language: 'zh' },
  { text: en, language: 'en' },
];

const linesOf = (value: unknown): readonly RowLike[] =>
  Array.isArray(value) ? (value as readonly RowLike[]) : [];

const unitAt = (id: unknown, { units, published }: MappingContext): UnitReference | undefined => {
  const unit = units.get(textOf(id));
  if (!unit) return undefined;
  return {
    name: unit.name,
    ...(unit.nameEn && { nameEn: unit.nameEn }),
    ...(published.has(`dept/${unit.id}`) && { id: unit.id }),
  };
};

const personAt = (
  userId: unknown,
  name: string,
  unit: UnitReference | undefined,
  { people }: MappingContext,
): PersonReference => {
  const known = people.get(textOf(userId));
  return {
    name: name || known?.name || '',
    ...(known?.id && { id: known.id }),
    ...(known?.orcid && { orcid: known.orcid }),
    ...(unit && { unit }),
  };
};

/** Named authors; reviewers of a manuscript are excluded. */
const authorsOf = (
  kind: Resource,
  row: RowLike,
  around: MappingContext,
): readonly PersonReference[] => {
  const unnamed = citationOf(kind)?.unnamed ?? [];
  return byRank(row.authors as readonly AuthorRow[] | null)
    .filter((line) => line.name && !unnamed.includes(textOf(line.authorType)))
    .map((line) =>
      personAt(
        line.userId,
        textOf(line.name),
        line.unit ? { name: textOf(line.unit) } : undefined,
        around,
      ),
    );
};

const projectsOf = (row: RowLike, { published }: MappingContext) =>
  linesOf(row.projects).map((line) => {
    const id = textOf(line.programId);
    return {
      title: textOf(line.programName),
      number: textOf(line.programNum),
      ...(published.has(`programInfo/${id}`) && { id }),
    };
  });

const dateOf = (date: Work['issued']): string | undefined =>
  date?.['date-parts'][0].map((part) => String(part).padStart(2, '0')).join('-');

const hostOf = (kind: Resource, work: Work, row: RowLike, within: string | undefined) => {
  const title = work['container-title'] ?? '';
  if (within === undefined || title === '') return undefined;
  const issn = work.ISSN ?? (Object.hasOwn(kind.fields, 'issn') ? textOf(row.issn) : '');
  return { title, coar: within, ...(issn && { issn }) };
};

/** Entity of an achievement, from its citation. */
export const outputEntity = (kind: Resource, row: RowLike, around: MappingContext): Entity => {
  const work = citedWorkOf(kind, row, around.dictionaries);
  const form = workForms[work.type];
  const english = ['artNameEn', 'bookNameEn', 'standardNameEn'].map((name) => row[name]);
  const bodies = citationOf(kind)?.bodies ? work.author : undefined;
  const host = hostOf(kind, work, row, form.within);
  return {
    is: form.is,
    coar: form.coar,
    schema: form.schema,
    word: inBoth(form.word),
    titles: saidAll(work.title, ...english),
    people: authorsOf(kind, row, around),
    ...presentParts({
      bodies: bodies
        ?.map((body) => ('literal' in body ? textOf(body.literal) : ''))
        .filter(Boolean),
      language: work.language.slice(0, 2),
      date: dateOf(work.issued),
      abstract: work.abstract ?? textOf(row.abstractText),
      keywords: textOf(row.keywords)
        .split(/[;；,，、]/)
        .map((word) => word.trim())
        .filter(Boolean),
      host,
      volume: work.volume,
      issue: work.issue,
      edition: work.edition,
      pages: work.page,
      version: work.version,
      number: work.number,
      doi: work.DOI,
      isbn: work.ISBN,
      url: work.URL ?? textOf(row.url),
      publisher: work.publisher,
      projects: projectsOf(row, around),
      unit: unitAt(row.fkDeptId, around),
    }),
    ...(row.isOA === '1' && { isOpen: true }),
  };
};

/** COAR types of patents, by code of `patentType`. */
const patentForms: Readonly<Record<string, string>> = {
  '02': '9DKX-KSAF',
  '03': 'C53B-JCY5',
  '04': 'SB3Y-W4EH',
} satisfies Readonly<Partial<Record<CodeOf<typeof patentType>, string>>>;

/** Patent countries by numeric code of GB/T 2659; other countries are left out. */
const countries: Readonly<Record<string, string>> = {
  '156': 'CN',
  '840': 'US',
  '392': 'JP',
  '410': 'KR',
  '276': 'DE',
  '826': 'GB',
  '250': 'FR',
};

/** Adds the dates and numbers of a patent to its entity. */
export const patentEntity = (output: Entity, row: RowLike): Entity => ({
  ...output,
  is: 'Patent',
  coar: patentForms[textOf(row.patentType)] ?? output.coar,
  ...presentParts({
    filed: textOf(row.applyDate),
    granted: textOf(row.grantDate),
    country: countries[textOf(row.country)],
    number: textOf(row.grantNum) || output.number,
  }),
});

const inWords = (
  resource: Resource,
  row: RowLike,
  name: string,
  around: MappingContext,
): string => {
  const spec = resource.fields[name]?.spec;
  const value = row[name];
  if (!spec || value === null || value === undefined || value === '') return '';
  return fieldKinds[spec.type].text(value, specIn(spec, around.dictionaries), 'zh');
};

/** Entity of a project with its team; the amount only if published. */
export const projectEntity = (row: RowLike, around: MappingContext): Entity => {
  const leader = personAt(row.programLeader, '', unitAt(row.departmentId, around), around);
  const members = linesOf(row.members)
    .filter((line) => textOf(line.userId) !== textOf(row.programLeader) || !line.userId)
    .map((line) =>
      personAt(
        line.userId,
        textOf(line.name),
        line.unit ? { name: textOf(line.unit) } : undefined,
        around,
      ),
    );
  return {
    is: 'Project',
    coar: '',
    schema: 'ResearchProject',
    word: inBoth(['科研项目', 'research project']),
    titles: saidAll(row.programName),
    people: [leader, ...members].filter(({ name }) => name !== ''),
    ...presentParts({
      number: textOf(row.approvalNum) || textOf(row.programNum),
      start: textOf(row.startDate),
      end: textOf(row.endDate),
      date: textOf(row.startDate),
      abstract: textOf(row.content),
      unit: unitAt(row.departmentId, around),
      funder: inWords(untypedResource(project), row, 'resource', around),
      amount: around.withAmounts ? textOf(row.funds) : '',
    }),
  };
};

/** Entity of the funding of a project. */
export const fundingEntity = (row: RowLike, around: MappingContext): Entity => {
  const { amount, funder, number, start } = projectEntity(row, around);
  return {
    is: 'Funding',
    coar: 'https://www.openaire.eu/cerif-profile/vocab/OpenAIRE_Funding_Types#Grant',
    schema: 'Grant',
    word: inBoth(['项目资助', 'grant']),
    titles: saidAll(row.programName),
    people: [],
    ...presentParts({ amount, funder, number, date: start }),
  };
};

/** Entity of a person’s published profile. */
export const personEntity = (row: RowLike, around: MappingContext): Entity => {
  const shown = around.shown.get(textOf(row.userId));
  return {
    is: 'Person',
    coar: '',
    schema: 'Person',
    word: inBoth(['科研人员', 'researcher']),
    titles: saidAll(shown?.name ?? row.name, shown?.nameEn),
    people: [],
    ...presentParts({
      orcid: shown?.orcid,
      email: shown?.email,
      url: shown?.website,
      unit: unitAt(shown?.unit, around),
      facts: shown?.facts,
    }),
  };
};

/** Entity of a department. */
export const unitEntity = (row: RowLike, around: MappingContext): Entity => ({
  is: 'OrgUnit',
  coar: '',
  schema: 'Organization',
  word: inBoth(['机构', 'organisation']),
  titles: saidAll(row.fullName || row.deptName, row.deptNameEn),
  people: [],
  ...presentParts({ unit: unitAt(row.parentId, around) }),
});

/** Entity of an event organised by the university. */
export const eventEntity = (row: RowLike, around: MappingContext): Entity => ({
  is: 'Event',
  coar: '',
  schema: 'Event',
  word: inBoth(['学术活动', 'event']),
  titles: saidAll(row.activityName),
  people: [],
  ...presentParts({
    start: textOf(row.startDate),
    end: textOf(row.endDate),
    date: textOf(row.startDate),
    place: textOf(row.place),
    publisher: textOf(row.hostUnit),
    abstract: textOf(row.content),
    unit: unitAt(row.fkDeptId, around),
  }),
});
