import { f } from '@keyan/kernel/definition/field/field.ts';
import type { FormSection } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type AttachmentCodes, attachmentCategories } from '../../shared/attachments.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { type AchievementGiven, achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import type { CitationRule } from '../common/citation.ts';
import { differenceField, differsBy } from '../common/namesake.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { displayLevel, displayWay } from './dictionaries.ts';

/** Attachments of a work that was shown: pictures or a recording of it, proof of the event, a certificate. */
const codes: AttachmentCodes = ['21*', '22', '17', '99'];

type WorkGiven = Omit<
  AchievementGiven<typeof paperAuthors>,
  'authors' | 'attachments' | 'date' | 'duplicates' | 'citation'
> & {
  /** Type of the work in a list of citations. */
  readonly cited: CitationRule['type'];
  /** The field with what it was shown in: an exhibition, a periodical, a concert. */
  readonly carrier: string;
  /** The field with the place, for works that are shown at one. */
  readonly shownAt?: string;
};

/** The mixin of achievements for a work that was published, shown or performed. */
export const shownWork = ({ cited, carrier, shownAt, ...given }: WorkGiven) =>
  achievement({
    ...given,
    authors: paperAuthors,
    attachments: attachmentCategories(...codes),
    date: 'publishDate',
    duplicates: ['occasion'],
    identifiers: [],
    citation: {
      type: cited,
      texts: {
        'container-title': carrier,
        publisher: 'hostUnit',
        ...(shownAt && { 'publisher-place': shownAt }),
      },
    },
  });

/**
 * The field by which a work is known. One title may be that of several works, and one work may be
 * shown again, so neither alone tells whether it is registered.
 */
export const occasionField = () =>
  f
    .text(['同一成果的登记', 'A registration of the same achievement'])
    .max(700)
    .computed()
    .unique(normaliseTitle)
    .unlessTold(differenceField);

/** Text of an occasion from its parts; nothing as long as a part is missing. */
export const occasionText = (...parts: readonly (string | null)[]): string | null =>
  parts.every((part) => part) ? parts.join(' ') : null;

/** The labels in which the fields of works differ. */
interface WorkLabels {
  readonly displayWay: Label;
  readonly publishDate: Label;
  readonly description: Label;
}

/** The fields that every work has which was published, shown or performed. */
export const workFields = (labels: WorkLabels) => ({
  workName: f.text(['作品名称', 'Title']).requiredInDraft().max(200).searchable(),
  displayWay: f.dict(labels.displayWay, displayWay).required(),
  displayLevel: f.dict(['级别', 'Level'], displayLevel).required(),
  publishDate: f.date(labels.publishDate).required(),
  awardInfo: f.text(['获奖情况', 'Award']).max(200),
  description: f.note(labels.description).max(2000).when(unlessSecret),
  occasion: occasionField(),
  differsBy: differsBy(),
});

/**
 * Columns and filters of works.
 * @param type the field with the type of work
 * @param carrier the field with what it was shown in: an exhibition, a periodical, a concert
 */
export const workColumnsAndFilters = <const Type extends string, const Carrier extends string>(
  type: Type,
  carrier: Carrier,
) => ({
  views: {
    audit: ['workName', 'firstAuthor', 'fkDeptId', type, carrier, 'displayLevel'],
    lib: ['workName', 'authorNames', 'fkDeptId', type, carrier, 'displayLevel', 'publishDate'],
  } as const,
  list: {
    columns: ['workName', type, carrier, 'hostUnit', 'displayWay', 'displayLevel', 'publishDate'],
    filters: achievementFilters(
      type,
      'displayLevel',
      'displayWay',
      'publishDate',
      carrier,
      'hostUnit',
    ),
    sort: '-publishDate',
    keptTotals: outputTotals('publishDate'),
  } as const,
});

/**
 * The sections of a form: the kind's own, then those that all achievements have.
 * @param people the section with those who made it
 */
export const workFormOf = <const Name extends string>(
  people: FormSection<'authors'>,
  ...own: readonly FormSection<Name>[]
) => [...own, people, belongingSection, ...closingSections('differsBy')];
