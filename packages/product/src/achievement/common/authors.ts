import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf, Dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { personnelCategory } from '../../people/dictionaries.ts';
import { isStaff, isStudent, personType, sex, yesNo } from '../../shared/dictionaries.ts';
import { ranks, tlDegree } from '../../shared/formats/national.ts';
import { personnel, user } from '../../shared/references/refs.ts';
import { authorType, confirmStatus, creditRole } from './dictionaries.ts';

/** Belongs to the university: staff and students. */
export const isOurAuthor = (type: unknown): boolean => isStaff(type) || isStudent(type);

/**
 * The lines of the sub-table of authors.
 * @param roles what an author can be of this kind of achievement
 */
export const authorFields = <Role extends string>(roles: Dictionary<Role>) => ({
  sort: f.integer(['排名', 'Order']).required().between(1, 1000).ordinal(),
  personType: f.dict(['人员类型', 'Type'], personType).required().initial('01'),
  userId: f.ref(['校内人员', 'Person'], user).when((line) => isOurAuthor(line.personType)),
  // Somebody of the personnel files who has no account: becomes `userId` as soon as there is one (decision 0460).
  personnelId: f
    .ref(['人员档案', 'Personnel file'], personnel)
    .when((line) => isOurAuthor(line.personType)),
  jobNum: f.text(['工号/学号', 'Staff no.']).max(20).computed(),
  name: f.text(['姓名', 'Name']).required().max(50),
  unit: f.text(['所在单位', 'Unit']).required().max(100),
  authorType: f.dict(['作者角色', 'Role'], roles).required(),
  isFirstUnit: f.dict(['我校是否第一署名单位', 'This university is first institution'], yesNo),
  contributionRate: f
    .percent(['贡献率', 'Contribution'])
    .required()
    .headed(['贡献率%', 'Contribution %']),
  creditRoles: f.dicts(['贡献角色', 'CRediT'], creditRole),
  sex: f.dict(['性别', 'Sex'], sex),
  ranks: f.dict(['职称', 'Rank'], ranks),
  tlDegree: f.dict(['学位', 'Degree'], tlDegree),
  confirmStatus: f.dict(['本人确认', 'Confirmed'], confirmStatus).computed(),
});

/** Authors are asked from the first submission on, also while the record is returned. */
export const authorsAskedInStates: readonly string[] = ['1', '2', '3'];

/** The authors of papers and their like; other kinds pass their own roles to `authorFields`. */
export const paperAuthors = authorFields(authorType);

/** An author's line as it is stored, of any kind of achievement. */
export type AuthorRow = RowOf<ReturnType<typeof authorFields>>;

/** The fields of a line that say who the author is: an account, or the personnel file of somebody without one. */
export const personReferenceOf = ({
  id,
  hasAccount = true,
}: {
  readonly id: string;
  readonly hasAccount?: boolean;
}): { readonly userId: string | null; readonly personnelId: string | null } => ({
  userId: hasAccount ? id : null,
  personnelId: hasAccount ? null : id,
});

type PersonType = NonNullable<AuthorRow['personType']>;

const typesBySorter: Readonly<Record<string, PersonType>> = {
  '07': '04',
  '08': '02',
  '10': '03',
} satisfies Readonly<Partial<Record<CodeOf<typeof personnelCategory>, PersonType>>>;

/** 人员类型 of an author with this 人员类别 (`sorter`) in the personnel file; faculty where it says nothing else. */
export const personTypeOf = (sorter: string | null): PersonType =>
  (sorter && typesBySorter[sorter]) || '01';

/**
 * The one author of a specimen: a student of ours, who needs no account. Validators look across the
 * lines, so that drawn lines would never pass.
 */
export const soleAuthor = {
  sort: 1,
  personType: '02',
  userId: null,
  personnelId: null,
  name: 'Lin Zhiyuan',
  unit: 'School of Computing',
  contributionRate: '100.00',
};

/** Part of an author's line that the validators and computed values need. */
export type AuthorLine = Pick<
  RowOf<ReturnType<typeof authorFields>>,
  'sort' | 'personType' | 'userId' | 'personnelId' | 'name' | 'authorType' | 'contributionRate'
>;

/** The record that says who an author is: the account, or else the personnel file; null for somebody typed. */
export const personIdOf = ({
  userId,
  personnelId,
}: Partial<Pick<AuthorLine, 'userId' | 'personnelId'>>): string | null =>
  userId ?? personnelId ?? null;

/** Lines in the order of their rank; a line without one keeps its place. */
export const byRank = <Line extends Pick<AuthorLine, 'sort'>>(
  authors: readonly Line[] | null,
): readonly Line[] =>
  (authors ?? [])
    .map((line, index) => ({ line, rank: line.sort ?? index + 1 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ line }) => line);

