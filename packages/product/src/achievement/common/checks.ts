import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { type Fields, f } from '@keyan/kernel/definition/field/field.ts';
import {
  attachedCheck,
  type CheckFinding,
  type RecordCheck,
  rowCheck,
  suppliedCheck,
} from '@keyan/kernel/definition/life/checks.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type AuthorRow, authorLabel, authorsValidator, pluralLabel, rateSum } from './authors.ts';

interface Signed {
  readonly authors: readonly AuthorRow[] | null;
}

/** checks ranks, shares and people of the authors. */
const shares = ({ authors }: Signed, today: string, word: Label): CheckFinding => {
  const row = { authors } as never;
  const faults = authorsValidator(word).check(row, { today, now: `${today} 00:00:00`, facts: {} });
  const [first] = Array.isArray(faults)
    ? (faults as { readonly message: readonly [string, string] }[])
    : [];
  if (first) return { level: 'bad', text: first.message };
  return {
    level: 'good',
    text: fill(
      [
        `{n} 位${word[0]}，贡献率合计 {sum}%`,
        `{n} ${pluralLabel(word)[1].toLowerCase()}, contributions add up to {sum}%`,
      ],
      { n: authors?.length ?? 0, sum: rateSum(authors) },
    ),
  };
};

/** checks who has not confirmed the authorship, and who objects. */
const confirmed = ({ authors }: Signed): CheckFinding | null => {
  const lines = authors ?? [];
  const named = (status: string) =>
    lines.filter(({ confirmStatus }) => confirmStatus === status).map(({ name }) => name ?? '');
  const [waiting, disputed, agreed] = ['0', '2', '1'].map(named) as [string[], string[], string[]];
  if (disputed.length > 0) {
    return {
      level: 'bad',
      text: [`${disputed.join('、')}有异议`, `Disputed by ${disputed.join(', ')}`],
    };
  }
  if (waiting.length > 0) {
    return {
      level: 'warn',
      text: [
        `${waiting.length} 人未确认：${waiting.join('、')}`,
        `${waiting.length} not confirmed: ${waiting.join(', ')}`,
      ],
    };
  }
  if (agreed.length === 0) return null;
  return { level: 'good', text: ['都已确认', 'All have confirmed'] };
};

/** checks that the date is not in the future, and that the reporting year is that of the date. */
const dated = (date: string, year: unknown, today: string): CheckFinding => {
  if (date > today) {
    return { level: 'bad', text: [`${date} 晚于今天`, `${date} is in the future`] };
  }
  const of = date.slice(0, 4);
  return String(year ?? '') === of
    ? { level: 'good', text: [`${date}，统计年度 ${of}`, `${date}, reporting year ${of}`] }
    : {
        level: 'warn',
        text: [
          `${date}，统计年度却是 ${year ?? '空'}`,
          `${date}, but the reporting year is ${year ?? 'empty'}`,
        ],
      };
};

/** Options of a resource that the checks read. */
interface Checked {
  /** Date fields; the first non-empty one counts. */
  readonly dates: readonly string[];
  /** Fields that are checked for duplicates. */
  readonly duplicates: readonly string[];
  readonly attachments: readonly AttachmentCategory[];
  readonly authors: Fields;
  readonly people?: Label;
}

/** Returns the checks of every achievement, shown to reviewers; the check `duplicates` is computed on the server. */
export const achievementChecks = ({
  dates,
  duplicates,
  attachments,
  people = authorLabel,
}: Checked): readonly RecordCheck[] => [
  ...(duplicates.length > 0
    ? [suppliedCheck('duplicates', ['查重', 'Duplicates'], duplicates)]
    : []),
  attachedCheck('attachments', { attachments: f.files(['附件', 'Attachments'], attachments) }),
  rowCheck<Signed>(
    'shares',
    [`${people[0]}与贡献率`, `${pluralLabel(people)[1]} and shares`],
    ['authors'],
    (row, { today }) => shares(row, today, people),
  ),
  rowCheck<Signed>('confirmed', ['署名确认', 'Authorship'], ['authors'], confirmed),
  ...(dates.length > 0
    ? [
        rowCheck<Record<string, unknown>>(
          'dates',
          ['日期与年度', 'Date and year'],
          [...dates, 'statYear'],
          (row, { today }) => {
            const day = dates.map((name) => row[name]).find(Boolean);
            return typeof day === 'string' && day !== '' ? dated(day, row.statYear, today) : null;
          },
        ),
      ]
    : []),
];
