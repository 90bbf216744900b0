import type { Actor } from '@keyan/kernel/access/actor.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import {
  maxNamedPeople,
  maxRemarkFiles,
  maxRemarkLetters,
  type NamedPerson,
  type RemarkRow,
  type ThreadRow,
} from '@keyan/kernel/wire/talk.ts';
import { Type } from 'typebox';
import type { ReadActor } from '../../drafts/drafts.ts';
import {
  addRemark,
  discussionOf,
  namablePeople,
  type Remark,
  setThreadSettled,
  withdrawRemark,
} from '../../talk/talk.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idParam, withLabel } from '../inputs.ts';

const resource = Type.String({ minLength: 1, maxLength: 60 });

const rowOf = (remark: Remark, actor: Actor): RemarkRow => ({
  id: remark.id,
  author: remark.authorName,
  time: timeText(remark.time),
  content: remark.content,
  named: remark.named,
  files: remark.files,
  isRemoved: remark.removed !== null,
  isOwn: remark.author === actor.id,
});

/** Returns threads with something to read, oldest first. */
const threadsOf = (remarks: readonly Remark[], actor: Actor): readonly ThreadRow[] =>
  [...Map.groupBy(remarks, ({ thread }) => thread)].flatMap(([thread, lines]): ThreadRow[] => {
    if (lines.every(({ removed }) => removed !== null)) return [];
    const [first] = lines;
    return [
      {
        id: thread,
        remarks: lines.map((line) => rowOf(line, actor)),
        settledBy: first?.settledBy ?? '',
        settleTime: first?.settled ? timeText(first.settled) : '',
      },
    ];
  });

/**
 * Returns the calls of 讨论: remarks about a record, for its readers.
 * @param actorOf reads a person with current rights
 */
export const talkEndpoints = (actorOf: ReadActor): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/talk/list',
    auth: 'user',
    summary: ['记录的讨论', 'The discussion of a record'],
    input: Type.Object({ resource, id: idParam }),
    run: async (input, { engine, actor }) =>
      threadsOf(await discussionOf(engine, actor, input), actor),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/talk/people',
    auth: 'user',
    perMinute: 120,
    summary: ['可以提到的人员', 'People who may be mentioned'],
    input: Type.Object({
      resource,
      id: idParam,
      name: Type.String({ minLength: 1, maxLength: 30 }),
    }),
    run: (input, { engine, actor }): Promise<readonly NamedPerson[]> =>
      namablePeople(engine, actor, actorOf, input),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/talk/say',
    auth: 'user',
    perMinute: 30,
    summary: ['在记录的讨论中发言', 'Write in the discussion of a record'],
    input: Type.Object({
      resource,
      id: idParam,
      thread: Type.Optional(idParam),
      content: Type.String({
        minLength: 1,
        maxLength: maxRemarkLetters,
        pattern: '\\S',
        ...withLabel(['讨论内容', 'Remark']),
      }),
      named: Type.Optional(Type.Array(idParam, { maxItems: maxNamedPeople })),
      files: Type.Optional(Type.Array(idParam, { maxItems: maxRemarkFiles })),
    }),
    run: async ({ named = [], files = [], ...said }, { engine, actor }) => ({
      id: await addRemark(engine, actor, actorOf, { ...said, named, files }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/talk/settle',
    auth: 'user',
    summary: ['标记讨论已解决或重新打开', 'Settle a discussion, or open it again'],
    input: Type.Object({ id: idParam, on: Type.Boolean() }),
    run: async (input, { engine, actor }) => {
      await setThreadSettled(engine, actor, input);
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/talk/remove',
    auth: 'user',
    summary: ['撤回自己的发言', 'Withdraw a remark'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor }) => {
      await withdrawRemark(engine, actor, input.id);
      return true;
    },
  }),
];
