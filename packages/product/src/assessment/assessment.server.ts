import { mapYielding } from '@keyan/engine/base/yielding.ts';
import {
  type ComputeDerivation,
  derivationJob,
  refreshJob,
} from '@keyan/engine/commands/deriving.ts';
import { backgroundMoveJob } from '@keyan/engine/commands/moving.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { anyOf, type Condition, equals } from '@keyan/kernel/records/query.ts';
import { plus, times } from '@keyan/kernel/values/amounts.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { personnel } from '../people/personnel.ts';
import { programApproval } from '../project/program/program-approval.ts';
import { batchStatusCodes } from '../scoring/dictionaries.ts';
import { askedField, scoredKinds } from '../scoring/objects.ts';
import { scoreBatch } from '../scoring/score-batch.ts';
import { scorePerson } from '../scoring/score-person.ts';
import { assessmentRefresh } from '../scoring/score-result.server.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { departmentNames } from '../system/departments/dept-names.server.ts';
import { assess, nobodyToAssess } from './assess.ts';
import { assessBatch } from './assess-batch.ts';
import { assessExempt } from './assess-exempt.ts';
import { assessProgram } from './assess-program.ts';
import { inRange, inSpan } from './assess-range.server.ts';
import { assessResult } from './assess-result.ts';
import {
  type AssessedDepartment,
  type AssessedPerson,
  measuredPerson,
  type Program,
  type Requirement,
} from './assessing.ts';
import { assessObjectCodes, assessTermCodes, exemptStatusCodes } from './dictionaries.ts';
import { teamsOf } from './teams-assessed.server.ts';

type Batch = StoredRow<typeof assessBatch.fields>;

type ProgramRow = StoredRow<typeof assessProgram.fields>;

/**
 * People in service with their personnel files, within the range of the batch; a batch of teams
 * reads people of all departments.
 */
const filesOf = (commands: Commands, batch: Batch, object: string) =>
  commands.all(personnel, {
    where: [
      equals('zzzt', '1'),
      equals('isStatistics', '1'),
      { field: 'userId', operator: 'filled', value: null },
      ...(object === assessObjectCodes.team ? [] : inRange('fkDeptId', batch)),
    ],
    fields: [
      'userId',
      'name',
      'jobNum',
      'fkDeptId',
      'ranks',
      'jobCategory',
      'subjectClass',
      'appointmentTime',
    ],
  });

/** Groups values by key. */
const grouped = <T>(
  rows: readonly T[],
  key: (row: T) => string | null,
): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const name = key(row);
    if (name === null) continue;
    const list = found.get(name) ?? [];
    list.push(row);
    found.set(name, list);
  }
  return found;
};

/** Assessed people of a batch, with absences and scores. */
const peopleOf = async (
  commands: Commands,
  batch: Batch,
  object: string,
): Promise<readonly AssessedPerson[]> => {
  const files = await filesOf(commands, batch, object);
  const away = await commands.all(assessExempt, {
    where: [
      equals('status', exemptStatusCodes.accepted),
      { field: 'startDate', operator: 'atMost', value: batch.endDate },
      { field: 'endDate', operator: 'atLeast', value: batch.startDate },
    ],
    fields: ['userId', 'reason', 'startDate', 'endDate'],
  });
  const scores = await commands.all(scorePerson, {
    where: [anyOf('batchId', batch.scoreBatchIds ?? [])],
    fields: ['userId', 'batchId', 'totalScore'],
  });
  const named = await commands.all(scoreBatch, {
    where: [anyOf('id', batch.scoreBatchIds ?? [])],
    fields: ['batchName'],
    sort: [{ field: 'batchYear', descending: false }],
  });
  const batchNames = new Map(named.map((one) => [one.id, one.batchName]));
  const turn = new Map(named.map(({ id }, at) => [id, at]));
  const absences = grouped(away, ({ userId }) => userId);
  const scored = grouped(scores, ({ userId }) => userId);
  return files.map((file) => ({
    userId: file.userId ?? '',
    name: file.name ?? '',
    jobNum: file.jobNum,
    department: file.fkDeptId,
    rank: file.ranks,
    jobCategory: file.jobCategory,
    subjectClass: file.subjectClass,
    appointed: file.appointmentTime,
    absences: (absences.get(file.userId ?? '') ?? []).map((one) => ({
      reason: one.reason ?? '',
      from: (one.startDate ?? '').slice(0, 7),
      to: (one.endDate ?? '').slice(0, 7),
    })),
    scores: (scored.get(file.userId ?? '') ?? [])
      .toSorted((a, b) => (turn.get(a.batchId ?? '') ?? 0) - (turn.get(b.batchId ?? '') ?? 0))
      .map((one) => ({
        batch: batchNames.get(one.batchId ?? '') ?? '',
        score: one.totalScore ?? '0.00',
      })),
  }));
};

