import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { Row } from '@keyan/kernel/definition/resource.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import { atLeast, isZero, percent, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { checkReport } from '../../project/checks/check-report.ts';
import { checkedFrom, middleOf } from '../../project/checks/mid-term.ts';
import { sections } from '../../project/common/access.ts';
import { complianceKind } from '../../project/compliance/dictionaries.ts';
import { ethicsReview } from '../../project/ethics/ethics-review.ts';
import { project } from '../../project/project.ts';
import { itemCodes } from '../../review/dictionaries.ts';
import { reviewItem } from '../../review/review-item.ts';
import {
  conditionsAbout,
  type FinderContext,
  type FindersByTarget,
  type WarningMatter,
} from './found.server.ts';
import { daysBetween, thresholdAfter, thresholdBefore } from './rungs.ts';

/** Status codes of running projects on schedule, and of late projects (`late`). */
const running = ['20', '21'] as const;
const late = ['22'] as const;

const projectsIn = (looking: FinderContext, ...states: readonly string[]) =>
  looking.commands.all(project, {
    where: [
      anyOf('status', states),
      anyOf('programKind', Object.keys(sections)),
      ...conditionsAbout(looking, 'id'),
    ],
    fields: [
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'startDate',
      'endDate',
      'netFunds',
      'expendFunds',
      'balance',
      'funds',
    ],
  });

type Study = Pick<
  Row<typeof ethicsReview> & { readonly id: string },
  'id' | 'title' | 'ethicsNum' | 'leaderId' | 'departmentId' | 'nextTrack'
>;

type Project = Awaited<ReturnType<typeof projectsIn>>[number];

const ofProject = (
  row: Project,
  basis: string | null,
  rung: number,
  values: WarningMatter['values'],
): WarningMatter => ({
  resource: project.key,
  id: row.id,
  title: row.programName ?? '',
  department: row.departmentId,
  basis: basis ?? '',
  rung,
  people: [row.programLeader],
  values: {
    programName: row.programName,
    programNum: row.programNum,
    endDate: row.endDate,
    balance: row.balance,
    ...values,
  },
});

const projectEnd = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { today, days } = looking;
  return (await projectsIn(looking, ...running)).flatMap((row) => {
    if (!row.endDate) return [];
    const left = daysBetween(today, row.endDate);
    const rung = thresholdBefore(days, left);
    return rung === null ? [] : [ofProject(row, row.endDate, rung, { days: left })];
  });
};

interface Granted {
  readonly projectId: string;
  readonly kind: string;
  readonly day: string;
}

const grantedStatements = ({ engine, tenantId }: FinderContext, ids: readonly string[]) =>
  engine.database.read(tenantId, (session) =>
    session.query<Granted>(
      `select parent_id::text as "projectId", kind, valid_until::text as day from program_compliance
        where tenant_id = $1 and parent_id = any($2::bigint[]) and valid_until is not null
        order by parent_id, sort_order`,
      [tenantId, ids],
    ),
  );

/** Finds ethics and similar approvals that expire soon; expired ones stay until renewed. */
const complianceDue = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { today, days } = looking;
  const rows = new Map(
    (await projectsIn(looking, ...running, ...late)).map((row) => [row.id, row] as const),
  );
  return (await grantedStatements(looking, [...rows.keys()])).flatMap(
    ({ projectId, kind, day }) => {
      const row = rows.get(projectId);
      const left = daysBetween(today, day);
      const rung = thresholdBefore(days, Math.max(0, left));
      if (!row || rung === null) return [];
      const matter = entryOf(complianceKind, kind)?.label[0] ?? '';
      const found = ofProject(row, day, rung, { matter, endDate: day, days: left });
      return [{ ...found, title: `${found.title} ${matter}` }];
    },
  );
};

/**
 * Finds studies in the given statuses with an ethics deadline, before and after it.
 * @param termOf deadline of a study
 */
const studiesDue = async (
  looking: FinderContext,
  status: Status,
  termOf: (studies: readonly Study[]) => Promise<(study: Study) => string | null | undefined>,
): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const studies = await commands.all(ethicsReview, {
    where: [anyOf('auditStatus', [status]), ...conditionsAbout(looking, 'id')],
    fields: ['title', 'ethicsNum', 'leaderId', 'departmentId', 'nextTrack'],
  });
  const term = await termOf(studies);
  return studies.flatMap((study) => {
    const day = term(study);
    if (!day) return [];
    const left = daysBetween(today, day);
    const rung = thresholdBefore(days, Math.max(0, left));
    if (rung === null) return [];
    const { id, title, ethicsNum, leaderId, departmentId } = study;
    return [
      {
        resource: ethicsReview.key,
        id,
        title: title ?? '',
        department: departmentId,
        basis: day,
        rung,
        people: [leaderId],
        values: { title, ethicsNum, endDate: day, days: left },
      },
    ];
  });
};

