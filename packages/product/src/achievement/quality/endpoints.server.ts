import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam, versionParam } from '@keyan/engine/wire/inputs.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type MergedInto, mergedCall } from '../common/duplicates.ts';
import { recordTitleOf } from '../common/words.ts';
import { checkQuality } from './check.server.ts';
import { comparisonOf, kindFor } from './compare.server.ts';
import { correctRecord } from './correct.server.ts';
import { mergedBy } from './decisions.server.ts';
import { exportedRows } from './export.server.ts';
import { filterValuesOf, findingCounts, findingsPageOf, unknownJournalsOf } from './list.server.ts';
import { mergeRecords } from './merge.server.ts';
import {
  exportCode,
  mergeCode,
  qualityCode,
  qualityService,
  settleFindingsCode,
  topicLabels,
} from './quality.ts';
import { openKinds } from './reach.server.ts';
import { choosePerson, markAsDifferent, markAuthorExternal, setJournal } from './settle.server.ts';
import { deskDecisionsOf } from './settled.server.ts';

const key = Type.String({ minLength: 1, maxLength: 60 });
const reason = Type.String({ maxLength: 500 });

const filter = {
  kind: Type.Optional(key),
  dept: Type.Optional(idParam),
  year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2200 })),
  text: Type.Optional(Type.String({ maxLength: 100 })),
};

const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

const topic = Type.Union([
  Type.Literal('duplicate'),
  Type.Literal('author'),
  Type.Literal('journal'),
  Type.Literal('report'),
]);

const page = (
  { rows, total }: { readonly rows: readonly unknown[]; readonly total: number },
  { current, size }: { readonly current: number; readonly size: number },
) => ({ records: rows, total, current, size, pages: Math.ceil(total / size) });

interface Call {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

const asking = ({ engine, actor, language }: Call) => ({ engine, actor, language });

const reading: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${qualityService}/counts`,
    auth: 'user',
    permissions: [qualityCode],
    summary: ['数据质量：各类问题数', 'Data quality: open findings by topic'],
    input: Type.Object(filter),
    run: async (input, call) => ({
      ...(await findingCounts(asking(call), input)),
      ...(await filterValuesOf(asking(call))),
      kinds: openKinds(call.engine, call.actor).map((kind) => ({
        key: kind.key,
        label: say(kind.label, call.language),
      })),
    }),
  }),
  endpoint({
    method: 'GET',
    path: `${qualityService}/list`,
    auth: 'user',
    permissions: [qualityCode],
    summary: [
      '数据质量：问题列表，已处理',
      'Data quality: open findings of a topic, or settled ones',
    ],
    input: Type.Object({
      topic: Type.Union([topic, Type.Literal('settled')]),
      ...filter,
      ...paging,
    }),
    run: async ({ topic: asked, current = 1, size = 20, ...narrowed }, call) => {
      const at = { current, size };
      if (asked === 'settled') return page(await deskDecisionsOf(asking(call), narrowed, at), at);
      if (asked === 'journal') return page(await unknownJournalsOf(asking(call), narrowed, at), at);
      return page(await findingsPageOf(asking(call), asked, narrowed, at), at);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${qualityService}/compare`,
    auth: 'user',
    permissions: [qualityCode],
    summary: ['数据质量：并排对比两条记录', 'Data quality: two records side by side'],
    input: Type.Object({
      resource: key,
      one: idParam,
      otherResource: Type.Optional(key),
      other: idParam,
    }),
    run: (input, call) => comparisonOf(call.engine, call.actor, call, input),
  }),
  endpoint({
    method: 'GET',
    path: `${qualityService}/export`,
    auth: 'user',
    permissions: [exportCode],
    perMinute: 10,
    summary: ['数据质量：导出 Excel', 'Data quality: findings of a topic as a workbook'],
    input: Type.Object({ topic, ...filter }),
    run: async ({ topic: asked, ...narrowed }, call) => {
      const { heads, lines } = await exportedRows(asking(call), asked, narrowed);
      const title = say(topicLabels[asked], call.language);
      return workbookAnswer(
        await writeTable(bookMakerOf(call.engine, call.actor), title, heads, lines),
        `${title}-${dayText(call.engine.clock())}.xlsx`,
      );
    },
  }),
];

