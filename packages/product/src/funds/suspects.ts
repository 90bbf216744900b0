import type { Label } from '@keyan/kernel/label.ts';
import {
  type Amount,
  atLeast,
  atMost,
  equal,
  isZero,
  minus,
  plus,
} from '@keyan/kernel/values/amounts.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { plainLikeness } from '../shared/formats/title-likeness.ts';
import { payerGrants } from './grantors.ts';

/** Values of an arrival that indicate its project. */
export interface ArrivalClues {
  readonly payer: string;
  /** Payer account; empty if unknown. */
  readonly account: string;
  readonly memo: string;
  readonly amount: string;
  /** Code of `arriveType`. */
  readonly type: string | null;
  /** Day of arrival, `yyyy-MM-dd`. */
  readonly date: string | null;
}

/** Project that an arrival may belong to. */
export interface CandidateProject {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly kind: string;
  /** Approved amount and arrived amount, in yuan. */
  readonly funds: Amount;
  readonly arrived: Amount;
  readonly leader: string;
  /** Number of people in the university who share the leader’s name. */
  readonly namesakes: number;
  /** Names of client and partners, or of the funder. */
  readonly payers: readonly string[];
  /** Further names of the client: former and short names. */
  readonly aliases: readonly string[];
  /** Code of `projectSource`. */
  readonly source: string | null;
  /** Names of payers whose funds were granted to projects of this source. */
  readonly taught: readonly string[];
  /** Account of the client. */
  readonly account: string;
  /** Accounts whose funds were granted to this project or other projects of its client. */
  readonly confirmed: readonly string[];
  /** Number of the contract; empty for a project without one. */
  readonly contractNumber: string;
  /** Approval number of the funder; empty for a project without one. */
  readonly approvalNumber: string;
  /** Number of the next unpaid period of the contract, and its outstanding amount in yuan. */
  readonly dueNo: number | null;
  readonly dueAmount: Amount;
  readonly dueDate: string | null;
  /** Amount of the period after the next, in yuan. */
  readonly laterAmount: Amount;
  /** Outstanding amounts of invoices issued in advance, in yuan. */
  readonly dueInvoices: readonly string[];
}

/** Candidate project with points and reasons. */
export interface LikelyProject {
  readonly id: string;
  readonly points: number;
  readonly reasons: readonly Label[];
}

/** Suspected project, as shown beside the bank’s line. */
export interface SuspectOfArrival
  extends Pick<
    CandidateProject,
    | 'id'
    | 'name'
    | 'number'
    | 'leader'
    | 'payers'
    | 'contractNumber'
    | 'funds'
    | 'arrived'
    | 'dueNo'
    | 'dueAmount'
    | 'dueDate'
  > {
  readonly points: number;
  readonly reasons: readonly Label[];
}

/** Unallocated arrival that may belong to a project, as shown on pages. */
export interface ArrivalOfSuspect {
  readonly id: string;
  readonly payer: string;
  readonly memo: string;
  readonly amount: string;
  readonly date: string | null;
  readonly points: number;
  readonly reasons: readonly Label[];
}

interface Reason {
  readonly points: number;
  readonly says: Label;
}

/**
 * Minimum points to show a suspected project; from `offeredFromPoints` it is offered as a
 * further possibility.
 */
export const likelyFromPoints = 60;
export const offeredFromPoints = 30;

const maxPoints = 100;

/** Normalised name or memo: without case, width, spaces and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Legal forms at the end of company names, which short names omit. */
const companyForms = /(?:股份有限公司|有限责任公司|有限公司|集团公司|集团|公司)$/;
const short = (name: string): string => plain(name).replace(companyForms, '');

const named = (text: string, clue: string): boolean => clue.length >= 2 && text.includes(clue);

const number = ({ memo }: ArrivalClues, candidate: CandidateProject): Reason | null => {
  const { contractNumber, approvalNumber, number: own } = candidate;
  const numbers: readonly (readonly [string, Label])[] = [
    [
      contractNumber,
      [`附言含合同号 ${contractNumber}`, `The memo contains the contract number ${contractNumber}`],
    ],
    [
      approvalNumber,
      [`附言含批准号 ${approvalNumber}`, `The memo contains the approval number ${approvalNumber}`],
    ],
    [own, [`附言含项目编号 ${own}`, `The memo contains the project number ${own}`]],
  ];
  const given = numbers.find(([one]) => plain(one).length >= 4 && named(plain(memo), plain(one)));
  return given ? { points: 60, says: given[1] } : null;
};

