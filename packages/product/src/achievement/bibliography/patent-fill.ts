import type { Label } from '@keyan/kernel/label.ts';
import { type AuthorRow, authorNotes, authorRows } from './author-rows.ts';
import { belongingOf, type Taken } from './belonging.ts';
import { moreAuthors } from './draft.ts';
import type { Filler } from './filler.ts';
import { type Limits, withinLimits, withoutAbsent } from './limits.ts';
import { matchAuthors } from './staff.ts';

/** From a reference to the form of a patent (its names on the wire). */

/** The fields of the form that a reference can fill. */
interface PatentFill {
  readonly patentName?: string | undefined;
  readonly patentType?: string | undefined;
  readonly applyNum?: string | undefined;
  readonly publicNum?: string | undefined;
  readonly publicDate?: string | undefined;
  readonly applicants?: string | undefined;
  readonly abstractText?: string | undefined;
  readonly authors?: readonly AuthorRow[];
}

const patents: Taken = { types: new Set(['patent']), as: ['专利', 'a patent'] };

const limits = {
  patentName: { label: ['专利名称', 'title'], max: 200, cut: true },
  applyNum: { label: ['申请（专利）号', 'application number'], max: 30, cut: false },
  publicNum: { label: ['公开（公告）号', 'publication number'], max: 30, cut: false },
  applicants: { label: ['申请人（专利权人）', 'assignees'], max: 300, cut: true },
  abstractText: { label: ['摘要', 'abstract'], max: 2000, cut: true },
} as const satisfies Limits<PatentFill>;

/** Twelve digits (eight before October 2003) with their check character. */
const application = /^(?:CN|ZL)?\.?(\d{4}(\d)\d{7}|\d{2}(\d)\d{5})(?:\.?[\dX])?$/;
/** A country, digits and the letter of the publication: `CN102345678A`, `US11651140B2`. */
const publication = /^([A-Z]{2})\d+([A-Z]?)\d?$/;

/** Dictionary `patentType`: by the digit behind the year of an application. */
const byDigit: Readonly<Record<string, string>> = {
  '1': '01',
  '8': '01',
  '2': '02',
  '9': '02',
  '3': '03',
};
/** By the letter behind the number of a Chinese publication. */
const byLetter: Readonly<Record<string, string>> = {
  A: '01',
  B: '01',
  C: '01',
  U: '02',
  Y: '02',
  S: '03',
  D: '03',
};

/** The number as an application or a publication, with the type that it tells. */
const numbersOf = (number = ''): Pick<PatentFill, 'applyNum' | 'publicNum' | 'patentType'> => {
  const plain = number.normalize('NFKC').toUpperCase().replace(/\s/g, '');
  const filed = application.exec(plain);
  if (filed) return { applyNum: plain, patentType: byDigit[filed[2] ?? filed[3] ?? ''] };
  const [, country = '', letter = ''] = publication.exec(plain) ?? [];
  if (country === '') return { applyNum: plain };
  return { publicNum: plain, patentType: country === 'CN' ? byLetter[letter] : '05' };
};

const onlyPublication: Label = [
  '题录只有公开（公告）号，请补填申请号和申请日期。',
  'The record has the publication number only: add the number and date of the application.',
];

/** Fills the form of a patent; another kind of work fills nothing and says where it belongs. */
export const referenceToPatent: Filler = async (work, staff, university) => {
  const belongs = belongingOf(work, patents);
  if (belongs) return { belongs };
  const matches = await matchAuthors(work.authors, staff, university);
  const numbers = numbersOf(work.number);
  const { fill, notes } = withinLimits<PatentFill>(
    {
      patentName: work.title,
      ...numbers,
      publicDate: work.date?.length === 10 ? work.date : undefined,
      applicants: work.publisher,
      abstractText: work.abstract,
      authors: authorRows(matches),
    },
    limits,
  );
  return {
    fill: withoutAbsent(fill),
    notes: [
      ...(numbers.publicNum ? [onlyPublication] : []),
      ...(work.moreAuthors ? [moreAuthors] : []),
      ...authorNotes(matches),
      ...notes,
    ],
  };
};
