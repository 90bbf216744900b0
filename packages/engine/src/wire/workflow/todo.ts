import type { Actor } from '@keyan/kernel/access/actor.ts';
import { say } from '@keyan/kernel/label.ts';
import type { WorkKindRow, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { Type } from 'typebox';
import { graphsOf } from '../../workflow/drawings/definitions.ts';
import { countWorkByKind, type ListName, listWork } from '../../workflow/lists/lists.ts';
import { taskPageOf } from '../../workflow/lists/task-page.ts';
import { groupReferencesOf } from '../../workflow/people/people.ts';
import { urgeHolders, whyNotUrge } from '../../workflow/people/urge.ts';
import { abilitiesOf } from '../../workflow/runtime/abilities.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { manageCode, resourceOfKind } from '../../workflow/runtime/subject.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { digitsParameter, idParam, withAliases } from '../inputs.ts';
import { checksEndpoint, openChecksEndpoint } from './checks.ts';
import {
  listInput,
  pageEnvelope,
  processNameOf,
  processNameParameters,
  workQueryOf,
} from './inputs.ts';
import { todoRow } from './presenters.ts';
import { workFactsOf } from './work-facts.ts';

/** Id of a task, which is the id of a row of the to-do page. */
const work = Type.String({ pattern: `^${digitsParameter}$`, ...withAliases('id') });
const kindText = Type.String({ maxLength: 60 });

/** Tabs of the to-do page; the last is for managers. */
const tabs = {
  todo: 'both',
  assigned: 'todo',
  claim: 'claim',
  done: 'done',
  send: 'send',
} as const;

const tabOf = (type: string | undefined, actor: Actor): ListName => {
  if (type === 'all' && actor.permissions.has(manageCode)) return 'all';
  return type !== undefined && Object.hasOwn(tabs, type) ? tabs[type as keyof typeof tabs] : 'both';
};

/** Lists whose rows offer actions besides completing a task. */
const offered: ReadonlySet<ListName> = new Set(['done', 'all']);

/** Lists of waiting tasks: the longest waiting comes first. */
const waiting: ReadonlySet<ListName> = new Set(['todo', 'claim', 'both', 'all']);

/** Returns the call of the task lists. */
const pageEndpoint = (runtime: Runtime): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/page',
    aliases: ['kh-edu-research/mywork/todo/list'],
    auth: 'user',
    summary: ['待办事务', 'My work'],
    input: Type.Object({
      ...listInput.properties,
      type: Type.Optional(kindText),
      /** Order by age: `newest` or `oldest` first; by default waiting tasks are sorted by waiting time. */
      order: Type.Optional(Type.String({ maxLength: 10 })),
      /** `1`: includes facts of each record. */
      facts: Type.Optional(Type.String({ maxLength: 1 })),
    }),
    run: async (input, call) => {
      const { actor, engine, language } = call;
      const person = { id: actor.id, groups: groupReferencesOf(actor) };
      const name = tabOf(input.type, actor);
      const now = engine.clock();
      const query = {
        ...workQueryOf(input, now),
        oldestFirst: input.order ? input.order === 'oldest' : waiting.has(name),
      };
      const { items, total, abilities, graphs } = await engine.database.read(
        actor.tenantId,
        async (session) => {
          const page = await listWork(session, name, person, query);
          return {
            ...page,
            abilities: offered.has(name)
              ? await abilitiesOf(runtime, engine, session, actor, page.items)
              : undefined,
            graphs: await graphsOf(
              session,
              page.items.map(({ definition }) => definition),
            ),
          };
        },
      );
      const facts = input.facts === '1' ? await workFactsOf(items, call) : undefined;
      return pageEnvelope(
        items.map((item): WorkRow => {
          const isApply = item.node !== null && item.node === graphs.get(item.definition)?.apply;
          // Assignees can be reminded; an external result cannot.
          const isHeld = !isApply && item.holders.length > 0;
          const handled = name === 'done' ? ('handler' as const) : null;
          const by = item.applicant === actor.id ? ('applicant' as const) : handled;
          const urging = { ...item, by, held: isHeld ? item.held : null };
          return {
            ...todoRow(item, language, now),
            /** True if the record came back to its applicant, who edits and submits it again. */
            isApply,
            /** Actions that the list offers the reader for the row. */
            can: [
              ...(whyNotUrge(engine, urging) ? [] : (['urge'] as const)),
              ...(abilities?.get(item) ?? []),
            ],
            facts: facts?.get(item.business) ?? [],
          };
        }),
        total,
        input,
      );
    },
  });

/** Call for 按业务: the rows of a task list by kind, under the same filters except the one by kind. */
const kindsEndpoint = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/kinds',
    auth: 'user',
    summary: ['各业务的事务数量', 'My work by kind'],
    input: Type.Object({ ...listInput.properties, type: Type.Optional(kindText) }),
    run: async (input, { actor, engine, language }): Promise<readonly WorkKindRow[]> => {
      const person = { id: actor.id, groups: groupReferencesOf(actor) };
      const query = workQueryOf(input, engine.clock());
      const found = await engine.database.read(actor.tenantId, (session) =>
        countWorkByKind(session, tabOf(input.type, actor), person, query),
      );
      return found.map(({ kind, total }) => {
        const { processes, label } = resourceOfKind(engine, kind);
        const own = processes.find((process) => process.kind === kind)?.label ?? label;
        return { kind, kindName: say(own, language), total };
      });
    },
  });

/** Returns the calls of the to-do page, and of actions on one of its tasks. */
export const todoEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  pageEndpoint(runtime),
  kindsEndpoint(),
  checksEndpoint(),
  openChecksEndpoint(),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/mywork/todo/urge',
    auth: 'user',
    perMinute: 30,
    summary: ['催办', 'Send a reminder about a process'],
    input: Type.Object({ processInstanceId: idParam }),
    run: async ({ processInstanceId }, { actor, engine }) => {
      await urgeHolders(engine, actor, processInstanceId);
      return new Reply(true, ['已催办', 'Reminder sent']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/detail',
    auth: 'user',
    summary: ['待办的办理信息', 'What may be done with a task'],
    input: Type.Object({ ...processNameParameters, taskId: Type.Optional(work) }),
    run: async (input, { actor, engine, language }) =>
      taskPageOf(
        runtime,
        engine,
        actor,
        await openProcess(engine, actor, processNameOf(input)),
        input.taskId,
        language,
      ),
  }),
];