/** Minimum similarity of two names that may be misspelled variants. */
const minLikeness = 0.85;

const payer = (
  { payer: from }: ArrivalClues,
  { payers, aliases, source, taught }: CandidateProject,
): Reason | null => {
  const name = plain(from);
  if (name === '') return null;
  const isOf = (all: readonly string[]): boolean => all.some((one) => plain(one) === name);
  if (isOf(payers)) return { points: 40, says: ['来款单位=甲方全称', 'The payer is the client'] };
  const isShort = payers.some((one) => short(one).length >= 3 && short(one) === short(from));
  if (isOf(aliases) || isShort) {
    return {
      points: 30,
      says: ['来款单位=甲方简称/曾用名', 'The payer is the client under another name'],
    };
  }
  if (payerGrants(from, source) || isOf(taught)) {
    return { points: 25, says: ['拨款机构=项目来源', 'The payer is the sponsor of this source'] };
  }
  return payers.some((one) => plainLikeness(plain(one), name, minLikeness) >= minLikeness)
    ? {
        points: 20,
        says: ['来款单位与甲方名称相近', 'The payer’s name is similar to the client’s'],
      }
    : null;
};

/** Digits and letters of an account number; spaces between groups are removed. */
const account = (
  { account: from }: ArrivalClues,
  { account: own, confirmed }: CandidateProject,
): Reason | null => {
  const given = plain(from);
  if (given.length < 6) return null;
  if (plain(own) === given) {
    return { points: 15, says: ['来款账号=该单位账号', 'The account belongs to the client'] };
  }
  return confirmed.some((one) => plain(one) === given)
    ? { points: 15, says: ['来款账号以往确认过', 'Funds from this account were confirmed before'] }
    : null;
};

/** Maximum bank fee in yuan that may be deducted from a transfer. */
const maxBankFee = '50.00';

/** Expected amounts of a project with the points of each, highest first. */
const expected = ({
  funds,
  arrived,
  dueNo,
  dueAmount,
  laterAmount,
  dueInvoices,
}: CandidateProject): readonly (readonly [amount: string, Reason])[] => {
  const due = dueNo === null || isZero(dueAmount) ? [] : [plus('0.00', dueAmount)];
  const both = isZero(laterAmount) ? [] : due.map((one) => plus(one, laterAmount));
  const isFunded = funds !== null && funds !== undefined && !isZero(funds);
  return [
    ...dueInvoices.map(
      (one) =>
        [
          one,
          {
            points: 35,
            says: [
              '金额=预借票据未到款额',
              'The amount equals the unpaid amount of an advance invoice',
            ],
          },
        ] as const,
    ),
    ...due.map(
      (one) =>
        [
          one,
          {
            points: 30,
            says: [
              `金额=第 ${dueNo} 期未到额`,
              `The amount equals what is outstanding of instalment ${dueNo}`,
            ],
          },
        ] as const,
    ),
    ...both.map(
      (one) =>
        [
          one,
          {
            points: 20,
            says: [
              `金额=第 ${dueNo} 期起两期之和`,
              `The amount equals two instalments from no. ${dueNo}`,
            ],
          },
        ] as const,
    ),
    ...(isFunded
      ? ([
          [
            minus(funds, arrived),
            {
              points: 20,
              says: ['金额=未到账余额', 'The amount equals all that is still outstanding'],
            },
          ],
          [
            plus('0.00', funds),
            { points: 20, says: ['金额=批准经费', 'The amount equals the approved funds'] },
          ],
        ] as const)
      : []),
  ];
};

const amount = ({ amount: paid }: ArrivalClues, candidate: CandidateProject): Reason | null => {
  const sums = expected(candidate).filter(([one]) => atLeast(one, '0.01'));
  const exact = sums.find(([one]) => equal(one, paid));
  if (exact) return exact[1];
  const less = sums
    .map(([one]) => minus(one, paid))
    .find((one) => atLeast(one, '0.01') && atMost(one, maxBankFee));
  return less === undefined
    ? null
    : {
        points: 10,
        says: [`比应收少 ${less} 元（手续费）`, `${less} yuan less than due, probably bank fees`],
      };
};

