import type { Label } from '@keyan/kernel/label.ts';
import { type AuthorRow, authorNotes, authorRows } from './author-rows.ts';
import { type AcceptedTypes, destinationOf } from './belonging.ts';
import { moreAuthorsNote } from './draft.ts';
import type { Filler } from './filler.ts';
import { type TextLimits, withinFieldLimits, withoutUndefined } from './limits.ts';
import { type NumberedPatent, patentNumbersOf } from './patent-number.ts';
import { matchAuthors } from './staff.ts';

/** Conversion of a reference to the form of a patent (wire names). */

/** Form fields that a reference can fill. */
interface PatentFill extends NumberedPatent {
  readonly patentName?: string | undefined;
  readonly applyDate?: string | undefined;
  readonly publicDate?: string | undefined;
  readonly grantDate?: string | undefined;
  readonly applicants?: string | undefined;
  readonly abstractText?: string | undefined;
  readonly authors?: readonly AuthorRow[];
}

const patents: AcceptedTypes = { types: new Set(['patent']), as: ['专利', 'a patent'] };

/** Maximum lengths of the patent form. */
export const patentLimits = {
  patentName: { label: ['专利名称', 'title'], max: 200, cut: true },
  applyNum: { label: ['申请（专利）号', 'application number'], max: 30, cut: false },
  publicNum: { label: ['公开（公告）号', 'publication number'], max: 30, cut: false },
  grantNum: { label: ['授权公告号', 'grant number'], max: 30, cut: false },
  applicants: { label: ['申请人（专利权人）', 'assignees'], max: 300, cut: true },
  abstractText: { label: ['摘要', 'abstract'], max: 2000, cut: true },
} as const satisfies TextLimits<PatentFill>;

const onlyPublication: Label = [
  '题录只有公开（公告）号，请补填申请号和申请日期。',
  'The record has the publication number only: add the number and date of the application.',
];

const checkCountry: Label = [
  '号码没有说明申请国别，请核对。',
  'The number does not tell the country: check it.',
];

/** Fills the form of a patent; for another type of work returns where it belongs. */
export const referenceToPatent: Filler = async (work, staff, university) => {
  const belongs = destinationOf(work, patents);
  if (belongs) return { belongs };
  const matches = await matchAuthors(work.authors, staff, university);
  const numbers = { ...patentNumbersOf(work.publication), ...patentNumbersOf(work.number) };
  const { fill, notes } = withinFieldLimits<PatentFill>(
    {
      patentName: work.title,
      ...numbers,
      applyDate: work.applied?.length === 10 ? work.applied : undefined,
      [numbers.grantNum ? 'grantDate' : 'publicDate']:
        work.date?.length === 10 ? work.date : undefined,
      applicants: work.publisher,
      abstractText: work.abstract,
      authors: authorRows(matches),
    },
    patentLimits,
  );
  return {
    fill: { ...withoutUndefined(fill) },
    matches,
    notes: [
      ...(numbers.applyNum ? [] : [onlyPublication]),
      ...(numbers.country || !numbers.patentType ? [] : [checkCountry]),
      ...(work.moreAuthors ? [moreAuthorsNote] : []),
      ...authorNotes(matches),
      ...notes,
    ],
  };
};
