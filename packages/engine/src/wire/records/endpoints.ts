import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { draftSchema, filterSchema, rowSchema } from '@keyan/kernel/definition/field/schema.ts';
import { formFacts } from '@keyan/kernel/definition/life/form-facts.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { HistoryRow } from '@keyan/kernel/wire/records.ts';
import { type TProperties, type TSchema, Type } from 'typebox';
import { mapYielding } from '../../base/yielding.ts';
import { anyVersion } from '../../records/versions.ts';
import { isContradictory, withoutAliases } from '../aliases.ts';
import { printCursor } from '../cursor.ts';
import { type ActorCall, type Endpoint, endpoint, Reply } from '../endpoint.ts';
import {
  businessIdParameter,
  idParam,
  listParameters,
  mostTogether,
  reasonParameter,
  recordParameter,
  recordsParameter,
  tallyParameters,
  versionParam,
} from '../inputs.ts';
import { askedBy, parseQuery } from '../query.ts';
import { abilitiesToWire, conflictToWire, toWire } from '../rows.ts';
import { actionCalls } from './actions.ts';
import { groupCountCall, statusCounts } from './counts.ts';
import { editAllCalls } from './edit-all.ts';
import { chosenRecords, foundParam } from './found.ts';
import { revealCalls } from './reveal.ts';
import { trialCalls } from './trials.ts';

const taskUser = Type.Optional(Type.String({ maxLength: 500 }));

/** Returns the schema of parameters that the definition of the resource checks, not the call. */
const open = (properties: TProperties = {}) =>
  Type.Object(properties, { additionalProperties: true });

/** Input of a row: id and version; the definition adds its fields. */
const rowInput = { id: Type.Optional(idParam), version: Type.Optional(versionParam) };

const messages = {
  created: ['新增成功', 'Created'],
  updated: ['更新成功', 'Updated'],
  saved: ['保存成功', 'Saved'],
  submitted: ['提交成功', 'Submitted'],
  removed: ['删除成功', 'Deleted'],
  restored: ['已恢复', 'Restored'],
  recalled: ['撤回成功', 'Recalled'],
  returned: ['退回成功', 'Reverted to a draft'],
} as const satisfies Record<string, Label>;

/** True for resources of the BladeX platform, whose clients may not know versions (ruling 14). */
const isPlatform = (resource: Resource): boolean => resource.path.startsWith('blade-');

/** Returns the printed row, with its tenant for resources of the BladeX platform. */
const printedRow = (resource: Resource, row: object, call: ActorCall) => {
  const out = toWire(resource, row, call);
  return isPlatform(resource) ? { tenantId: call.actor.tenantId, ...out } : out;
};

/** Accepts task users with and without their prefix (ruling 10). */
const plainUser = (given: unknown): { taskUserId?: string } =>
  isEmpty(given) ? {} : { taskUserId: String(given).replace(/^taskUser_/, '') };

/** Returns helpers for the calls of a resource: paths and summaries. */
const callsOf = (resource: Resource) => {
  const by =
    <M extends Endpoint['method']>(method: M) =>
    (name: string, what: Label) => ({
      method,
      path: `${resource.path}/${name}`,
      auth: 'user' as const,
      summary: [
        `${resource.label[0]}:${what[0]}`,
        `${resource.label[1]}: ${what[1]}`,
      ] satisfies Label,
    });
  return { get: by('GET'), post: by('POST') };
};

/** Actions on several records at once: on all of them or on none. */
const batchActions = [
  ['remove', ['删除', 'delete'], messages.removed],
  ['restore', ['恢复', 'restore removed records'], messages.restored],
] as const;

/** Parameters of pickers. */
const wanted = {
  search: Type.Optional(Type.String({ maxLength: 100 })),
  ids: Type.Optional(Type.Array(idParam, { maxItems: 200 })),
  // A tree is returned whole.
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
};

/** Converts the input of a row to field names, by the version rule of the dialect. */
const inputOf = async (resource: Resource, given: RowLike, call: ActorCall): Promise<RowLike> => {
  const current =
    !isEmpty(given.id) && isContradictory(resource, given)
      ? toWire(
          resource,
          (await call.engine.as(call.actor).read(resource, String(given.id))).row,
          call,
        )
      : {};
  return {
    ...withoutAliases(resource, given, current),
    ...(isPlatform(resource) && isEmpty(given.version) ? { version: anyVersion } : {}),
  };
};

/** Returns the query of a list call. */
const queryFor = (resource: Resource, given: RowLike, call: ActorCall): Query =>
  parseQuery(resource, given, askedBy(call, resource));

