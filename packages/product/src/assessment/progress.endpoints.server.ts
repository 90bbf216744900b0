import { parameterNow } from '@keyan/engine/store/statements/parameters.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { auditStatus, statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { assessGrade } from '../people/teams/dictionaries.ts';
import {
  batchStatus,
  batchStatusCodes,
  representStatusCodes,
  scoreObject,
} from '../scoring/dictionaries.ts';
import { achievementKind, scoredKinds } from '../scoring/objects.ts';
import { outputQuestion, outputsIn } from '../scoring/outputs.ts';
import { representative } from '../scoring/representative.ts';
import { scoreBatch } from '../scoring/score-batch.ts';
import { scoreNorm } from '../scoring/score-norm.ts';
import { scorePerson } from '../scoring/score-person.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { rulesFor } from '../scoring/scoring.server.ts';
import { scoreOutput } from '../scoring/scoring.ts';
import { studentFirstAuthorParam } from '../system/parameters/limits.ts';
import { assessBatch } from './assess-batch.ts';
import { assessProgram } from './assess-program.ts';
import { assessResult } from './assess-result.ts';
import { targetLabelOf } from './assessing.ts';
import {
  type AssessmentProgress,
  type CountedOutput,
  nextGrades,
  type PendingOutput,
  targetToDate,
  type VisibleAssessment,
} from './progress.ts';
import { progressCall, progressCode } from './progress-page.ts';

/** Statuses of batches whose results people may see. */
const seen = [
  batchStatusCodes.released,
  batchStatusCodes.computing,
  batchStatusCodes.shown,
  batchStatusCodes.deciding,
];

type Call = Pick<ActorCall, 'engine' | 'actor'>;

/** Reader with rights of the system; every query must name the person. */
const reading = ({ engine, actor }: Call) => engine.asSystem(assessResult.label[0], actor.tenantId);

/** Latest scoring batch that is being computed or published. */
const batchOf = async (call: Call) => {
  const [batch] = await reading(call).all(scoreBatch, {
    where: [anyOf('status', seen)],
    fields: ['batchName', 'batchYear', 'normId', 'calcTime'],
    sort: [{ field: 'batchYear', descending: true }],
  });
  return batch ?? null;
};

const assessmentsOf = async (call: Call): Promise<readonly VisibleAssessment[]> => {
  const commands = reading(call);
  const open = await commands.all(assessBatch, {
    where: [anyOf('status', seen)],
    fields: [
      'batchName',
      'programId',
      'startDate',
      'endDate',
      'status',
      'calcTime',
      'scoreBatchIds',
    ],
  });
  const found: VisibleAssessment[] = [];
  const today = dayText(call.engine.clock()).slice(0, 7);
  for (const batch of open) {
    const [own] = await commands.all(assessResult, {
      where: [equals('fkBatchId', batch.id), equals('userId', call.actor.id)],
      fields: ['requiredScore', 'actualScore', 'finishRate', 'finalGrade', 'working', 'workingEn'],
    });
    if (!own) continue;
    const [program] = await commands.all(assessProgram, {
      where: [equals('id', batch.programId)],
      fields: ['grades'],
    });
    const scores = await commands.all(scorePerson, {
      where: [anyOf('batchId', batch.scoreBatchIds ?? []), equals('userId', call.actor.id)],
      fields: ['totalScore'],
    });
    const [required, actual] = [own.requiredScore ?? '0.00', own.actualScore ?? '0.00'];
    const rules = (program?.grades ?? []).map(({ assessGrade: grade, minRate }) => ({
      grade: grade ?? '',
      least: minRate ?? '0',
      label: targetLabelOf(assessGrade, grade),
    }));
    found.push({
      id: own.id,
      batch: batch.batchName ?? '',
      status: targetLabelOf(batchStatus, batch.status),
      required,
      actual,
      current: plus('0.00', ...scores.map(({ totalScore }) => totalScore)),
      rate: own.finishRate,
      soFar: targetToDate(
        required,
        (batch.startDate ?? '').slice(0, 7),
        (batch.endDate ?? '').slice(0, 7),
        today,
      ),
      grade: own.finalGrade ? targetLabelOf(assessGrade, own.finalGrade) : null,
      working: [own.working ?? '', own.workingEn ?? own.working ?? ''],
      next: nextGrades({ required, actual }, rules),
      calcTime: batch.calcTime,
    });
  }
  return found;
};

const countedIn = async (call: Call, batchId: string): Promise<readonly CountedOutput[]> => {
  const rows = await reading(call).all(scoreResult, {
    where: [equals('batchId', batchId), equals('userId', call.actor.id)],
    fields: ['title', 'scoreObject', 'itemName', 'finalScore', 'isLate', 'bizId'],
    sort: [{ field: 'finalScore', descending: true }],
  });
  return rows.map((row) => ({
    id: row.id,
    title: row.title ?? '',
    kind: targetLabelOf(scoreObject, row.scoreObject),
    rule: row.itemName ?? '',
    score: row.finalScore ?? '0.00',
    isLate: row.isLate === '1',
  }));
};