/** Finds studies with a due ethics follow-up; overdue ones stay until done. */
const ethicsTrack = (looking: FinderContext): Promise<readonly WarningMatter[]> =>
  studiesDue(
    looking,
    statuses.approved,
    async () =>
      ({ nextTrack }) =>
        nextTrack,
  );

/**
 * Finds studies that the ethics committee accepted and has not decided; overdue ones stay until
 * decided.
 */
const ethicsDecide = (looking: FinderContext): Promise<readonly WarningMatter[]> =>
  studiesDue(looking, statuses.inApproval, async (studies) => {
    const judged = await looking.commands.all(reviewItem, {
      where: [
        anyOf(
          'businessId',
          studies.map(({ id }) => id),
        ),
        anyOf('status', [itemCodes.waiting, itemCodes.open, itemCodes.confirmed]),
      ],
      fields: ['businessId', 'decideBy'],
    });
    const terms = new Map(
      judged.map(({ businessId, decideBy }) => [businessId, decideBy?.slice(0, 10)] as const),
    );
    return ({ id }) => terms.get(id);
  });

const conclusionDue = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { today, days } = looking;
  return (await projectsIn(looking, ...running, ...late)).flatMap((row) => {
    if (!row.endDate) return [];
    const passed = daysBetween(row.endDate, today);
    const rung = thresholdAfter(days, passed);
    return rung === null ? [] : [ofProject(row, row.endDate, rung, { days: passed })];
  });
};

const checkDue = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const reports = await commands.all(checkReport, {
    where: [
      anyOf('auditStatus', [statuses.inApproval, statuses.approved]),
      ...conditionsAbout(looking, 'programId'),
    ],
    fields: ['programId'],
  });
  const reported = new Set(reports.map(({ programId }) => programId));
  return (await projectsIn(looking, ...running)).flatMap((row) => {
    if (!row.startDate || !row.endDate || reported.has(row.id)) return [];
    if (daysBetween(row.startDate, row.endDate) < checkedFrom) return [];
    const due = middleOf(row.startDate, row.endDate);
    const rung = thresholdBefore(days, daysBetween(today, due));
    return rung === null ? [] : [ofProject(row, due, rung, { endDate: due })];
  });
};

/** Half-year such as 2026-H1, within which a low spending rate is warned of once. */
const halfOf = (today: string): string =>
  `${today.slice(0, 4)}-H${Number(today.slice(5, 7)) <= 6 ? 1 : 2}`;

/**
 * Finds projects with half of the term elapsed and less than the threshold of the net amount spent
 * (ruling 76).
 */
const budgetRate = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { today, threshold } = looking;
  return (await projectsIn(looking, ...running, ...late)).flatMap((row) => {
    if (!row.startDate || !row.endDate || isZero(row.netFunds)) return [];
    if (today < middleOf(row.startDate, row.endDate)) return [];
    const rate = proportionalAmount('100', row.expendFunds ?? '0', row.netFunds ?? '1', 2);
    return atLeast(rate, threshold) ? [] : [ofProject(row, halfOf(today), 0, { rate })];
  });
};

/**
 * Finds projects with less than the threshold of the net amount left; overdrawn projects are
 * excluded, since that is a bookkeeping fault.
 */
const budgetOver = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { threshold } = looking;
  return (await projectsIn(looking, ...running)).flatMap((row) => {
    if (isZero(row.netFunds) || !atLeast(row.balance, '0')) return [];
    const least = percent(row.netFunds, threshold);
    return atLeast(row.balance, least) ? [] : [ofProject(row, row.endDate, 0, {})];
  });
};

/** Finders of targets about projects. */
export const projectFinders = {
  project_end: projectEnd,
  conclusion_due: conclusionDue,
  compliance_due: complianceDue,
  ethics_track: ethicsTrack,
  ethics_decide: ethicsDecide,
  check_due: checkDue,
  budget_rate: budgetRate,
  budget_over: budgetOver,
} satisfies FindersByTarget;
