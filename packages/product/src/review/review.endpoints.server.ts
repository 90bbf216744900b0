import type { Engine } from '@keyan/engine/engine.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { fileLink } from '@keyan/engine/wire/files/endpoints.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { toWire } from '@keyan/engine/wire/rows.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { anonymousName, blindBothWays } from './blind.ts';
import {
  countedTaskCodes,
  openTaskCodes,
  scoreSchemeCodes,
  taskCodes,
  writableTasks,
} from './dictionaries.ts';
import { declareNoConflict, fillInSheet } from './filling.server.ts';
import { reviewTask } from './review-task.ts';
import { kindOfItem, type StoredTask } from './rows.server.ts';
import { peerOpinionsOf } from './second-look.server.ts';
import type { OwnReviews, Sheet } from './sheet.ts';

const seen: readonly string[] = [...openTaskCodes, ...countedTaskCodes];

/** Files without names of people, renamed neutrally. */
const anonymous = (
  files: readonly AttachedFile[],
  catalogs: readonly string[],
): readonly AttachedFile[] =>
  files
    .filter(({ catalog }) => catalogs.includes(catalog))
    .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
    .map((file, place) => {
      const name = `${anonymousName(place + 1)}.${file.suffix}`;
      return { ...file, name, fileName: name, link: fileLink(file.id, name) };
    });

/** Record as shown to experts: permitted fields and files. */
const shownOf = (
  resource: Resource,
  row: RowLike,
  names: readonly string[],
  files: readonly string[] | null,
): RowLike =>
  Object.fromEntries([
    ['id', row.id],
    ...names.flatMap((name) => {
      const value = row[name];
      const isFiles = resource.fields[name]?.spec.type === 'files';
      const kept =
        isFiles && files ? anonymous((value ?? []) as readonly AttachedFile[], files) : value;
      return [
        [name, kept],
        [`${name}Name`, row[`${name}Name`]],
      ].filter(([, each]) => each !== undefined) as [string, unknown][];
    }),
  ]);

interface About {
  readonly resource: string | null;
  readonly business: string;
  readonly name: string;
  readonly guide: string | null;
  readonly blind: string;
  readonly next: string | null;
}

/** Record and review of a task, and the expert’s next task by deadline. */
const aboutOf = async (engine: Engine, actor: Actor, task: StoredTask): Promise<About> => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<About>(
      `select i.resource, i.business_id as business, s.set_name as name, s.guide,
          s.blind_mode as blind,
          (select n.id::text from review_task n
            where n.tenant_id = $1 and n.user_id = $3 and n.id <> $2 and n.is_deleted = 0
              and n.status = any($4)
            order by n.end_time, n.id limit 1) as next
         from review_task t
         join review_item i on i.tenant_id = t.tenant_id and i.id = t.item_id
         join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
        where t.tenant_id = $1 and t.id = $2`,
      [session.tenantId, task.id, actor.id, writableTasks],
    ),
  );
  if (!found) throw new Missing();
  return found;
};

/**
 * Task of the calling expert.
 * @throws Missing for other experts’ tasks, and for tasks that are no longer visible
 */
const ownTask = async (engine: Engine, actor: Actor, task: string): Promise<StoredTask> => {
  const { row } = await engine.as(actor).read(reviewTask, task);
  const own = row as StoredTask;
  if (own.userId !== actor.id || !seen.includes(own.status ?? '')) throw new Missing();
  return own;
};

/** Reason logged when the system reads a record for an expert. */
const reason: Label = ['专家评审', 'Expert review'];

/**
 * Sheet of an expert: the task and the visible part of the record.
 * @throws Missing for other experts’ tasks, and for tasks that are no longer visible
 */