/** Statuses of records that are in approval or approved. */
const coming = [
  statuses.draft,
  statuses.inApproval,
  statuses.approved,
  statuses.returned,
  statuses.recalled,
];

/** Records of the person that do not count yet, each with its points by the norm. */
const comingIn = async (
  call: Call,
  batch: NonNullable<Awaited<ReturnType<typeof batchOf>>>,
  { most, named }: { readonly most: number | null; readonly named: ReadonlySet<string> },
): Promise<readonly PendingOutput[]> => {
  const { engine, actor } = call;
  const commands = reading(call);
  const range = {
    batchYear: batch.batchYear,
    subjectClass: null,
    startDate: null,
    endDate: null,
    countsLate: '0' as const,
    lateFrom: null,
  };
  const rules = await rulesFor(commands, batch);
  const favoursMentor =
    (await parameterNow(engine.database, actor.tenantId, studentFirstAuthorParam)) === '1';
  const results = await commands.all(scoreResult, {
    where: [equals('batchId', batch.id), equals('userId', actor.id)],
    fields: ['bizId'],
  });
  const counted = new Set(results.map(({ bizId }) => bizId));
  const found: PendingOutput[] = [];
  for (const kind of Object.values(scoredKinds)) {
    const question = outputQuestion(kind, { range, rules, favoursMentor });
    if (!question) continue;
    const rows = await commands.all(kind.resource as Resource, {
      where: [equals('createUser', actor.id), anyOf('auditStatus', coming)],
      fields: [...(question.fields ?? []), 'auditStatus'],
    });
    const own = rows.map((row) => ({ ...row }) as typeof row & RowLike);
    const status = new Map(own.map((row) => [row.id, String(row.auditStatus)]));
    for (const output of outputsIn(kind, own, { range, favoursMentor })) {
      const isApproved = status.get(output.id) === statuses.approved;
      const isOfYear = output.year === batch.batchYear || (output.year === 0 && !isApproved);
      if (!isOfYear || counted.has(output.id)) continue;
      const scored = scoreOutput(rules, output);
      const share = scored?.shares.find(({ person }) => person === actor.id);
      const mustBeNamed =
        most !== null && achievementKind(output.object) !== null && !named.has(output.id);
      found.push({
        resource: kind.resource.key,
        id: output.id,
        object: output.object,
        title: output.title,
        kind: targetLabelOf(scoreObject, output.object),
        status: targetLabelOf(auditStatus, status.get(output.id) ?? null),
        points: share?.score ?? null,
        rule: rules.find(({ id }) => id === scored?.rule.id)?.name ?? null,
        note: mustBeNamed
          ? ['须列为代表作才计分', 'It counts only as a representative work']
          : isApproved
            ? ['已通过，下次更新计入', 'Approved; counted at the next update']
            : null,
        mayName: isApproved && achievementKind(output.object) !== null && !named.has(output.id),
      });
    }
  }
  return found.toSorted((a, b) => Number(b.points ?? 0) - Number(a.points ?? 0));
};

const nothing: AssessmentProgress = {
  year: null,
  batch: null,
  represented: null,
  assessments: [],
  counted: [],
  total: '0.00',
  coming: [],
};

/** Call that returns 我的进度: the caller’s targets, scores and outputs that would count next. */
export const progressEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: progressCall,
    auth: 'user',
    permissions: [progressCode],
    summary: ['我的业绩进度', 'My progress'],
    input: Type.Object({}),
    run: async (_input, call): Promise<AssessmentProgress> => {
      const assessments = await assessmentsOf(call);
      const batch = await batchOf(call);
      if (!batch) return { ...nothing, assessments };
      const commands = reading(call);
      const [norm] = await commands.all(scoreNorm, {
        where: [equals('id', batch.normId)],
        fields: ['representMost'],
      });
      const most = norm?.representMost ?? null;
      const chosen = await commands.all(representative, {
        where: [
          equals('userId', call.actor.id),
          equals('year', batch.batchYear),
          equals('status', representStatusCodes.named),
        ],
        fields: ['bizId'],
      });
      const named = new Set(chosen.flatMap(({ bizId }) => bizId ?? []));
      const counted = await countedIn(call, batch.id);
      return {
        year: batch.batchYear,
        batch: { id: batch.id, name: batch.batchName ?? '', calcTime: batch.calcTime },
        represented: most === null ? null : { most, named: named.size },
        assessments,
        counted,
        total: plus('0.00', ...counted.map(({ score }) => score)),
        coming: await comingIn(call, batch, { most, named }),
      };
    },
  }),
];