/** Returns the schemas of a resource for the description of the calls. */
const schemasOf = (resource: Resource) => ({
  filters: () => filterSchema(resource) as TSchema,
  row: () => rowSchema(resource) as TSchema,
  draft: () => draftSchema(resource) as TSchema,
});

/** Returns the calls for lists, one record, its history, and removed records. */
const readCalls = (resource: Resource): readonly Endpoint[] => {
  const { get } = callsOf(resource);
  const { filters, row } = schemasOf(resource);
  return [
    endpoint({
      ...get('list', ['列表', 'list']),
      input: open(listParameters),
      describes: filters,
      output: () =>
        Type.Object({
          records: Type.Array(row()),
          total: Type.Integer(),
          more: Type.Boolean(),
          size: Type.Integer(),
          current: Type.Integer(),
          pages: Type.Integer(),
          next: Type.Optional(Type.String()),
        }),
      run: async (given, call) => {
        const { engine, actor } = call;
        const page = await engine.as(actor).list(resource, queryFor(resource, given, call));
        return {
          records: await mapYielding(page.records, (one) => printedRow(resource, one, call)),
          total: page.total,
          more: page.more,
          size: page.size,
          current: page.current,
          pages: Math.ceil(page.total / page.size),
          ...(page.next ? { next: printCursor(page.next) } : {}),
        };
      },
    }),
    endpoint({
      ...get('detail', ['详情', 'detail']),
      input: Type.Object({ id: recordParameter }),
      output: row,
      run: async (given, call) => {
        const { row: found, abilities } = await call.engine.as(call.actor).read(resource, given.id);
        // Added to the printed row itself: copying its hundred values would cost as much as printing them.
        return Object.assign(printedRow(resource, found, call), {
          permissions: abilitiesToWire(abilities, call.language),
        });
      },
    }),
    endpoint({
      ...get('removed', ['回收站', 'deleted records']),
      input: open(),
      run: (_given, call) => call.engine.as(call.actor).removed(resource),
    }),
    endpoint({
      ...get('history', ['变更历史', 'history']),
      input: Type.Object({ id: recordParameter }),
      run: async (given, call) => {
        const entries = await call.engine.as(call.actor).history(resource, given.id);
        return entries.map(
          (entry): HistoryRow => ({
            ...entry,
            actorId: entry.actorId ?? '',
            note: entry.note ?? '',
            changes: entry.changes.map((change) => ({
              ...change,
              label: say(change.label, call.language),
            })),
          }),
        );
      },
    }),
  ];
};

