import {
  fieldTypeTable as fieldKinds,
  groupDigits,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { say } from '@keyan/kernel/label.ts';
import { minus, sum } from '@keyan/kernel/values/amounts.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { citedWorkOf } from '../achievement/citing/item.ts';
import { type AuthorRow, byRank } from '../achievement/common/authors.ts';
import {
  type CertificateKind,
  certificateForms,
  type FactName,
  factNames,
  type LineStanding,
  type LineTexts,
} from './kinds.ts';

// Facts about a person in certifiable records, as values to compare and texts to print.

/** Fact as a pair of compared value and printed text; a single text serves as both. */
type Fact = string | readonly [value: string, text: string];

type Facts = { readonly [F in FactName]?: Fact };

/** Language of the certificate and the person certified. */
export interface FactContext {
  readonly person: string;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Fact of a dictionary code, printed as its name in the language of the certificate. */
const coded = (
  { fields }: Pick<Resource, 'fields'>,
  row: RowLike,
  name: string,
  { language, dictionaries }: FactContext,
): Fact => {
  const spec = fields[name]?.spec;
  const value = plain(row[name]);
  if (!spec || value === '') return '';
  return [value, fieldKinds[spec.type].text(row[name], specIn(spec, dictionaries), language)];
};

const money = (amount: unknown): Fact =>
  plain(amount) === '' ? '' : [plain(amount), groupDigits(plain(amount))];

/** Facts of a project that the person leads. */
export const factsOfProject = (kind: Resource, row: RowLike, telling: FactContext): Facts => {
  const [start, end] = [plain(row.startDate), plain(row.endDate)];
  return {
    number: plain(row.programNum),
    title: plain(row.programName),
    category: coded(kind, row, 'level', telling),
    period: [
      `${start} ${end}`,
      say([`${start} 至 ${end}`, `${start} to ${end}`], telling.language),
    ],
    amount: money(row.funds),
    state: coded(kind, row, 'status', telling),
  };
};

/** Facts of funds confirmed for a project, less refunds. */
export const factsOfArrival = (row: RowLike): Facts => ({
  number: plain(row.programNum),
  title: plain(row.programName),
  category: plain(row.fundingSource),
  period: plain(row.arriveDate),
  amount: money(minus(plain(row.divideAmount) || '0.00', plain(row.refunded) || '0.00')),
});

/** Facts of an output, with the person’s place among the authors. */
export const factsOfOutput = (kind: Resource, row: RowLike, telling: FactContext): Facts => {
  const { person, language, dictionaries } = telling;
  const work = citedWorkOf(kind, row, dictionaries);
  const authors = byRank(row.authors as readonly AuthorRow[] | null);
  const place = authors.findIndex(({ userId }) => userId === person) + 1;
  const english = language === 'en' ? plain(row.artNameEn) : '';
  return {
    category: [kind.key, say(kind.label, language)],
    title: [work.title, english || work.title],
    number: work['container-title'] ?? work.publisher ?? work.number ?? '',
    period:
      work.issued?.['date-parts'][0].map((part) => String(part).padStart(2, '0')).join('-') ?? '',
    part: [
      `${place}/${authors.length}`,
      say([`第 ${place} / 共 ${authors.length}`, `${place} of ${authors.length}`], language),
    ],
  };
};

/** Maximum characters of the text of each fact, as its field allows. */
const maxTextLengths: Readonly<Record<FactName, number>> = {
  number: 300,
  title: 300,
  category: 200,
  period: 60,
  amount: 30,
  part: 60,
  state: 60,
};

const comparedOf = (fact: Fact | undefined): string =>
  typeof fact === 'string' ? fact : (fact?.[0] ?? '');

const textOf = (fact: Fact | undefined): string =>
  typeof fact === 'string' ? fact : (fact?.[1] ?? '');

/** Texts of a line for a kind of certificate, with the values behind the texts. */
export const certificateLine = (
  kind: CertificateKind,
  facts: Facts,
): LineTexts & { readonly basis: string } => {
  const shown = new Set(certificateForms[kind].columns.map(({ name }) => name));
  const names = factNames.filter((name) => shown.has(name));
  return {
    ...Object.fromEntries(
      factNames.map((name) => [
        name,
        (shown.has(name) && textOf(facts[name]).slice(0, maxTextLengths[name])) || null,
      ]),
    ),
    basis: JSON.stringify(
      Object.fromEntries(
        names.map((name) => [name, comparedOf(facts[name]).slice(0, maxTextLengths[name])]),
      ),
    ),
  };
};

const valuesIn = (basis: string | null): RowLike => {
  try {
    return JSON.parse(basis ?? '{}') as RowLike;
  } catch {
    return {};
  }
};

/** Columns whose current values differ from the certified values. */
export const changedColumns = (
  kind: CertificateKind,
  certified: string | null,
  now: string,
): readonly FactName[] => {
  const [was, is] = [valuesIn(certified), valuesIn(now)];
  return certificateForms[kind].columns
    .map(({ name }) => name)
    .filter((name) => plain(was[name]) !== plain(is[name]));
};

/** Sum of the amounts of all lines, in yuan. */
export const totalOfLines = (lines: readonly { readonly basis?: string | null }[]): string =>
  sum(
    lines.map(({ basis }) => ({ amount: plain(valuesIn(basis ?? null).amount) || '0.00' })),
    'amount',
  );

/** True if no line has changed, is void or is withheld. */
export const isStillTrue = (standings: readonly LineStanding[]): boolean =>
  standings.every((standing) => standing === 'same');
