import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf, Dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { personnelCategory } from '../../people/dictionaries.ts';
import { isStaff, isStudent, personType, sex, yesNo } from '../../shared/dictionaries.ts';
import { ranks, tlDegree } from '../../shared/formats/national.ts';
import { personnel, user } from '../../shared/references/refs.ts';
import { authorType, confirmStatus, creditRole } from './dictionaries.ts';

/** Returns whether an author type belongs to the university: staff and students. */
export const isOurAuthor = (type: unknown): boolean => isStaff(type) || isStudent(type);

/** Returns the fields of author lines. @param roles dictionary of author roles */
export const authorFields = <Role extends string>(roles: Dictionary<Role>) => ({
  sort: f.integer(['排名', 'Order']).required().between(1, 1000).ordinal(),
  personType: f.dict(['人员类型', 'Type'], personType).required().initial('01'),
  userId: f.ref(['校内人员', 'Person'], user).when((line) => isOurAuthor(line.personType)),
  // Person with a personnel file but no account; `userId` is set once there is one (decision 0460).
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

/** Codes of states in which authors are asked: from the first submission, also after a return. */
export const authorsAskedInStates: readonly string[] = ['1', '2', '3'];

/** Author fields of papers and similar resources; others pass their own roles to `authorFields`. */
export const paperAuthors = authorFields(authorType);

/** Stored author line of any achievement. */
export type AuthorRow = RowOf<ReturnType<typeof authorFields>>;

/** Fields of a line that identify the person: account or personnel file. */
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

/** Returns the 人员类型 of an author by the 人员类别 (`sorter`) of the personnel file; faculty by default. */
export const personTypeOf = (sorter: string | null): PersonType =>
  (sorter && typesBySorter[sorter]) || '01';

/**
 * Author of specimens: a student, who needs no account. Random lines would fail the validators, which check all lines
 * together.
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

/** Fields of an author line that validators and computed values read. */
export type AuthorLine = Pick<
  RowOf<ReturnType<typeof authorFields>>,
  'sort' | 'personType' | 'userId' | 'personnelId' | 'name' | 'authorType' | 'contributionRate'
>;

/** Returns the id of an author's account, or of the personnel file; null for a typed person. */
export const personIdOf = ({
  userId,
  personnelId,
}: Partial<Pick<AuthorLine, 'userId' | 'personnelId'>>): string | null =>
  userId ?? personnelId ?? null;

/** Sorts lines by rank; a line without rank remains in place. */
export const byRank = <Line extends Pick<AuthorLine, 'sort'>>(
  authors: readonly Line[] | null,
): readonly Line[] =>
  (authors ?? [])
    .map((line, index) => ({ line, rank: line.sort ?? index + 1 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ line }) => line);

/** Parses a rate to hundredths of a percent, as bigint: `12.5` → 1250n. */
const hundredths = (rate: string | null): bigint => {
  const [whole = '0', fraction = ''] = (rate ?? '0').split('.');
  return BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2) || '0');
};

const percent = (value: bigint): string => {
  const digits = `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
  return digits.replace(/\.?0+$/, '');
};

/** Returns the sum of the rates in percent: `95`, `99.99`. */
export const rateSum = (authors: readonly Pick<AuthorLine, 'contributionRate'>[] | null): string =>
  percent((authors ?? []).reduce((sum, line) => sum + hundredths(line.contributionRate), 0n));

/** percent by number of authors and rank; authors after the fifth get 0. */
const table: readonly (readonly number[])[] = [
  [],
  [100],
  [70, 30],
  [60, 30, 10],
  [50, 25, 15, 10],
  [45, 25, 15, 10, 5],
];

/** Returns the shares in percent for a number of authors. */
export const sharesByRank = (count: number): readonly number[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => table[Math.min(count, 5)]?.[at] ?? 0);

/** Returns the default contributions as decimal texts. */
export const defaultRates = (count: number): readonly string[] =>
  sharesByRank(count).map((share) => `${share}.00`);

/** Returns equal rates; the remaining hundredths go to the first authors. */
export const equalShares = (count: number): readonly string[] => {
  const base = count > 0 ? Math.floor(10_000 / count) : 0;
  const rest = 10_000 - base * count;
  return Array.from({ length: count }, (_, index) => {
    const value = base + (index < rest ? 1 : 0);
    return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
  });
};

/** Label of an author; the English plural adds an s. */
export const authorLabel: Label = ['作者', 'Author'];

/** Label of the people who made awards, software, medicines and similar achievements. */
export const contributorLabel: Label = ['完成人', 'Contributor'];

/** Returns the plural of such a label. */
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

/** returns the validator of author lines. @param word label of an author */
export const authorsValidator = (word: Label = authorLabel): Validator<never, 'authors'> => ({
  fields: ['authors'],
  check: (row: { readonly authors?: readonly AuthorLine[] | null }) => {
    const authors = row.authors ?? [];
    const faults = checks.flatMap((check) => check(authors, word));
    return faults.length > 0 ? faults : null;
  },
});
