import { fill, type Label } from '@keyan/kernel/label.ts';
import { atLeast, plus, proportionalAmount, sum } from '@keyan/kernel/values/amounts.ts';
import { scoreObject, teamMeasure, teamMeasureCodes } from '../scoring/dictionaries.ts';
import {
  type AssessedOutcome,
  type CollegeSuggestions,
  type MeasuredPerson,
  type ResultLine,
  targetLabelOf,
} from './assessing.ts';
import { assessGradeCodes } from './dictionaries.ts';
import { finishRate } from './folding.ts';

// The points of teams by the criteria of their templates. Pure.

/** A criterion of a template. */
export interface TeamCriterion {
  readonly group: string | null;
  readonly name: string;
  /** The most points that it gives. */
  readonly full: string;
  readonly standard: string | null;
  /** A code of `teamMeasure`; null where the research office marks. */
  readonly measure: string | null;
  /** Only outputs of this kind are counted, where it counts outputs; null for all. */
  readonly object: string | null;
  /** The value that gives all points; null where the research office marks. */
  readonly target: string | null;
}

/** A template that judges teams. */
export interface TeamTemplate {
  readonly id: string;
  readonly name: string;
  /** A code of `teamType`; null for teams of every type that has none of its own. */
  readonly teamType: string | null;
  readonly criteria: readonly TeamCriterion[];
}

/** Points that the research office gave for a criterion. */
export interface CriterionMark {
  readonly points: string;
  readonly reason: string;
}

/** An output that scored for a member. */
export interface TeamOutput {
  readonly id: string;
  readonly object: string | null;
}

/** A team with its members, its template and what is counted of it. */
export interface AssessedTeam {
  readonly id: string;
  readonly name: string;
  readonly leader: string | null;
  readonly department: string | null;
  readonly members: readonly {
    readonly userId: string;
    readonly name: string;
    readonly role: string | null;
  }[];
  readonly template: TeamTemplate | undefined;
  /** The marks of the research office, by the names of criteria. */
  readonly marks: ReadonlyMap<string, CriterionMark>;
  readonly outputs: readonly TeamOutput[];
  readonly approved: number;
  /** In 10,000 yuan. */
  readonly arrived: string;
}

/** The template of a team: the enabled one of its type, else the one of all types. */
export const templateOfTeam = (
  templates: readonly TeamTemplate[],
  teamType: string | null,
): TeamTemplate | undefined =>
  templates.find((one) => one.teamType !== null && one.teamType === teamType) ??
  templates.find((one) => one.teamType === null);

/** Value ÷ target × points, and all points at most. */
export const criterionPointsOf = (full: string, value: string, target: string): string => {
  const points = proportionalAmount(full, value, target, 2);
  return atLeast(points, full) ? plus('0.00', full) : points;
};

/** The people of a team who are asked for points, without those who are exempt or have no target. */
const askedOf = (people: readonly MeasuredPerson[]): readonly MeasuredPerson[] =>
  people.filter(({ fixed }) => fixed === undefined);

/** How each value of a team is counted, by the code of `teamMeasure`. */
const counting: Readonly<
  Record<
    string,
    (team: AssessedTeam, people: readonly MeasuredPerson[], object: string | null) => string
  >
> = {
  [teamMeasureCodes.rate]: (_team, people) => {
    const asked = askedOf(people);
    return (
      finishRate(plus('0.00', sum(asked, 'actual')), plus('0.00', sum(asked, 'required'))) ?? '0.00'
    );
  },
  [teamMeasureCodes.points]: (_team, people) => plus('0.00', sum(people, 'actual')),
  [teamMeasureCodes.outputs]: ({ outputs }, _people, object) =>
    String(
      new Set(outputs.filter((one) => object === null || one.object === object).map(({ id }) => id))
        .size,
    ),
  [teamMeasureCodes.approved]: ({ approved }) => String(approved),
  [teamMeasureCodes.arrived]: ({ arrived }) => arrived,
};

const countedLine = (
  { full, target, object }: TeamCriterion,
  { measure, value }: { readonly measure: string; readonly value: string },
): ResultLine => {
  const points = criterionPointsOf(full, value, target ?? '1');
  const how = fill(
    [
      '{what} {value} ÷ 满分目标 {target} × {full} 分，最高 {full} 分 = {points}',
      '{what}: {value} ÷ {target} × {full} points, {full} at most = {points}',
    ],
    {
      what: object
        ? fill(['{measure}·{object}', '{measure}, {object}'], {
            measure: targetLabelOf(teamMeasure, measure),
            object: targetLabelOf(scoreObject, object),
          })
        : targetLabelOf(teamMeasure, measure),
      value,
      target: target ?? '1',
      full,
      points,
    },
  );
  return { isQuant: '1', countedValue: plus('0.00', value), points, how: how[0], howEn: how[1] };
};