/** Condition on the kind of output that a must requires; null if any output of the kind counts. */
const conditionOf = (line: NonNullable<ProgramRow['mustItems']>[number]): Condition | null => {
  const asked = askedField(line.field);
  if (!asked || line.value === null) return null;
  const operators = { eq: 'equals', in: 'anyOf', ge: 'atLeast', le: 'atMost' } as const;
  const operator = operators[(line.operator ?? 'eq') as keyof typeof operators];
  const values = line.value.split(',').map((one) => one.trim());
  return { field: asked.name, operator, value: operator === 'anyOf' ? values : line.value.trim() };
};

/** Number of outputs, by person, that meet a must and scored in the counted batches. */
const metBy = async (
  commands: Commands,
  batch: Batch,
  line: NonNullable<ProgramRow['mustItems']>[number],
): Promise<ReadonlyMap<string, number>> => {
  const scored = await commands.all(scoreResult, {
    where: [
      anyOf('batchId', batch.scoreBatchIds ?? []),
      equals('scoreObject', line.scoreObject),
      { field: 'finalScore', operator: 'above', value: '0' },
    ],
    fields: ['userId', 'bizId'],
  });
  const kind = scoredKinds[line.scoreObject ?? '']?.resource;
  const condition = conditionOf(line);
  const fits = new Set<string>();
  if (kind && condition) {
    const ids = [...new Set(scored.flatMap(({ bizId }) => bizId ?? []))];
    for (let start = 0; start < ids.length; start += 1_000) {
      const found = await commands.all(kind, {
        where: [anyOf('id', ids.slice(start, start + 1_000)), condition],
        fields: [kind.title],
      });
      for (const one of found) fits.add(one.id);
    }
  }
  const counts = new Map<string, number>();
  for (const { userId, bizId } of scored) {
    if (!userId || !bizId || (condition && !fits.has(bizId))) continue;
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  return counts;
};

const mustsOf = async (
  commands: Commands,
  batch: Batch,
  program: ProgramRow,
): Promise<readonly Requirement[]> => {
  const musts: Requirement[] = [];
  for (const line of program.mustItems ?? []) {
    musts.push({
      name: line.mustName ?? '',
      rankLevel: line.rankLevel,
      jobCategory: line.jobCategory,
      least: line.minCount ?? 1,
      met: await metBy(commands, batch, line),
    });
  }
  return musts;
};

const programOf = async (
  commands: Commands,
  batch: Batch,
  program: ProgramRow,
): Promise<Program> => {
  const factors = (batch.exemptRules ?? []).filter(({ effect }) => effect === '2');
  return {
    object: program.assessObject ?? assessObjectCodes.person,
    targets: program.targets ?? [],
    musts: await mustsOf(commands, batch, program),
    rules: (program.grades ?? []).map(({ assessGrade, minRate }) => ({
      grade: assessGrade ?? '',
      least: minRate ?? '0',
    })),
    excellentRate: program.excellentRate,
    terms: (program.terms ?? []).map(({ term, weight, target }) => ({
      code: term ?? '',
      weight: weight ?? '0',
      target,
    })),
    span: { from: (batch.startDate ?? '').slice(0, 7), to: (batch.endDate ?? '').slice(0, 7) },
    factors: new Map(factors.map(({ reason, factor }) => [reason ?? '', factor ?? '0'])),
  };
};

/**
 * Values of R-704 for each department with people: funds in 10,000 yuan, projects, high-level
 * outputs.
 */
const departmentsOf = async (
  commands: Commands,
  batch: Batch,
  people: readonly AssessedPerson[],
  { highItems }: ProgramRow,
): Promise<readonly AssessedDepartment[]> => {
  const approved = equals('auditStatus', statuses.approved);
  const arrivals = await commands.all(arrivalBudget, {
    where: [approved, ...inSpan('arriveDate', batch)],
    fields: ['departmentId', 'divideAmount'],
  });
  const projects = await commands.all(programApproval, {
    where: [approved, ...inSpan('approvalDate', batch)],
    fields: ['departmentId'],
  });
  const high = (highItems ?? []).length
    ? await commands.all(scoreResult, {
        where: [anyOf('batchId', batch.scoreBatchIds ?? []), anyOf('itemId', highItems ?? [])],
        fields: ['fkDeptId', 'bizId'],
      })
    : [];
  const names = await departmentNames(
    commands,
    people.map((one) => one.department),
  );
  return [...names].map(([id, name]) => {
    const money = arrivals.filter((one) => one.departmentId === id);
    const outputs = new Set(high.filter((one) => one.fkDeptId === id).map((one) => one.bizId));
    return {
      id,
      name,
      values: new Map([
        [
          assessTermCodes.arrived,
          times(plus('0.00', ...money.map((one) => one.divideAmount)), '0.0001'),
        ],
        [
          assessTermCodes.approved,
          String(projects.filter((one) => one.departmentId === id).length),
        ],
        [assessTermCodes.highLevel, String(outputs.size)],
      ]),
    };
  });
};

const compute: ComputeDerivation<Batch> = async ({ commands, row: batch }) => {
  const { row } = await commands.read(assessProgram, batch.programId ?? '');
  const given = row as ProgramRow;
  const program = await programOf(commands, batch, given);
  const people = await peopleOf(commands, batch, program.object);
  const standing = await commands.all(assessResult, {
    where: [equals('fkBatchId', batch.id)],
    fields: ['subjectKey', 'deptGrade'],
  });
  const reading = {
    program,
    people: await mapYielding(people, (one) => measuredPerson(program, one)),
    teams: program.object === assessObjectCodes.team ? await teamsOf(commands, batch) : [],
    departments:
      program.object === assessObjectCodes.department
        ? await departmentsOf(commands, batch, people, given)
        : [],
    suggestions: new Map(standing.map((one) => [one.subjectKey ?? '', one.deptGrade])),
  };
  const wanted = await assess(reading, mapYielding);
  if (wanted.length === 0) throw new Refused(nobodyToAssess);
  const of = { assessYear: batch.year, cycleType: given.cycleType };
  return [{ resource: assessResult, wanted: wanted.map((one) => ({ ...one, ...of })) }];
};

export const computeAssessment = derivationJob(assessBatch, 'compute-assessment', compute);
export const refreshAssessmentNightly = refreshJob(
  assessBatch,
  {
    name: assessmentRefresh.name,
    label: ['更新在进行的考核', 'Update assessments under way'],
    at: dailyAt('02:40'),
    state: batchStatusCodes.released,
    says: 'refreshed',
  },
  compute,
);
export const lockAssessment = backgroundMoveJob(assessBatch, 'lock-assessment', currentActorOf);

export const assessmentJobs: readonly EngineJob<never>[] = [
  computeAssessment,
  refreshAssessmentNightly,
  lockAssessment,
];
