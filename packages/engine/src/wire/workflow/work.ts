import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import { Conflict, Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { plainUserId } from '@keyan/kernel/workflow/directory.ts';
import { type Static, Type } from 'typebox';
import { variantsAllowing } from '../../records/variants.ts';
import { listDefinitions } from '../../workflow/drawings/listed-definitions.ts';
import { type ListName, listWork } from '../../workflow/lists/lists.ts';
import { groupReferencesOf } from '../../workflow/people/people.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { manageCode, resourceOfKind } from '../../workflow/runtime/subject.ts';
import { type ActorCall, type Endpoint, endpoint } from '../endpoint.ts';
import { idParam } from '../inputs.ts';
import { conflictToWire } from '../rows.ts';
import { assignInput, commandOf, completeInput, pickedIds, signInput } from './answer.ts';
import { isShipped, listInput, pageEnvelope, taskOfCall, workQueryOf } from './inputs.ts';
import { definitionRow, flowRow } from './presenters.ts';

/** Lists by their BladeX names; each is available under `work` and `work-ext`. */
const lists: readonly (readonly [path: string, name: ListName, label: Label])[] = [
  ['claim-list', 'claim', ['待签收', 'Unclaimed']],
  ['todo-list', 'todo', ['待办', 'To do']],
  ['done-list', 'done', ['已办', 'Done']],
  ['send-list', 'send', ['我发起的', 'Submitted by me']],
];

/** Returns a page of a task list for the caller. */
const listed = async (name: ListName, input: Static<typeof listInput>, call: ActorCall) => {
  const { actor, engine, language } = call;
  const person = { id: actor.id, groups: groupReferencesOf(actor) };
  const { items, total } = await engine.database.read(actor.tenantId, (session) =>
    listWork(session, name, person, workQueryOf(input)),
  );
  return pageEnvelope(
    items.map((item) => flowRow(item, language)),
    total,
    input,
  );
};

/** Commands that need only the id of the task. */
const taskCommands = [
  ['claim-task', 'claim', ['签收任务', 'Claim a task']],
  ['unclaim-task', 'unclaim', ['取消签收', 'Unclaim a task']],
  ['withdraw-task', 'withdraw', ['取回任务', 'Take back one’s own approval']],
  ['remove-sign', 'removeSign', ['减签', 'Remove an added person']],
] as const;

const oneTask = Type.Object({ taskId: idParam });

/** Calls for task lists, and for the processes that can be started. */
const listEndpoints = (): readonly Endpoint[] => [
  ...lists.map(([path, name, label]) =>
    endpoint({
      method: 'GET',
      path: `blade-flow/work/${path}`,
      aliases: [`blade-flow/work-ext/${path}`],
      auth: 'user',
      summary: label,
      input: listInput,
      run: (input, call) => listed(name, input, call),
    }),
  ),
  endpoint({
    method: 'GET',
    path: 'blade-flow/work/todo-all',
    aliases: [
      'blade-flow/work/todo-all-list',
      'blade-flow/work-ext/todo-all',
      'blade-flow/work-ext/todo-all-list',
    ],
    auth: 'user',
    summary: ['全部待办', 'All open tasks'],
    input: listInput,
    run: (input, call) =>
      listed(call.actor.permissions.has(manageCode) ? 'all' : 'both', input, call),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/work/start-list',
    aliases: ['blade-flow/work-ext/start-list'],
    auth: 'user',
    summary: ['可发起的流程', 'Processes that can be started'],
    input: Type.Object({
      ...listInput.properties,
      name: listInput.properties.processDefinitionName,
    }),
    run: async (input, { actor, engine, language }) => {
      const kinds = [...engine.resources.values()]
        .filter((resource) => grantsAction(resource, actor.permissions, 'submit'))
        .flatMap((resource) => {
          const codes = variantsAllowing(resource, actor, 'submit');
          return codes
            ? codes.flatMap((code) => resource.variants?.kinds[code] ?? [])
            : resource.processes.map((process) => process.kind);
        });
      const { current, size } = workQueryOf(input);
      const { definitions, total } = await engine.database.read(actor.tenantId, (session) =>
        listDefinitions(session, {
          current,
          size,
          kinds,
          category: input.category,
          name: input.processDefinitionName ?? input.name,
          active: true,
          shipped: isShipped(input.mode),
        }),
      );
      return pageEnvelope(
        definitions.map((item) => definitionRow(item, { actor, language })),
        total,
        input,
      );
    },
  }),
];

/** Calls on a task. Long because every call is one entry of a list. */
const taskEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...taskCommands.map(([path, is, label]) =>
    endpoint({
      method: 'POST',
      path: `blade-flow/work/${path}`,
      aliases: [`blade-flow/work-ext/${path}`],
      auth: 'user',
      summary: label,
      input: oneTask,
      run: async ({ taskId }, { actor, engine }) => {
        await runtime.execute(engine, actor, {
          on: { task: taskId },
          command: { is, task: taskId },
        });
        return true;
      },
    }),
  ),
  endpoint({
    method: 'POST',
    path: 'blade-flow/work/complete-task',
    aliases: ['blade-flow/work-ext/complete-task', 'kh-edu-research/mywork/todo/submit'],
    auth: 'user',
    summary: ['办理任务', 'Complete a task'],
    input: completeInput,
    run: async (input, call) => {
      const { actor, engine } = call;
      const task = await taskOfCall(engine, actor, input);
      try {
        await runtime.execute(engine, actor, {
          on: { task },
          command: commandOf(task, input),
          form: input.form,
          attachments: input.attachments,
        });
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        const { snapshot } = await openProcess(engine, actor, { task });
        throw conflictToWire(resourceOfKind(engine, snapshot.instance.kind), error, call);
      }
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/work/add-sign',
    aliases: ['blade-flow/work-ext/add-sign'],
    auth: 'user',
    summary: ['加签、委派', 'Ask others: add approvers or request an opinion'],
    input: signInput,
    run: async ({ taskId, how, userIds, comment = '' }, { actor, engine }) => {
      const command = {
        is: 'addSign',
        task: taskId,
        how,
        to: pickedIds(userIds),
        comment,
      } as const;
      await runtime.execute(engine, actor, { on: { task: taskId }, command });
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/work/todo-assign',
    aliases: ['blade-flow/work-ext/todo-assign'],
    auth: 'user',
    summary: ['转办任务', 'Reassign a task'],
    input: assignInput,
    run: async (input, { actor, engine }) => {
      const to = input.assignee ?? input.userId ?? input.taskUserId;
      if (to === undefined) {
        const message = ['请选择转办人', 'Select a new assignee'] as const;
        throw new Invalid([{ path: 'assignee', message }]);
      }
      await runtime.execute(engine, actor, {
        on: { task: input.taskId },
        command: {
          is: 'transfer',
          task: input.taskId,
          to: plainUserId(to),
          comment: input.comment ?? '',
        },
      });
      return true;
    },
  }),
];

/** Returns the calls of `blade-flow/work`: task lists and commands on tasks. */
export const workEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...listEndpoints(),
  ...taskEndpoints(runtime),
];