export const expertSheet = async (call: ActorCall, given: string): Promise<Sheet> => {
  const { engine, actor } = call;
  const task = await ownTask(engine, actor, given);
  const about = await aboutOf(engine, actor, task);
  const kind = kindOfItem(engine.resources, about);
  if (!kind) throw new Missing();
  const { resource, options } = kind;
  const commands = engine.asSystem(reason[0], actor.tenantId);
  const { row } = await commands.read(resource, about.business);
  const isBlind = about.blind === blindBothWays;
  const names = options.shown.filter((name) => !isBlind || !options.identifying.includes(name));
  // The material is returned only after the pledge.
  const pledged = (task.pledgedAt ?? null) !== null;
  const shown = shownOf(
    resource,
    row as RowLike,
    pledged ? names : [],
    isBlind ? options.anonymousFiles : null,
  );
  return {
    id: task.id,
    version: task.version,
    title: task.title ?? '',
    status: task.status ?? '',
    setName: about.name,
    guide: about.guide ?? '',
    endTime: task.endTime ?? '',
    minWords: task.minWords ?? 0,
    commentBelow: task.commentBelow ?? 0,
    scheme: task.scoreScheme ?? scoreSchemeCodes.points,
    grade: task.grade ?? '',
    vote: task.vote ?? '',
    secretComment: task.secretComment ?? '',
    applicant: task.applicant ?? '',
    unit: task.unit ?? '',
    pledged,
    backReason: task.backReason ?? '',
    comment: task.comment ?? '',
    total: task.totalScore ?? '',
    lines: (task.scores ?? []).map(({ sort, itemName, weight, standard, score, words }) => ({
      sort: sort ?? 0,
      itemName: itemName ?? '',
      weight: weight ?? 0,
      standard: standard ?? '',
      score: score ?? '',
      words: words ?? '',
    })),
    isOpen: writableTasks.includes(task.status ?? ''),
    isSecondLook: task.status === taskCodes.looking,
    peers: task.before === null ? [] : await peerOpinionsOf(call, task),
    resource: resource.key,
    record: toWire(resource, shown, call),
    next: about.next,
  };
};

/** Parameters with an expert’s input. */
export const sheetInput = Type.Object({
  id: idParam,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
  scores: Type.Array(
    Type.Object({
      sort: Type.Integer({ minimum: 0, maximum: 99 }),
      score: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Null()])),
      words: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
    }),
    { maxItems: 100 },
  ),
  grade: Type.Optional(Type.String({ maxLength: 10 })),
  vote: Type.Optional(Type.String({ maxLength: 10 })),
  comment: Type.Optional(Type.String({ maxLength: 2000 })),
  secretComment: Type.Optional(Type.String({ maxLength: 2000 })),
});

const sheet = endpoint({
  method: 'GET',
  path: `${reviewTask.path}/sheet`,
  auth: 'user',
  permissions: ['mytask'],
  summary: ['评审页面', 'Review page of an expert'],
  input: Type.Object({ id: idParam }),
  run: (input, call) => expertSheet(call, input.id),
});

const pledged = endpoint({
  method: 'POST',
  path: `${reviewTask.path}/pledge`,
  auth: 'user',
  permissions: ['mytask'],
  summary: ['承诺无回避情形', 'Declare that there is no conflict of interest'],
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor }) => {
    const { id: task, version } = await declareNoConflict(engine, actor, input.id);
    return { id: task, version };
  },
});

const keep = endpoint({
  method: 'POST',
  path: `${reviewTask.path}/keep`,
  auth: 'user',
  permissions: ['mytask'],
  summary: ['暂存评审', 'Keep a review as a draft'],
  input: sheetInput,
  run: async (input, { engine, actor }) => {
    const { id: task, version } = await fillInSheet(engine, actor, input, 'keep');
    return { id: task, version };
  },
});

const handIn = endpoint({
  method: 'POST',
  path: `${reviewTask.path}/handIn`,
  auth: 'user',
  permissions: ['mytask'],
  summary: ['提交评审', 'Submit a review'],
  input: sheetInput,
  run: async (input, { engine, actor }) => {
    const { id: task, version } = await fillInSheet(engine, actor, input, 'handIn');
    return { id: task, version };
  },
});

/** Open reviews of a person, earliest deadline first. */
export const ownReviews = async (
  { database }: Pick<Engine, 'database'>,
  actor: Actor,
  size: number,
): Promise<OwnReviews> => {
  if (!actor.permissions.has('mytask')) return { open: 0, done: 0, rows: [] };
  return database.read(actor.tenantId, async (session) => {
    const [count] = await session.query<{ open: number; done: number }>(
      `select count(*) filter (where status = any($3))::int as open,
          count(*) filter (where status = $4)::int as done
         from review_task where tenant_id = $1 and user_id = $2 and is_deleted = 0`,
      [session.tenantId, actor.id, writableTasks, taskCodes.handedIn],
    );
    const rows = await session.query<OwnReviews['rows'][number]>(
      `select t.id::text, t.title, s.set_name as "setName", t.status,
          to_char(t.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "endTime"
         from review_task t
         join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
        where t.tenant_id = $1 and t.user_id = $2 and t.is_deleted = 0 and t.status = any($3)
        order by t.end_time, t.id limit ${size}`,
      [session.tenantId, actor.id, writableTasks],
    );
    return { open: count?.open ?? 0, done: count?.done ?? 0, rows };
  });
};

/** Calls of reviews that do not derive from a resource. */
export const reviewEndpoints: readonly Endpoint[] = [sheet, pledged, keep, handIn];
