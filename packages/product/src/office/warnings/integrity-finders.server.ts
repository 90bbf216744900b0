import { equals } from '@keyan/kernel/records/query.ts';
import { retractionCase } from '../../integrity/case.ts';
import { caseStatusCodes } from '../../integrity/dictionaries.ts';
import {
  conditionsAbout,
  type FinderContext,
  type FindersByTarget,
  type WarningMatter,
} from './found.server.ts';
import { daysBetween, thresholdBefore } from './rungs.ts';

/** Finds statements that authors of a retracted paper have not given; one matter per person. */
const statementDue = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(retractionCase, {
    where: [equals('status', caseStatusCodes.asked), ...conditionsAbout(looking, 'id')],
    fields: ['paperTitle', 'dueDate', 'fkDeptId', 'statements'],
  });
  return rows.flatMap(({ id, paperTitle, dueDate, fkDeptId, statements }) => {
    if (!dueDate) return [];
    // Overdue statements stay at the last threshold.
    const left = Math.max(0, daysBetween(today, dueDate));
    const rung = thresholdBefore(days, left);
    if (rung === null) return [];
    return (statements ?? [])
      .filter(({ statement }) => !statement)
      .map(({ userId }) => ({
        resource: retractionCase.key,
        id,
        title: paperTitle ?? '',
        department: fkDeptId,
        basis: dueDate,
        rung,
        people: [userId],
        concerns: userId,
        values: { paperTitle, dueDate, days: left },
      }));
  });
};

/** Finder of due statements. */
export const integrityFinders = { statement_due: statementDue } satisfies FindersByTarget;