/** Call that returns into which record a merged one went, also to the writer of the void record. */
const merged: Endpoint = endpoint({
  method: 'GET',
  path: mergedCall,
  auth: 'user',
  summary: ['已作废的记录合并到哪一条', 'Into which record a voided one was merged'],
  input: Type.Object({ resource: key, id: idParam }),
  run: async ({ resource, id: gone }, { engine, actor }): Promise<MergedInto> => {
    const kind = kindFor(engine, actor, resource);
    const commands = engine.as(actor);
    await commands.read(kind, gone);
    const into = await engine.database.read(actor.tenantId, (session) =>
      mergedBy(session, kind, gone),
    );
    const keptKind = into && engine.resources.get(into.into.resource);
    const kept = keptKind
      ? await commands.read(keptKind, into.into.id).catch((error: unknown) => {
          if (error instanceof Fault) return null;
          throw error;
        })
      : null;
    return keptKind && kept
      ? { resource: keptKind.key, id: kept.row.id, title: recordTitleOf(keptKind, kept.row) }
      : { resource: '', id: '', title: '' };
  },
});

const done = (text: Label) => new Reply(true, text);

const settling: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${qualityService}/merge`,
    auth: 'user',
    permissions: [mergeCode],
    summary: ['数据质量：合并重复记录', 'Data quality: merge two records'],
    input: Type.Object({
      resource: key,
      keep: idParam,
      keepVersion: versionParam,
      dropResource: Type.Optional(key),
      drop: idParam,
      dropVersion: versionParam,
      choices: Type.Optional(
        Type.Record(
          Type.String({ maxLength: 60 }),
          Type.Union([Type.Literal('other'), Type.Literal('both')]),
        ),
      ),
      reason,
    }),
    run: async ({ choices = {}, ...input }, { engine, actor }) => {
      await mergeRecords(engine, actor, { ...input, choices });
      return done(['已合并', 'Merged']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${qualityService}/differ`,
    auth: 'user',
    permissions: [settleFindingsCode],
    summary: [
      '数据质量：确认不是重复',
      'Data quality: confirm that two records are not duplicates',
    ],
    input: Type.Object({
      resource: key,
      one: idParam,
      otherResource: Type.Optional(key),
      other: idParam,
      reason,
    }),
    run: async (input, { engine, actor }) => {
      await markAsDifferent(engine, actor, input);
      return done(['已记录，不再提示', 'Recorded; not shown again']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${qualityService}/author`,
    auth: 'user',
    permissions: [settleFindingsCode],
    summary: [
      '数据质量：作者匹配人员，或确认校外',
      'Data quality: match an author to a person, or confirm as external',
    ],
    input: Type.Object({
      resource: key,
      id: idParam,
      line: idParam,
      userId: Type.Optional(idParam),
      reason: Type.Optional(reason),
    }),
    run: async ({ userId, reason: why = '', ...input }, { engine, actor }) => {
      if (userId) await choosePerson(engine, actor, { ...input, userId });
      else await markAuthorExternal(engine, actor, { ...input, reason: why });
      return done(
        userId
          ? ['已匹配人员', 'Matched to a person']
          : ['已确认为校外作者', 'Confirmed as external author'],
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${qualityService}/journal`,
    auth: 'user',
    permissions: [settleFindingsCode],
    summary: ['数据质量：为同名刊物的成果设置期刊', 'Data quality: set the journal of records'],
    input: Type.Object({
      resource: key,
      name: Type.String({ minLength: 1, maxLength: 300 }),
      journalId: idParam,
    }),
    run: (input, { engine, actor, language }) => setJournal(engine, actor, input, language),
  }),
  endpoint({
    method: 'POST',
    path: `${qualityService}/correct`,
    auth: 'user',
    permissions: [settleFindingsCode],
    summary: [
      '数据质量：更正统计上报字段',
      'Data quality: correct fields for statistical reporting',
    ],
    input: Type.Object({
      resource: key,
      id: idParam,
      version: versionParam,
      values: Type.Record(Type.String({ maxLength: 60 }), Type.Unknown()),
    }),
    run: async (input, { engine, actor }) => {
      await correctRecord(engine, actor, input);
      return done(['已更正', 'Corrected']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${qualityService}/recheck`,
    auth: 'user',
    permissions: [qualityCode],
    perMinute: 6,
    summary: ['数据质量：立即检查', 'Data quality: check now'],
    input: Type.Object({}),
    run: async (_input, { engine, actor }) => {
      await engine.jobs.send(actor.tenantId, checkQuality, {}, { key: 'asked', by: actor.id });
      return done(['已开始检查，稍后刷新', 'Started; refresh in a moment']);
    },
  }),
];

/** Calls of the quality desk. */
export const qualityEndpoints: readonly Endpoint[] = [...reading, merged, ...settling];