/** Line that waits for a mark. */
const unmarked: Label = [
  '待科研处打分，暂计 0 分',
  'To be marked by the research office; 0 so far',
];

const markedLine = (mark: CriterionMark | undefined): ResultLine => {
  const how = mark
    ? fill(['科研处打分 {points}：{reason}', 'Marked by the research office, {points}: {reason}'], {
        ...mark,
      })
    : unmarked;
  return {
    isQuant: '0',
    countedValue: null,
    points: mark?.points ?? '0.00',
    markedPoints: mark?.points ?? null,
    markedWhy: mark?.reason ?? null,
    how: how[0],
    howEn: how[1],
  };
};

/** Does the research office mark it? */
const isMarked = ({ measure, target }: TeamCriterion): boolean =>
  measure === null || target === null;

const linesOf = (
  { criteria }: TeamTemplate,
  team: AssessedTeam,
  people: readonly MeasuredPerson[],
): readonly ResultLine[] =>
  criteria.map((one) => {
    const { group, name, full, standard, measure, object } = one;
    const common = { groupName: group, itemName: name, itemScore: full, standard };
    const blank = { countedValue: null, markedPoints: null, markedWhy: null };
    if (isMarked(one)) return { ...common, ...blank, ...markedLine(team.marks.get(name)) };
    const value = counting[measure ?? '']?.(team, people, object) ?? '0';
    return { ...common, ...blank, ...countedLine(one, { measure: measure ?? '', value }) };
  });

/** The members of a team with what each was asked for and scored; without values for whoever is not assessed. */
const membersOf = (
  { members }: AssessedTeam,
  byId: ReadonlyMap<string, MeasuredPerson>,
): readonly ResultLine[] =>
  members.map(({ userId, role }) => {
    const one = byId.get(userId);
    const isAsked = one !== undefined && one.fixed === undefined;
    return {
      userId,
      teamRole: role,
      requiredScore: isAsked ? one.required : null,
      actualScore: one?.actual ?? null,
      finishRate: isAsked ? finishRate(one.actual, one.required) : null,
    };
  });

const noTemplate: Label = [
  '没有适用于该团队类别的已启用模板，请启用后重新计算',
  'No template for this type of team is enabled: enable one and compute again',
];

const notesOf = (
  team: AssessedTeam,
  { name }: TeamTemplate,
  { lines, actual }: { readonly lines: readonly ResultLine[]; readonly actual: string },
): readonly Label[] => [
  fill(
    ['按模板「{name}」评价，满分 100', 'Evaluated by the template “{name}”, 100 points at most'],
    {
      name,
    },
  ),
  fill(['成员 {count} 人：{names}', 'Members ({count}): {names}'], {
    count: team.members.length,
    names: [
      team.members.map((one) => one.name).join('、'),
      team.members.map((one) => one.name).join(', '),
    ],
  }),
  fill(['得分：{parts} = {actual}', 'Points: {parts} = {actual}'], {
    parts: lines.map(({ itemName, points }) => `${itemName} ${points}`).join(' + '),
    actual,
  }),
];

/** The results of teams, each by the criteria of its template. */
export const teamResultsOf = (
  people: readonly MeasuredPerson[],
  teams: readonly AssessedTeam[],
  suggestions: CollegeSuggestions,
): readonly AssessedOutcome[] => {
  const byId = new Map(people.map((one) => [one.person.userId, one]));
  return teams.map((team) => {
    const { id, name, leader, department, template, members } = team;
    const key = `T${id}`;
    const own = members.flatMap(({ userId }) => byId.get(userId) ?? []);
    const lines = template ? linesOf(template, team, own) : [];
    const actual = plus('0.00', sum(lines, 'points'));
    return {
      id: key,
      subject: { key, name, teamId: id, leader, department },
      actual,
      required: template ? '100.00' : '0.00',
      mustsMet: true,
      lacking: [],
      suggested: suggestions.get(key) ?? null,
      ...(template ? {} : { fixed: assessGradeCodes.none }),
      notes: template ? notesOf(team, template, { lines, actual }) : [noTemplate],
      judged: {
        templateId: template?.id ?? null,
        criteria: lines,
        members: membersOf(team, byId),
      },
    };
  });
};
