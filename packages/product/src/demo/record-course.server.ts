import type { Actor } from '@keyan/kernel/access/actor.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import type { Chance } from './random.server.ts';
import type { SeedParts } from './story-player.server.ts';

/** Event in the life of a record; `finish` approves all remaining steps. */
type Happening =
  | 'submit'
  | 'agree'
  | 'finish'
  | 'return'
  | 'refuse'
  | 'recall'
  | 'mend'
  | 'abolish';

/** Events of a record in order. */
export type RecordCourse = readonly Happening[];

const approval: RecordCourse = ['submit', 'finish'];

/** Courses of the records of a kind with approval: the least number of records for each, and that of twenty records. */
const courseTable: readonly (readonly [least: number, usual: number, course: RecordCourse])[] = [
  [1, 2, []],
  [1, 3, ['submit']],
  [0, 3, ['submit', 'agree']],
  [1, 2, ['submit', 'return']],
  [0, 1, ['submit', 'agree', 'return']],
  [0, 2, ['submit', 'return', 'mend', 'submit', 'finish']],
  [1, 1, ['submit', 'agree', 'refuse']],
  [1, 1, ['submit', 'recall']],
  [1, 1, ['submit', 'finish', 'abolish']],
  [2, 4, approval],
];

/** How often each course of the table happens among this many records: few lack what may be missing. */
const shares = (count: number): readonly number[] => {
  const shared = courseTable.map(([, usual]) => usual);
  let over = shared.reduce((sum, one) => sum + one, 0) - count;
  const spare = (place: number) => (shared[place] ?? 0) - (courseTable[place]?.[0] ?? 0);
  while (over > 0 && shared.some((_, place) => spare(place) > 0)) {
    for (const place of shared.keys()) {
      if (over === 0 || spare(place) === 0) continue;
      shared[place] = (shared[place] ?? 0) - 1;
      over -= 1;
    }
  }
  return shared;
};

/**
 * The courses of this many records, mixed, so that no status stands for one age or college: each status of an
 * approval is among them, and of many records most were approved.
 */
export const coursesOf = (count: number): readonly RecordCourse[] => {
  const often = shares(count);
  const listed = courseTable.flatMap(([, , course], place) =>
    Array.from({ length: often[place] ?? 0 }, () => course),
  );
  const more = Array.from({ length: Math.max(0, count - listed.length) }, () => approval);
  return [...listed, ...more]
    .map((course, place, all) => [(place * 7) % all.length, course] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, course]) => course);
};

/** Does a record wait for somebody at the end of this course, with an approver or with its writer? */
export const isWaiting = (course: RecordCourse): boolean =>
  !(['finish', 'refuse', 'abolish'] as const).some((last) => last === course.at(-1));

const day = 86_400_000;

/** Days since the beginning of records that wait, in turn: an office keeps up, and now and then something lies. */
const waitingDays = [3, 9, 5, 12, 2, 7, 34, 4, 10, 6, 13, 2] as const;

/** Age of a waiting record at the end of the demo's story, in milliseconds. */
export const waitingAge = (place: number): number =>
  (waitingDays[place % waitingDays.length] ?? 0) * day;

/**
 * Places of the records of a kind with their ages, the oldest first. Records that wait are of these weeks; those that
 * came to an end, and those without a course, go back over half a year.
 * @param shift makes kinds differ in what lies
 * @param since days before the end of the story at which records without a course begin, and before which they end
 */
export const recordAges = (
  courses: readonly (RecordCourse | undefined)[],
  shift: number,
  [oldest, newest]: readonly [oldest: number, newest: number] = [160, 0],
): readonly { readonly index: number; readonly age: number }[] =>
  courses
    .map((course, index) => ({
      index,
      age:
        course && isWaiting(course)
          ? waitingAge(index + shift)
          : (newest + (1 - index / courses.length) * (oldest - newest)) * day,
    }))
    .toSorted((one, other) => other.age - one.age);

