import { authorNotes, authorRows } from './author-rows.ts';
import { type AcceptedTypes, destinationOf } from './belonging.ts';
import type { Filler } from './filler.ts';
import { type TextLimits, withinFieldLimits, withoutUndefined } from './limits.ts';
import { matchAuthors } from './staff.ts';

/** Conversion of a reference to the form of a standard (wire names). */

/** Form fields that a reference can fill, in addition to the authors. */
interface StandardFill {
  readonly standardName?: string | undefined;
  readonly standardNum?: string | undefined;
  readonly standardLevel?: string | undefined;
  readonly standardNature?: string | undefined;
  readonly issueUnit?: string | undefined;
  readonly issueDate?: string | undefined;
}

const standards: AcceptedTypes = { types: new Set(['standard']), as: ['标准', 'a standard'] };

const limits = {
  standardName: { label: ['标准名称', 'title'], max: 200, cut: true },
  standardNum: { label: ['标准号', 'number'], max: 50, cut: false },
  issueUnit: { label: ['发布单位', 'issuing body'], max: 100, cut: true },
} as const satisfies TextLimits<StandardFill>;

/** Code of `standardLevel` by prefix of the number. */
const levels: readonly (readonly [start: RegExp, level: string])[] = [
  [/^(?:ISO|IEC|ITU|IEEE)/, '01'],
  [/^GB/, '02'],
  [/^DB\d/, '04'],
  [/^T\//, '05'],
  [/^Q\//, '06'],
  [/^[A-Z]{2}(?:\/[TZ])? ?\d/, '03'],
];

/** Codes of levels issued by the state; only their numbers encode the nature. */
const byState: ReadonlySet<string> = new Set(['02', '03', '04']);

/** Returns the code of `standardNature`: /T recommended, /Z guidance, otherwise mandatory. */
const natureOf = (number: string): string =>
  /^[A-Z]{2}\d*\/T/.test(number) ? '2' : /^[A-Z]{2}\d*\/Z/.test(number) ? '3' : '1';

/** Returns the values encoded in the number of a standard. */
const toldBy = (number = ''): Pick<StandardFill, 'standardLevel' | 'standardNature'> => {
  const plain = number.normalize('NFKC').toUpperCase();
  const level = levels.find(([start]) => start.test(plain))?.[1];
  if (level === undefined) return {};
  return {
    standardLevel: level,
    ...(byState.has(level) ? { standardNature: natureOf(plain) } : {}),
  };
};

/** Returns whether a name is an organisation: a ministry, a committee, a company. */
const isBody = (name: string): boolean =>
  /(?:委员会|[局部院会司所]|大学|中心|集团)$/.test(name) || /\b(?:of|for|Committee)\b/.test(name);

/** Fills the form of a standard; for another type of work returns where it belongs. */
export const referenceToStandard: Filler = async (work, staff, university) => {
  const belongs = destinationOf(work, standards);
  if (belongs) return { belongs };
  const people = work.authors.filter(({ name }) => !isBody(name));
  const [body] = work.authors.filter(({ name }) => isBody(name));
  const matches = await matchAuthors(people, staff, university);
  const { fill, notes } = withinFieldLimits<StandardFill>(
    {
      standardName: work.title,
      standardNum: work.number,
      ...toldBy(work.number),
      issueUnit: body?.name ?? work.publisher,
      issueDate: work.date?.length === 10 ? work.date : undefined,
    },
    limits,
  );
  return {
    fill: withoutUndefined({ ...fill, authors: authorRows(matches) }),
    matches,
    notes: [...authorNotes(matches), ...notes],
  };
};