/** `12.5` → 1250n hundredths of a percent; rates are decimal text and never become floats. */
const hundredths = (rate: string | null): bigint => {
  const [whole = '0', fraction = ''] = (rate ?? '0').split('.');
  return BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2) || '0');
};

const percent = (value: bigint): string => {
  const digits = `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
  return digits.replace(/\.?0+$/, '');
};

/** The rates' sum in percent, as people write it: `95`, `99.99`. */
export const rateSum = (authors: readonly Pick<AuthorLine, 'contributionRate'>[] | null): string =>
  percent((authors ?? []).reduce((sum, line) => sum + hundredths(line.contributionRate), 0n));

/** The table of R-603 by the number of people: percent, the first first; from the sixth on nothing. */
const table: readonly (readonly number[])[] = [
  [],
  [100],
  [70, 30],
  [60, 30, 10],
  [50, 25, 15, 10],
  [45, 25, 15, 10, 5],
];

/** The shares of this many people by the table of R-603, in percent. */
export const sharesByRank = (count: number): readonly number[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => table[Math.min(count, 5)]?.[at] ?? 0);

/** The contributions that a form fills in: the table of R-603. One decimal text for each author. */
export const defaultRates = (count: number): readonly string[] =>
  sharesByRank(count).map((share) => `${share}.00`);

/** Equal rates; the hundredths that do not divide go to the first ones. */
export const equalShares = (count: number): readonly string[] => {
  const base = count > 0 ? Math.floor(10_000 / count) : 0;
  const rest = 10_000 - base * count;
  return Array.from({ length: count }, (_, index) => {
    const value = base + (index < rest ? 1 : 0);
    return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
  });
};

/** Word for one of the people who made an achievement; the English plural adds an s. */
export const authorLabel: Label = ['作者', 'Author'];

/** Word for the people who made awards, software, medicines and other things that are made rather than written. */
export const contributorLabel: Label = ['完成人', 'Contributor'];

/** The label of several of them. */
export const pluralLabel = ([zh, one]: Label): Label => [zh, `${one}s`];

interface Fault {
  readonly path: string;
  readonly message: Label;
}

type Check = (authors: readonly AuthorLine[], word: Label) => readonly Fault[];

const rankFaults: Check = (authors, [zh, one]) => {
  const ranks = authors.map((line) => line.sort ?? 0).sort((a, b) => a - b);
  return ranks.every((rank, index) => rank === index + 1)
    ? []
    : [
        {
          path: 'authors',
          message: [
            `${zh}排名应从 1 开始连续且不重复`,
            `${one} ranks must run from 1 without gaps or repeats`,
          ],
        },
      ];
};

const staffFaults: Check = (authors, [zh, one]) =>
  authors.flatMap((line, index) =>
    isStaff(line.personType) && !personIdOf(line)
      ? [
          {
            path: `authors.${index}.userId`,
            message: fill(
              [
                `第 {rank} 位${zh}【{name}】为校内人员，请从人员库选择`,
                `${one} {rank} ({name}) is a university member: choose the person from the list`,
              ],
              { rank: index + 1, name: line.name ?? '' },
            ),
          },
        ]
      : [],
  );

const repeatFaults: Check = (authors, [zh, one]) =>
  authors.flatMap((line, index) =>
    personIdOf(line) && authors.findIndex((other) => personIdOf(other) === personIdOf(line)) < index
      ? [
          {
            path: `authors.${index}.userId`,
            message: fill([`${zh}【{name}】重复`, `${one} {name} is listed twice`], {
              name: line.name ?? '',
            }),
          },
        ]
      : [],
  );

const oursFaults: Check = (authors, [zh, one]) =>
  authors.length === 0 || authors.some((line) => isOurAuthor(line.personType))
    ? []
    : [
        {
          path: 'authors',
          message: [
            `至少应有一名本校${zh}`,
            `At least one ${one.toLowerCase()} must be of this university`,
          ],
        },
      ];

const rateFaults: Check = (authors) => {
  const sum = authors.reduce((total, line) => total + hundredths(line.contributionRate), 0n);
  const off = sum > 10_000n ? sum - 10_000n : 10_000n - sum;
  if (authors.length === 0 || off <= 1n) return [];
  return [
    {
      path: 'authors',
      message: fill(
        [
          '贡献率合计应为 100%，当前 {sum}%',
          'The contributions must add up to 100%; they add up to {sum}%',
        ],
        { sum: percent(sum) },
      ),
    },
  ];
};

const checks = [rankFaults, staffFaults, repeatFaults, oursFaults, rateFaults];

/** R-503, for any achievement. */
export const authorsValidator = (word: Label = authorLabel): Validator<never, 'authors'> => ({
  fields: ['authors'],
  check: (row: { readonly authors?: readonly AuthorLine[] | null }) => {
    const authors = row.authors ?? [];
    const faults = checks.flatMap((check) => check(authors, word));
    return faults.length > 0 ? faults : null;
  },
});