/** Least and most hours between a happening and the one before it. */
const waits: Readonly<Record<Happening, readonly [number, number]>> = {
  submit: [0.2, 5],
  agree: [3, 40],
  finish: [3, 40],
  return: [4, 40],
  refuse: [20, 60],
  recall: [0.5, 6],
  mend: [5, 70],
  abolish: [200, 600],
};

const comments = {
  agree: ['同意', '材料齐全，同意', '情况属实，同意', '已核对，同意', '同意，请按计划执行'],
  return: [
    '填报内容与附件不一致，请核对后重新提交。',
    '附件不清晰，请重新上传。',
    '请补充依据材料。',
    '日期有误，请更正后再报。',
  ],
  refuse: ['不符合办理条件，不予同意。', '材料经核实不属实，不予同意。'],
  abolish: ['经核实为重复登记，作废。', '申请人提出撤销，作废。'],
} as const;

/** Most steps of a process in the demo. */
const maxApprovalSteps = 10;
const hour = 3_600_000;

/** Values that approvers have to enter: an entry of each dictionary that is asked of them. */
const enteredBy = ({ fields }: Resource, random: Chance): Record<string, string> | undefined => {
  const asked = Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.byApprover && spec.required && spec.dictionary
      ? [[name, random.pick(spec.dictionary.entries).code] as const]
      : [],
  );
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
};

/** A record whose course is played. */
export interface PlayedRecord {
  readonly resource: Resource;
  readonly writer: Actor;
  readonly id: string;
}

/**
 * Takes a saved record along its course, in office hours and never later than `now`: each command by the
 * person whose turn it is. Where a rule of the kind refuses a command, the record stays where it is.
 */
export const runCourse = async (
  parts: SeedParts,
  { resource, writer, id }: PlayedRecord,
  course: RecordCourse,
  now: Date,
  random: Chance,
): Promise<void> => {
  const { engine, clock } = parts;
  let handler: Actor | null = null;
  const pass = (happening: Happening): void => {
    const [least, most] = waits[happening];
    const time = clock.now.getTime() + (least + random.next() * (most - least)) * hour;
    const latest = Math.max(clock.now.getTime() + 1000, now.getTime() - random.int(1, 90) * 60_000);
    clock.now = new Date(Math.min(inOfficeHours(time, random), latest));
  };
  const versionOf = async (): Promise<number> =>
    (await engine.as(writer).read(resource, id)).row.version;
  const entered = enteredBy(resource, random);
  const handle = async (is: 'agree' | 'refuse' | 'return'): Promise<boolean> => {
    const comment = random.pick<string>(comments[is]);
    const by = await handleOpenTask(
      parts,
      id,
      (task) =>
        is === 'return' ? { is: 'back', task, to: 'applicant', comment } : { is, task, comment },
      is === 'agree' && entered ? { ...entered, version: await versionOf() } : undefined,
    );
    handler = by ?? handler;
    return by !== null;
  };
  // Not everybody may refuse: departments agree, and the next one decides.
  const refuse = async (): Promise<void> => {
    for (let step = 0; step < maxApprovalSteps; step += 1) {
      try {
        await handle('refuse');
        return;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        await handle('agree');
        pass('agree');
      }
    }
  };
  const happen: Readonly<Record<Happening, () => Promise<unknown>>> = {
    submit: async () => engine.as(writer).submit(resource, { id, version: await versionOf() }),
    agree: () => handle('agree'),
    finish: async () => {
      for (let step = 0; step < maxApprovalSteps && (await handle('agree')); step += 1)
        pass('agree');
    },
    return: () => handle('return'),
    refuse,
    recall: () => engine.as(writer).recall(resource, id),
    mend: async () => engine.as(writer).save(resource, { id, version: await versionOf() }),
    abolish: async () => {
      const mayVoid =
        handler && grantsAction(resource, handler.permissions, 'abolish') ? handler : null;
      const by = mayVoid ?? (await actorByAccount(parts, 'rd_admin'));
      await engine.as(by).abolish(resource, id, random.pick<string>(comments.abolish));
    },
  };
  for (const happening of course) {
    pass(happening);
    try {
      await happen[happening]();
    } catch (error) {
      if (error instanceof Fault) return;
      throw error;
    }
  }
};