/** Returns the calls for group counts and pickers. */
const choiceCalls = (resource: Resource): readonly Endpoint[] => {
  const { get } = callsOf(resource);
  const { filters } = schemasOf(resource);
  return [
    endpoint({
      ...get('tally', ['分组计数', 'group counts']),
      input: open(tallyParameters),
      describes: filters,
      run: (given, call) => groupCountCall(resource, given, call),
    }),
    ...(resource.list.totals
      ? [
          endpoint({
            ...get('sums', ['合计', 'sums below the list']),
            input: open(listParameters),
            describes: filters,
            run: (given, call) =>
              call.engine.as(call.actor).sums(resource, queryFor(resource, given, call)),
          }),
        ]
      : []),
    endpoint({
      ...get('lookup', ['选择', 'choose']),
      input: Type.Object(wanted),
      run: (given, call) => call.engine.as(call.actor).lookup(resource, given),
    }),
    endpoint({
      ...get('choices', ['可选记录', 'records that a reference may choose']),
      input: Type.Object({
        field: Type.String({ maxLength: 100 }),
        ...wanted,
        form: Type.Optional(Type.Boolean()),
        people: Type.Optional(Type.Array(idParam, { maxItems: 200 })),
        variant: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      run: async ({ field, ...given }, call) => {
        const found = await call.engine.as(call.actor).choices(resource, field, given);
        return found.map(({ values, ...option }) =>
          values ? { ...option, values: toWire(resource, values, call) } : option,
        );
      },
    }),
  ];
};

/** Returns the calls for submitting, removing and restoring. */
const writeCalls = (resource: Resource): readonly Endpoint[] => {
  const { post } = callsOf(resource);
  const { row, draft } = schemasOf(resource);
  return [
    endpoint({
      ...post(
        'submit',
        hasProcess(resource)
          ? ['保存并提交', 'save and submit']
          : ['新增或修改', 'create or update'],
      ),
      input: open({ ...rowInput, taskUserId: taskUser }),
      describes: draft,
      output: row,
      run: async ({ taskUserId, ...given }, call) => {
        const saved = await call.engine
          .as(call.actor)
          .submit(resource, await inputOf(resource, given, call), plainUser(taskUserId));
        const done = isEmpty(given.id) ? messages.created : messages.updated;
        return new Reply(
          toWire(resource, saved, call),
          hasProcess(resource) ? messages.submitted : done,
        );
      },
    }),
    ...batchActions.map(([name, what, message]) =>
      endpoint({
        ...post(name, what),
        input: Type.Object({ ids: Type.Optional(recordsParameter), found: foundParam }),
        run: async (given, call) => {
          const ids = await chosenRecords(resource, given, mostTogether, call);
          await call.engine.as(call.actor)[name](resource, ids);
          return new Reply(true, message);
        },
      }),
    ),
  ];
};

/** Returns the calls of every resource. */
const common = (resource: Resource): readonly Endpoint[] => [
  ...readCalls(resource),
  ...revealCalls(resource),
  ...writeCalls(resource),
  ...choiceCalls(resource),
];

/** Returns the calls of a resource with an approval (ruling 8). */
const approved = (resource: Resource): readonly Endpoint[] => {
  const { get, post } = callsOf(resource);
  const { draft } = schemasOf(resource);
  const move = (
    call: string,
    what: Label,
    message: Label,
    run: (
      input: { readonly id: string; readonly reason?: string },
      call: ActorCall,
    ) => Promise<object>,
  ): Endpoint =>
    endpoint({
      ...post(call, what),
      input: Type.Object({ id: recordParameter, reason: Type.Optional(reasonParameter) }),
      run: async (given, context) =>
        new Reply(toWire(resource, await run(given, context), context), message),
    });
  const start = async (
    given: { readonly businessId: string; readonly taskUserId?: string },
    call: ActorCall,
  ): Promise<Reply> => {
    // Submits the stored draft: no field is sent, so no version can be stale.
    const row = await call.engine
      .as(call.actor)
      .submit(resource, { id: given.businessId, version: anyVersion }, plainUser(given.taskUserId));
    return new Reply(toWire(resource, row, call), messages.submitted);
  };
  return [
    endpoint({
      ...get('counts', ['各状态数量', 'rows per status']),
      input: open(),
      run: (given, call) => statusCounts(resource, given, call),
    }),
    endpoint({
      ...post('save', ['保存草稿', 'keep a draft']),
      input: open(rowInput),
      describes: draft,
      run: async (given, call) => {
        const row = await call.engine
          .as(call.actor)
          .save(resource, await inputOf(resource, given, call));
        return new Reply(toWire(resource, row, call), messages.saved);
      },
    }),
    endpoint({
      ...post('start-process', ['发起流程', 'start the process']),
      aliases: [`${resource.path}/start-audit`],
      input: Type.Object({ businessId: businessIdParameter, taskUserId: taskUser }),
      run: start,
    }),
    move('recall', ['撤回', 'recall'], messages.recalled, (given, { engine, actor }) =>
      engine.as(actor).recall(resource, given.id),
    ),
    move('backDraft', ['退回草稿', 'revert to draft'], messages.returned, (given, call) =>
      call.engine.as(call.actor).backDraft(resource, given.id, given.reason),
    ),
    move('abolish', ['作废', 'void'], ['操作成功', 'Done'], (given, call) =>
      call.engine.as(call.actor).abolish(resource, given.id, given.reason ?? ''),
    ),
    move('copy', ['复制', 'copy'], messages.created, (given, { engine, actor }) =>
      engine.as(actor).copy(resource, given.id),
    ),
  ];
};

/** Returns the call of a resource whose rules use facts, or whose form shows balances of referenced records. */
const factCalls = (resource: Resource): readonly Endpoint[] =>
  resource.facts || Object.keys(formFacts(resource)).length > 0
    ? [
        endpoint({
          ...callsOf(resource).post('facts', [
            '表单依据',
            'data outside the record that form rules use',
          ]),
          input: open(rowInput),
          describes: schemasOf(resource).draft,
          run: async (given, call) =>
            call.engine.as(call.actor).facts(resource, await inputOf(resource, given, call)),
        }),
      ]
    : [];

const conflictPrinted = (resource: Resource, call: Endpoint): Endpoint => ({
  ...call,
  run: async (given, context) => {
    try {
      return await call.run(given, context);
    } catch (error) {
      throw conflictToWire(resource, error, context);
    }
  },
});

/** Returns every call derived from a definition. */
export const resourceCalls = (resource: Resource): readonly Endpoint[] =>
  [
    ...common(resource),
    ...(hasProcess(resource) ? approved(resource) : []),
    ...actionCalls(resource),
    ...editAllCalls(resource),
    ...factCalls(resource),
    ...trialCalls(resource),
  ].map((call) => conflictPrinted(resource, call));
