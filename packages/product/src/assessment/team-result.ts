import { f } from '@keyan/kernel/definition/field/field.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atMost, equal } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { teamRole } from '../people/teams/dictionaries.ts';
import { teamTemplate } from '../scoring/faces.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { user } from '../shared/references/refs.ts';

/** True for the result of a team. */
const isOfTeam = ({ teamId }: RowLike): boolean => teamId !== null && teamId !== undefined;

/** Fields of a team’s result: criteria with marks of the research office, and members. */
export const teamFields = {
  templateId: f.ref(['评价模板', 'Template'], teamTemplate).computed(),
  criteria: f
    .rows(['指标得分', 'Criteria'], {
      groupName: f.text(['上级指标', 'Group']).max(100),
      itemName: f.text(['指标名称', 'Criterion']).max(100),
      itemScore: f.decimal(['分值', 'Maximum points'], 2),
      standard: f.note(['评分标准', 'Standard']).max(500),
      isQuant: f.dict(['是否定量', 'Quantitative'], yesNo),
      countedValue: f.decimal(['取数', 'Value'], 2),
      points: f.decimal(['得分', 'Points'], 2),
      markedPoints: f.decimal(['打分', 'Mark'], 2),
      markedWhy: f.note(['打分理由', 'Why']).max(300),
      how: f.note(['计算依据', 'Working']).max(500),
      howEn: f.note(['计算依据（英文）', 'Working in English']).max(500),
    })
    .max(100)
    .when(isOfTeam)
    .computed(),
  members: f
    .rows(['团队成员', 'Members'], {
      userId: f.ref(['人员', 'Person'], user),
      teamRole: f.dict(['角色', 'Role'], teamRole),
      requiredScore: f.decimal(['应达', 'Required'], 2),
      actualScore: f.decimal(['实际', 'Actual'], 2),
      finishRate: f.decimal(['完成率%', 'Completion %'], 2),
    })
    .max(200)
    .when(isOfTeam)
    .computed(),
};

/** Fields of a criterion that the marking action reads. */
interface Marked {
  readonly itemName: string | null;
  readonly itemScore: string | null;
  readonly isQuant: string | null;
  readonly points: string | null;
  readonly markedPoints: string | null;
}

/** True if a criterion has no mark, or a mark that is newer than the last computation. */
export const hasUnmarkedCriterion = (criteria: readonly Marked[]): boolean =>
  criteria.some(
    ({ isQuant, points, markedPoints }) =>
      isQuant === '0' && (markedPoints === null || !equal(markedPoints, points)),
  );

/**
 * Faults of a mark: the criterion must be marked by hand, and the points must not exceed its
 * maximum.
 */
export const markFault = (
  criteria: readonly Marked[],
  { criterion, points }: RowLike,
): readonly FieldFault[] => {
  const line = criteria.find(({ itemName, isQuant }) => itemName === criterion && isQuant === '0');
  if (!line) {
    return [
      {
        path: 'criterion',
        message: ['该指标不由科研处打分', 'This criterion is not marked by the research office'],
      },
    ];
  }
  return atMost(String(points), line.itemScore)
    ? []
    : [{ path: 'points', message: ['不能高于该指标的分值', 'It exceeds the maximum points'] }];
};

/** Criteria with the new mark; the next computation of the batch counts it. */
export const withMark = <Line extends Marked & Readonly<Record<'how' | 'howEn', string | null>>>(
  criteria: readonly Line[],
  { criterion, points, why }: RowLike,
): Line[] => {
  const [markedPoints, markedWhy] = [String(points), String(why ?? '')];
  const [how, howEn] = fill(
    [
      '科研处打分 {points}，重新计算后计入：{why}',
      'Marked {points} by the research office; the next computation counts it: {why}',
    ],
    { points: markedPoints, why: markedWhy },
  );
  return criteria.map((line) =>
    line.itemName === criterion ? { ...line, markedPoints, markedWhy, how, howEn } : line,
  );
};
