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

// Points of teams by the criteria of their templates. Pure functions.

/** Criterion of a team template. */
export interface TeamCriterion {
  readonly group: string | null;
  readonly name: string;
  /** Maximum points of the criterion. */
  readonly full: string;
  readonly standard: string | null;
  /** Code of `teamMeasure`; null for a criterion that the research office marks. */
  readonly measure: string | null;
  /** Kind of output that the criterion counts; null for every kind. */
  readonly object: string | null;
  /** Value that gives the maximum points; null for a criterion that the research office marks. */
  readonly target: string | null;
}

/** Template with the criteria by which teams are judged. */
export interface TeamTemplate {
  readonly id: string;
  readonly name: string;
  /** Code of `teamType`; null for the default template of team types without a template. */
  readonly teamType: string | null;
  readonly criteria: readonly TeamCriterion[];
}

/** Points that the research office gave for a criterion. */
export interface CriterionMark {
  readonly points: string;
  readonly reason: string;
}

/** Output that scored for a team member. */
export interface TeamOutput {
  readonly id: string;
  readonly object: string | null;
}

/** Team with members, template and counted values. */
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
  /** Marks of the research office, by name of the criterion. */
  readonly marks: ReadonlyMap<string, CriterionMark>;
  readonly outputs: readonly TeamOutput[];
  readonly approved: number;
  /** Arrived funds in 10,000 yuan. */
  readonly arrived: string;
}

/** Template of a team: the enabled template of its type, otherwise the enabled default template. */
export const templateOfTeam = (
  templates: readonly TeamTemplate[],
  teamType: string | null,
): TeamTemplate | undefined =>
  templates.find((one) => one.teamType !== null && one.teamType === teamType) ??
  templates.find((one) => one.teamType === null);

/** Points of a criterion: value ÷ target × maximum, limited to the maximum. */
export const criterionPointsOf = (full: string, value: string, target: string): string => {
  const points = proportionalAmount(full, value, target, 2);
  return atLeast(points, full) ? plus('0.00', full) : points;
};

/** Team members with required points, without exempt members and members without a target. */
const askedOf = (people: readonly MeasuredPerson[]): readonly MeasuredPerson[] =>
  people.filter(({ fixed }) => fixed === undefined);

/** Value of a team for each measure, by code of `teamMeasure`. */
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

/** Note on a criterion that the research office has not marked yet. */
const criterionUnmarkedText: Label = [
  '待科研处打分，暂计 0 分',
  'To be marked by the research office; 0 so far',
];

const markedLine = (mark: CriterionMark | undefined): ResultLine => {
  const how = mark
    ? fill(['科研处打分 {points}：{reason}', 'Marked by the research office, {points}: {reason}'], {
        ...mark,
      })
    : criterionUnmarkedText;
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

/** True if the research office marks the criterion. */
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

/**
 * Members of a team with required and reached points; empty values for members who are not
 * assessed.
 */
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

/** Results of teams, computed by the criteria of their templates. */
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