const person = ({ memo }: ArrivalClues, { leader, namesakes }: CandidateProject): Reason | null =>
  named(plain(memo), plain(leader))
    ? {
        points: namesakes > 1 ? 10 : 20,
        says:
          namesakes > 1
            ? [
                `附言含负责人姓名 ${leader}（有同名）`,
                `The memo names ${leader}, as others are named`,
              ]
            : [`附言含负责人姓名 ${leader}`, `The memo names the leader ${leader}`],
      }
    : null;

/** Minimum number of consecutive characters that a memo shares with a project title. */
const minShared = 4;

/** Programme in brackets at the end of a title; ignored, since many titles share it. */
const programme = /[（(][^（()）]*[）)]\s*$/u;

const title = ({ memo }: ArrivalClues, { name }: CandidateProject): Reason | null => {
  const [text, whole] = [plain(memo), plain(name.replace(programme, ''))];
  const shares = [...whole].some(
    (_, at) => at + minShared <= whole.length && text.includes(whole.slice(at, at + minShared)),
  );
  return shares
    ? {
        points: 15,
        says: [
          '附言与项目名连续 4 字以上相同',
          'The memo shares 4 or more consecutive characters with the project title',
        ],
      }
    : null;
};

/** Days before and after a period’s planned day in which an arrival may pay that period. */
const maxDaysFromPlan = 30;

const time = ({ date }: ArrivalClues, { dueDate }: CandidateProject): Reason | null =>
  date !== null && dueDate !== null && Math.abs(daysBetween(date, dueDate)) <= maxDaysFromPlan
    ? {
        points: 10,
        says: [
          `距计划收款日 ${dueDate} ${maxDaysFromPlan} 天内`,
          `Within ${maxDaysFromPlan} days of the planned ${dueDate}`,
        ],
      }
    : null;

const against = (
  { type }: ArrivalClues,
  { kind, funds, arrived }: CandidateProject,
): readonly Reason[] => {
  const isContract = kind === 'horizontal';
  const misfits = (type === '01' && isContract) || (type === '02' && !isContract);
  const isFull = !isZero(funds) && !isZero(arrived) && Number(minus(funds, arrived)) <= 0;
  return [
    ...(misfits
      ? [
          {
            points: -20,
            says: [
              '来款类型与项目性质不符',
              'The type of funds does not match the project kind',
            ] as Label,
          },
        ]
      : []),
    ...(isFull
      ? [{ points: -40, says: ['经费已到齐', 'All funds have been received'] as Label }]
      : []),
  ];
};

/**
 * Scores a candidate: the best reason of each group counts, groups are added, at most 100 points
 * (R-303).
 */
export const scoreCandidate = (clues: ArrivalClues, candidate: CandidateProject): LikelyProject => {
  const reasons = [
    ...[number, payer, account, amount, person, title, time].flatMap(
      (judge) => judge(clues, candidate) ?? [],
    ),
    ...against(clues, candidate),
  ];
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0);
  return {
    id: candidate.id,
    points: Math.max(0, Math.min(maxPoints, points)),
    reasons: reasons.map(({ says }) => says),
  };
};

/** Candidates with enough points to be offered, highest first. */
export const likelyProjects = (
  clues: ArrivalClues,
  candidates: readonly CandidateProject[],
): readonly LikelyProject[] =>
  candidates
    .map((one) => scoreCandidate(clues, one))
    .filter(({ points }) => points >= offeredFromPoints)
    .sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1));

/** Minimum points to preselect a project, and minimum lead over the second. */
const minPreselectedPoints = 90;
const minLeadInPoints = 30;

/** Project that a form preselects; null if a person has to choose. */
export const preselectedProject = <S extends Pick<LikelyProject, 'points'>>(
  shown: readonly S[],
): S | null => {
  const [first, second] = shown.toSorted((a, b) => b.points - a.points);
  return first &&
    first.points >= minPreselectedPoints &&
    first.points - (second?.points ?? 0) >= minLeadInPoints
    ? first
    : null;
};
