import { fill, type Label } from '@keyan/kernel/label.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { plainLikeness } from '../../shared/formats/title-likeness.ts';
import { projectType } from '../program/project-types.ts';
import type { GrantLine } from './list.ts';

/** Fields of a declaration that lines are compared with. */
export interface DeclaredLine {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Normalised title, computed once. */
  readonly plain: string;
  readonly leader: string;
  readonly type: string | null;
  readonly code: string;
  readonly funds: string;
  readonly state: string;
}

/** Approval or project that already has the number. */
export interface RegisteredNumber {
  readonly grantNumber: string;
  readonly number: string;
  readonly title: string;
  readonly funds: string | null;
}

/** Person of the university with the name of a leader on the list. */
export interface LeaderNamesake {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly department: string;
}

/** Declaration that may match a line, with points and reasons. */
export interface DeclarationMatch {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly leader: string;
  readonly points: number;
  readonly reasons: readonly Label[];
  /** True if the line can approve the declaration. */
  readonly isOpen: boolean;
}

/**
 * Result of matching a line: already registered; sure match of one declaration; doubtful match; no
 * match.
 */
export type GrantVerdict = 'known' | 'sure' | 'doubt' | 'none';

/** Minimum similarity of titles of one project. */
export const minTitleLikeness = 0.85;

/** Similarity from which titles count as equal. */
const minEqualTitleSimilarity = 0.95;

/** Minimum points of a sure match, which needs equal title and leader. */
const minCertainPoints = 85;

/** Code of declarations that await the sponsor’s decision. */
const awaited = '50';

/** Maximum number of declarations offered per line. */
const maxMatchesPerLine = 3;

const plainName = (name: string): string => name.normalize('NFKC').replace(/[\s·•]/g, '');

/** Codes of project types of a source with the given name. */
export const typeCodesOf = (source: string, called: string): string | null => {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\s()项目]/g, '');
  const types = projectType.entries.find(({ code }) => code === source)?.children ?? [];
  const wanted = plain(called);
  if (wanted === '') return null;
  return (
    types.find(({ label }) => plain(label[0]) === wanted)?.code ??
    types.find(({ label }) => plain(label[0]).startsWith(wanted))?.code ??
    null
  );
};

const noPoints = { points: 0, reasons: [] as readonly Label[] };

const titlePoints = (line: string, { plain }: DeclaredLine) => {
  const likeness = plainLikeness(line, plain, minTitleLikeness);
  if (likeness < minTitleLikeness) return null;
  const isSame = likeness >= minEqualTitleSimilarity;
  return {
    points: isSame ? 60 : 40,
    reasons: [
      likeness === 1
        ? (['题名一致', 'Same title'] as const)
        : fill(['题名相似 {percent}%', 'Titles {percent}% similar'], {
            percent: Math.floor(likeness * 100),
          }),
    ] as readonly Label[],
  };
};

const leaderPoints = (line: GrantLine, { leader }: DeclaredLine) =>
  plainName(line.leader) === plainName(leader)
    ? { points: 30, reasons: [['负责人一致', 'Same leader']] as readonly Label[] }
    : {
        points: 0,
        reasons: [fill(['负责人不同（{leader}）', 'Different leader ({leader})'], { leader })],
      };

const when = (holds: boolean, points: number, reason: Label) =>
  holds ? { points, reasons: [reason] } : noPoints;

/** Points of a declaration for a line; null if the titles differ. */
export const declarationMatchOf = (
  line: GrantLine,
  plain: string,
  type: string | null,
  declared: DeclaredLine,
): DeclarationMatch | null => {
  const title = titlePoints(plain, declared);
  if (!title) return null;
  const parts = [
    title,
    leaderPoints(line, declared),
    when(type !== null && type === declared.type, 5, ['类别一致', 'Same type']),
    when(line.code !== '' && line.code === declared.code, 5, ['申请代码一致', 'Same code']),
  ];
  const isOpen = declared.state === awaited;
  const { id, number, title: called, leader } = declared;
  return {
    id,
    number,
    title: called,
    leader,
    isOpen,
    points: parts.reduce((total, { points }) => total + points, 0),
    reasons: [
      ...parts.flatMap(({ reasons }) => reasons),
      ...(isOpen
        ? []
        : [['申报不在“拟立项”', 'The application is not “proposed for approval”'] as const]),
    ],
  };
};

export interface JudgedGrantLine {
  readonly line: GrantLine;
  readonly verdict: GrantVerdict;
  readonly type: string | null;
  readonly registered: RegisteredNumber | null;
  /** True if the list’s amount differs from the registered amount. */
  readonly differs: boolean;
  readonly matches: readonly DeclarationMatch[];
  readonly people: readonly LeaderNamesake[];
}

/** People whom a line may name: by staff number, otherwise by name and, if ambiguous, college. */
const peopleOf = (
  line: GrantLine,
  namesakes: readonly LeaderNamesake[],
): readonly LeaderNamesake[] => {
  const named = namesakes.filter(({ name }) => plainName(name) === plainName(line.leader));
  const byCode = line.staffNo === '' ? [] : named.filter(({ code }) => code === line.staffNo);
  if (byCode.length > 0) return byCode;
  const within =
    line.college === ''
      ? []
      : named.filter(
          ({ department }) =>
            department.includes(line.college) || line.college.includes(department),
        );
  return within.length > 0 ? within : named;
};

/**
 * Matches lines with registered projects, declarations and people; a declaration is the sure match
 * of one line at most.
 */
export const matchSponsorLines = (
  source: string,
  lines: readonly GrantLine[],
  known: {
    readonly registered: readonly RegisteredNumber[];
    readonly declared: readonly DeclaredLine[];
    readonly namesakes: readonly LeaderNamesake[];
  },
): readonly JudgedGrantLine[] => {
  const byNumber = new Map(
    known.registered.map((one) => [one.grantNumber.trim().toLowerCase(), one]),
  );
  const taken = new Set<string>();
  return lines.map((line): JudgedGrantLine => {
    const type = typeCodesOf(source, line.type);
    const people = peopleOf(line, known.namesakes);
    const registered = byNumber.get(line.number.toLowerCase()) ?? null;
    if (registered) {
      const differs =
        line.funds !== '' && registered.funds !== null && !equal(line.funds, registered.funds);
      return { line, verdict: 'known', type, registered, differs, matches: [], people };
    }
    const plain = normaliseTitle(line.title);
    const matches = known.declared
      .flatMap((one) => declarationMatchOf(line, plain, type, one) ?? [])
      .sort((one, other) => other.points - one.points || one.number.localeCompare(other.number))
      .slice(0, maxMatchesPerLine);
    const [best, second] = matches;
    const isSure =
      best?.isOpen === true &&
      best.points >= minCertainPoints &&
      (second === undefined || second.points < best.points) &&
      !taken.has(best.id);
    if (isSure) taken.add(best.id);
    const verdict = isSure ? 'sure' : best ? 'doubt' : 'none';
    return { line, verdict, type, registered, differs: false, matches, people };
  });
};
