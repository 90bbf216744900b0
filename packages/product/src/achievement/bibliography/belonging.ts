import type { Label } from '@keyan/kernel/label.ts';
import type { OtherImportPage } from '@keyan/kernel/wire/workbooks.ts';
import { type Reference, type ReferenceType, referenceTypeLabels } from './reference.ts';

/** Page of the product on which works of a type are registered. */
export interface RegistrationPage {
  /** Key of the resource that the page edits. */
  readonly resource: string;
  readonly path: string;
  readonly label: Label;
  /** True if the page also imports files and pastes of several references (`importFiles`). */
  readonly takesFiles?: true;
}

/** Where to register a record that the form does not accept (ruling 37). */
export interface OtherDestination {
  readonly type: ReferenceType;
  /** Complete sentences in both languages. */
  readonly message: Label;
  readonly page?: RegistrationPage;
}

const page = (resource: string, path: string, label: Label): RegistrationPage => ({
  resource,
  path,
  label,
});

const forMany = (...given: Parameters<typeof page>): RegistrationPage => ({
  ...page(...given),
  takesFiles: true,
});

const book = forMany('bookapp', '/achievement/bookReg', ['著作登记', 'Book registration']);
const patent = forMany('patentapp', '/achievement/patentvo', ['专利登记', 'Patent registration']);
const standard = forMany('standard', '/achievement/standard', ['标准登记', 'Standards']);
const copyright = page('copyrightapp', '/achievement/copyright', ['著作权登记', 'Copyrights']);
const advisory = page('advisoryapp', '/achievement/advisory', ['研究咨询报告', 'Advisory reports']);
const appraisal = page('cgjd', '/achievement/appraisal', ['成果鉴定登记', 'Appraisals']);
const art = page('art', '/achievement/art', ['艺术作品登记', 'Art works']);
const paper = forMany('papersapp', '/achievement/papers', ['论文登记', 'Paper registration']);

const goTo = ({ label: [zh, en] }: RegistrationPage): Label => [
  `请在【${zh}】页面登记。`,
  `Register it on the page “${en}”.`,
];

const nowhere: Label = [
  '系统没有登记这类文献的页面。',
  'The system has no page for works of this kind.',
];

/** Advice by type, for forms that do not accept the type. */
const destinations: Readonly<
  Record<ReferenceType, { readonly page?: RegistrationPage; readonly advice: Label }>
> = {
  book: { page: book, advice: goTo(book) },
  patent: { page: patent, advice: goTo(patent) },
  standard: { page: standard, advice: goTo(standard) },
  software: { page: copyright, advice: goTo(copyright) },
  report: { page: advisory, advice: goTo(advisory) },
  achievement: { page: appraisal, advice: goTo(appraisal) },
  artwork: { page: art, advice: goTo(art) },
  newspaper: { page: paper, advice: goTo(paper) },
  legalText: { advice: nowhere },
  yearbook: { advice: nowhere },
  thesis: {
    advice: [
      '学位论文不作为科研成果登记；由它发表的论文请分别登记。',
      'Theses are not registered as achievements; register the papers published from it.',
    ],
  },
  manuscript: {
    advice: ['请在正式发表后登记为论文。', 'Register it as a paper once it has been published.'],
  },
  webpage: { advice: nowhere },
  dataset: { advice: nowhere },
  article: { page: paper, advice: goTo(paper) },
  conferencePaper: { page: paper, advice: goTo(paper) },
  chapter: { page: paper, advice: goTo(paper) },
  unknown: {
    advice: ['请核对文献类型后手工登记。', 'Check its type and register it manually.'],
  },
};

/** Types that one kind of record accepts, and the kind's name. */
export interface AcceptedTypes {
  readonly types: ReadonlySet<ReferenceType>;
  /** Name of the kind in a sentence: `a paper`. */
  readonly as: Label;
}

/** Types of references that the paper form accepts. */
export const paperTypes: AcceptedTypes = {
  types: new Set(['article', 'conferencePaper', 'chapter', 'newspaper', 'unknown']),
  as: ['论文', 'a paper'],
};

/** Returns the page to which all records belong; undefined if a record belongs here, nowhere, or to another page. */
export const commonDestination = (
  belongings: readonly (OtherDestination | undefined)[],
): RegistrationPage | undefined => {
  const page = belongings[0]?.page;
  return page && belongings.every((one) => one?.page?.path === page.path) ? page : undefined;
};

/** Returns the page that imports a record of another kind. */
export const otherPage = (belongs: OtherDestination | undefined): OtherImportPage | undefined => {
  const page = belongs?.page;
  return page ? { resource: page.resource, page: page.label } : undefined;
};

/** Returns one message for records that all belong to another page. */
export const allElsewhereMessage = (
  { label: [zh, en] }: RegistrationPage,
  count: number,
): Label => [
  count === 1 ? `这条题录应在【${zh}】页面登记` : `这 ${count} 条题录都应在【${zh}】页面登记`,
  count === 1
    ? `This record belongs to the page “${en}”`
    : `All ${count} records belong to the page “${en}”`,
];

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** Returns where a record belongs that this form does not accept; undefined for accepted records. */
export function destinationOf(
  { type, title, number = '' }: Reference,
  { types, as }: AcceptedTypes = paperTypes,
): OtherDestination | undefined {
  if (types.has(type)) return undefined;
  const destination = destinations[type];
  const [zh, en] = referenceTypeLabels[type];
  const [adviceZh, adviceEn] = destination.advice;
  return {
    type,
    page: destination.page,
    message: [
      `${title ? `《${title}》` : number}是${zh}，不能登记为${as[0]}。${adviceZh}`,
      `${title ? `“${title}”` : number} is ${article(en)} and cannot be registered as ${as[1]}. ${adviceEn}`,
    ],
  };
}
