import type { Commands } from '@keyan/engine/commands/port.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { plus, roundAmount, times } from '@keyan/kernel/values/amounts.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { team } from '../people/teams/team.ts';
import { programApproval } from '../project/program/program-approval.ts';
import { templateKindCodes } from '../scoring/dictionaries.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { teamTemplate } from '../scoring/team-template.ts';
import { user } from '../system/accounts/user.ts';
import type { assessBatch } from './assess-batch.ts';
import { inRange, inSpan } from './assess-range.server.ts';
import { assessResult } from './assess-result.ts';
import {
  type AssessedTeam,
  type CriterionMark,
  type TeamTemplate,
  templateOfTeam,
} from './team-criteria.ts';

type Batch = StoredRow<typeof assessBatch.fields>;

/** Enabled templates that judge teams. */
const templatesOf = async (commands: Commands): Promise<readonly TeamTemplate[]> => {
  const rows = await commands.all(teamTemplate, {
    where: [equals('status', '1'), equals('templateKind', templateKindCodes.judges)],
    fields: ['templateName', 'teamType', 'items'],
  });
  return rows.map(({ id, templateName, teamType, items }) => ({
    id,
    name: templateName ?? '',
    teamType,
    criteria: (items ?? []).map((one) => ({
      group: one.parentName,
      name: one.itemName ?? '',
      full: one.itemScore ?? '0',
      standard: one.standard,
      measure: one.isQuant === '1' ? one.measure : null,
      object: one.countedObject,
      target: one.target,
    })),
  }));
};

/** Marks that the research office already gave, by team and criterion. */
const marksIn = async (
  commands: Commands,
  { id }: Batch,
): Promise<ReadonlyMap<string, ReadonlyMap<string, CriterionMark>>> => {
  const standing = await commands.all(assessResult, {
    where: [equals('fkBatchId', id)],
    fields: ['teamId', 'criteria'],
  });
  return new Map(
    standing.map(({ teamId, criteria }) => [
      teamId ?? '',
      new Map(
        (criteria ?? []).flatMap(({ itemName, markedPoints, markedWhy }) =>
          itemName && markedPoints !== null
            ? [[itemName, { points: markedPoints, reason: markedWhy ?? '' }] as const]
            : [],
        ),
      ),
    ]),
  );
};

/** Groups values by person. */
const byPerson = <T>(
  rows: readonly T[],
  person: (row: T) => string | null,
): ((people: ReadonlySet<string>) => readonly T[]) => {
  const found = Map.groupBy(rows, person);
  return (people) => [...people].flatMap((one) => found.get(one) ?? []);
};

/**
 * Reads the counted records of people in a batch: outputs, and projects and arrived funds that they
 * lead.
 */
const countedIn = async (commands: Commands, batch: Batch) => {
  const approved = equals('auditStatus', statuses.approved);
  const outputs = await commands.all(scoreResult, {
    where: [
      anyOf('batchId', batch.scoreBatchIds ?? []),
      { field: 'finalScore', operator: 'above', value: '0' },
    ],
    fields: ['userId', 'bizId', 'scoreObject'],
  });
  const projects = await commands.all(programApproval, {
    where: [approved, ...inSpan('approvalDate', batch)],
    fields: ['programLeader'],
  });
  const arrivals = await commands.all(arrivalBudget, {
    where: [approved, ...inSpan('arriveDate', batch)],
    fields: ['programLeader', 'divideAmount'],
  });
  const outputsOf = byPerson(outputs, ({ userId }) => userId);
  const projectsOf = byPerson(projects, ({ programLeader }) => programLeader);
  const arrivalsOf = byPerson(arrivals, ({ programLeader }) => programLeader);
  return (people: ReadonlySet<string>) => ({
    outputs: outputsOf(people).flatMap(({ bizId, scoreObject }) =>
      bizId ? [{ id: bizId, object: scoreObject }] : [],
    ),
    approved: projectsOf(people).length,
    arrived: roundAmount(
      times(plus('0.00', ...arrivalsOf(people).map(({ divideAmount }) => divideAmount)), '0.0001'),
      2,
    ),
  });
};

/**
 * Approved teams in the range of a batch, with the members that belonged to each during its span
 * (R-705).
 */
export const teamsOf = async (
  commands: Commands,
  batch: Batch,
): Promise<readonly AssessedTeam[]> => {
  const rows = await commands.all(team, {
    where: [equals('auditStatus', statuses.approved), ...inRange('fkDeptId', batch)],
    fields: ['teamName', 'teamType', 'leaderId', 'fkDeptId', 'staff'],
  });
  const members = new Map(
    rows.map((row) => [
      row.id,
      new Map(
        (row.staff ?? []).flatMap(({ userId, teamRole, joinDate, leaveDate }) => {
          const isThere =
            (joinDate ?? '') <= (batch.endDate ?? '') &&
            (leaveDate === null || leaveDate > (batch.startDate ?? ''));
          return userId && isThere ? [[userId, teamRole] as const] : [];
        }),
      ),
    ]),
  );
  const ids = [...new Set([...members.values()].flatMap((one) => [...one.keys()]))];
  const people = await commands.all(user, { where: [anyOf('id', ids)], fields: ['realName'] });
  const names = new Map(people.map(({ id, realName }) => [id, realName ?? '']));
  const templates = await templatesOf(commands);
  const marks = await marksIn(commands, batch);
  const counted = await countedIn(commands, batch);
  return rows.map((row) => {
    const own = members.get(row.id) ?? new Map<string, string | null>();
    return {
      id: row.id,
      name: row.teamName ?? '',
      leader: row.leaderId,
      department: row.fkDeptId,
      template: templateOfTeam(templates, row.teamType),
      members: [...own].map(([userId, role]) => ({ userId, role, name: names.get(userId) ?? '' })),
      marks: marks.get(row.id) ?? new Map(),
      ...counted(new Set(own.keys())),
    };
  });
};
