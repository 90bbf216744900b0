import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockInOrder } from '@keyan/engine/records/lock.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import { assertVersion } from '@keyan/engine/records/versions.ts';
import { type Actor, isSystem } from '@keyan/kernel/access/actor.ts';
import { type FieldFault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { gradePoints, totalOf } from './counting/scores.ts';
import {
  reviewGrade,
  reviewVote,
  scoreSchemeCodes,
  taskCodes,
  writableTasks,
} from './dictionaries.ts';
import { recountResults } from './review.server.ts';
import type { ReviewTask, ScoreLine } from './review-task.ts';
import { type StoredTask, taskKind } from './rows.server.ts';
import { type SheetInput, sheetFaults } from './sheet.ts';

/** Input of an expert; omitted values count as empty. */
export interface SheetGiven extends Partial<Omit<SheetInput, 'scores'>> {
  readonly id: string;
  readonly version: number;
  readonly scores: readonly {
    readonly sort: number;
    readonly score?: string | null;
    readonly words?: string | null;
  }[];
}

/** Decimals of a score. */
const scale = 2;

/**
 * Line of points in stored form.
 * @returns the line and its faults
 */
const lineOf = (
  task: StoredTask,
  line: ScoreLine,
  at: number,
  given: SheetInput['scores'][number] | undefined,
  isFinal: boolean,
): readonly [ScoreLine, readonly FieldFault[]] => {
  const text = (given?.score ?? '').trim();
  const words = (given?.words ?? '').trim() || null;
  const path = `scores.${at}.score`;
  if (text === '') {
    return [
      { ...line, score: null, words },
      isFinal ? [{ path, message: sheetFaults.missing }] : [],
    ];
  }
  const decimal = readDecimal(text);
  const units = decimal && decimalUnits(decimal, scale);
  const most = BigInt(line.weight ?? 0) * 10n ** BigInt(scale);
  if (units === null || units < 0n || units > most) {
    return [{ ...line, score: null, words }, [{ path, message: sheetFaults.tooMany }]];
  }
  const isLow = units * 100n < most * BigInt(task.commentBelow ?? 0);
  const lacks = isFinal && isLow && words === null;
  const message = fill(sheetFaults.why, {
    item: line.itemName ?? '',
    percent: task.commentBelow ?? 0,
  });
  return [
    { ...line, score: decimalText(units, scale), words },
    lacks ? [{ path: `scores.${at}.words`, message }] : [],
  ];
};

/** Task values from the input, with faults. */
type Entered = readonly [Partial<ReviewTask>, readonly FieldFault[]];

/** Required values and resulting total by scoring scheme. */
const schemeValues: Readonly<
  Record<string, (task: StoredTask, input: SheetInput, isFinal: boolean) => Entered>
> = {
  [scoreSchemeCodes.points]: (task, input, isFinal) => {
    const lines = (task.scores ?? []).map((line, at) =>
      lineOf(
        task,
        line,
        at,
        input.scores.find(({ sort }) => sort === line.sort),
        isFinal,
      ),
    );
    const scores = lines.map(([line]) => line);
    return [{ scores, totalScore: totalOf(scores) }, lines.flatMap(([, faults]) => faults)];
  },
  [scoreSchemeCodes.grades]: (_task, { grade }, isFinal) => {
    const known = reviewGrade.entries.find(({ code }) => code === grade)?.code ?? null;
    return [
      { grade: known, totalScore: known === null ? null : (gradePoints[known] ?? null) },
      isFinal && known === null ? [{ path: 'grade', message: sheetFaults.noGrade }] : [],
    ];
  },
  [scoreSchemeCodes.votes]: (_task, { vote }, isFinal) => {
    const known = reviewVote.entries.find(({ code }) => code === vote)?.code ?? null;
    return [
      { vote: known },
      isFinal && known === null ? [{ path: 'vote', message: sheetFaults.noVote }] : [],
    ];
  },
};

/**
 * Input in stored form.
 * @throws Invalid for points outside a criterion’s range
 */
const taskValuesOf = (task: StoredTask, input: SheetInput, isFinal: boolean) => {
  const scheme = schemeValues[task.scoreScheme ?? scoreSchemeCodes.points];
  const [values, wrong] = scheme?.(task, input, isFinal) ?? [{}, []];
  const faults = [...wrong];
  const comment = input.comment.trim();
  const words = task.minWords ?? 0;
  if (isFinal && [...comment].length < words) {
    faults.push({ path: 'comment', message: fill(sheetFaults.short, { words }) });
  }
  if (faults.length > 0) throw new Invalid(faults);
  const secretComment = (input.secretComment ?? '').trim() || null;
  return { ...values, comment: comment || null, secretComment };
};

/**
 * Locks an expert’s own task behind its review.
 * @throws Missing; Refused if the task is closed
 */
const lockOwn = async (transaction: TransactionContext, id: string): Promise<StoredTask> => {
  const task = (await lockInOrder(transaction, taskKind, id)) as StoredTask;
  const { actor } = transaction;
  const isTheirs = !isSystem(actor) && task.userId === actor.id;
  if (!isTheirs || task.status === taskCodes.reserve) throw new Missing();
  if (task.status === taskCodes.overdue) {
    throw new Refused([
      '评审已截止，如需补交请联系科研处',
      'The review has closed; contact the research office to submit late',
    ]);
  }
  if (!writableTasks.includes(task.status ?? '')) {
    throw new Refused(['该评审已提交或已结束', 'This review has been submitted or has ended']);
  }
  return task;
};

/** Records the pledge that no conflict of interest exists, which opens the material. */
export const declareNoConflict = (engine: Engine, actor: Actor, id: string): Promise<StoredTask> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const task = await lockOwn(transaction, id);
    if (task.pledgedAt !== null) return task;
    return (await changeRow(transaction, taskKind, task, 'pledge', {
      pledgedAt: timeText(transaction.now),
    })) as StoredTask;
  });

/** Saves a draft or submits the sheet. */
export const fillInSheet = (
  engine: Engine,
  actor: Actor,
  input: SheetGiven,
  action: 'keep' | 'handIn',
): Promise<StoredTask> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const before = await lockOwn(transaction, input.id);
    const isFinal = action === 'handIn';
    await assertVersion(transaction, tx, taskKind, before, input.version);
    if (!isFinal && before.status === taskCodes.looking) {
      throw new Refused([
        '复议不能暂存，请直接提交；不提交则维持原评',
        'A reconsideration cannot be saved as a draft; submit it, or your original review stands',
      ]);
    }
    if (isFinal && before.pledgedAt === null) {
      throw new Refused([
        '请先确认不存在应回避情形',
        'First confirm that you have no conflict of interest',
      ]);
    }
    const scores = input.scores.map(({ sort, score = null, words = null }) => ({
      sort,
      score,
      words,
    }));
    const { grade = '', vote = '', comment = '', secretComment = '' } = input;
    const values = taskValuesOf(before, { scores, grade, vote, comment, secretComment }, isFinal);
    const changed = {
      ...before,
      ...values,
      status: isFinal ? taskCodes.handedIn : taskCodes.kept,
      ...(isFinal && { handInTime: timeText(transaction.now), backReason: null }),
    };
    const after = withLineIds(transaction, taskKind, changed, before);
    const stored = await commitChange(transaction, { resource: taskKind, before, after, action });
    if (isFinal) await recountResults(transaction, before);
    return stored as StoredTask;
  });
