import { Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { opinionLength } from '@keyan/kernel/values/opinion.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type {
  ChainPage,
  JudgedChainRow,
  NamedItemRow,
  ReferencedPeopleRow,
  TrialRecordRow,
} from '@keyan/kernel/wire/routes.ts';
import { chainOf, NotAChain, nodesIn } from '@keyan/kernel/workflow/chain/read-chain.ts';
import { Type } from 'typebox';
import type { Session } from '../../store/connection/database.ts';
import {
  approvalKindOf,
  checkDrawing,
  deployRoute,
  judgeChain,
  peopleOfRoute,
} from '../../workflow/chains/judging.ts';
import { applicantOf, listTrialRecords, predictChain } from '../../workflow/chains/trying.ts';
import { routeVocabularyOf } from '../../workflow/chains/vocabulary.ts';
import { currentDefinition, definitionOf, graphOf } from '../../workflow/drawings/definitions.ts';
import type { PeopleToday } from '../../workflow/people/today.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { resourceOfKind, stateCode } from '../../workflow/runtime/subject.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { findingRow } from '../envelope.ts';
import { idParam, withLabel } from '../inputs.ts';
import { chainInput } from './chain-input.ts';
import { definitionRow, differenceRow, forecastRow } from './presenters.ts';

const words = Type.String({ maxLength: 100 });
const deployed: Label = ['部署成功', 'Deployed'];

/** Note of the author of a version. */
const remark = Type.String({ maxLength: opinionLength.max, ...withLabel(['说明', 'Note']) });

const peopleRow = (today: PeopleToday, language: Language): ReferencedPeopleRow => ({
  ...today,
  label: say(today.label, language),
});

/** Returns the roles of a tenant, as references to their holders. */
const rolesIn = async (session: Session): Promise<readonly NamedItemRow[]> =>
  session.query<NamedItemRow>(
    `select role_alias as name, said(role_name, role_name_en) as label from role
      where tenant_id = $1 and is_deleted = 0 order by sort, id`,
    [session.tenantId],
  );

/** Calls that read a route as a chain. */
const readingEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/chain/detail',
    auth: 'user',
    permissions: ['manager', stateCode],
    summary: ['审批流程（列表）', 'A route as a list of steps'],
    input: Type.Object({ kind: words, processDefinitionId: Type.Optional(idParam) }),
    run: async (input, { actor, engine, dictionaries, language }): Promise<ChainPage> => {
      const kind = approvalKindOf(engine, input.kind);
      const vocabulary = routeVocabularyOf(kind, dictionaries, runtime.matters);
      const named = ({ name, label }: { readonly name: string; readonly label: Label }) => ({
        name,
        label: say(label, language),
      });
      const elsewhere = runtime.deploysElsewhere(actor);
      const tenants = elsewhere
        ? await engine.database.read('', (session) =>
            session.query<NamedItemRow>(
              `select tenant_id as name, tenant_name as label from tenant
                where is_deleted = 0 order by tenant_id limit 100`,
            ),
          )
        : [];
      return engine.database.read(actor.tenantId, async (session) => {
        const main = await currentDefinition(session, runtime.cache, input.kind);
        const shown = input.processDefinitionId
          ? await definitionOf(session, input.processDefinitionId)
          : main;
        if (shown?.kind !== input.kind) throw new Missing();
        const graph = await graphOf(session, shown.id);
        const chain = chainOf(graph);
        const people = await peopleOfRoute(session, kind, graph);
        return {
          kind: input.kind,
          name: language === 'zh' ? shown.name : shown.nameEn,
          definitionId: shown.id,
          version: shown.version,
          isMain: shown.id === main.id,
          chain: chain instanceof NotAChain ? null : chain,
          reasons: chain instanceof NotAChain ? chain.reasons.map(findingRow) : [],
          nodes: nodesIn(graph),
          people: people.map((today) => peopleRow(today, language)),
          facts: vocabulary.facts.map(({ name, label, is, nullable, options }) => ({
            name,
            label: say(label, language),
            type: is,
            nullable,
            options: options.map((option) => ({
              value: option.value,
              label: say(option.label, language),
            })),
          })),
          fields: vocabulary.fields.map(named),
          personFields: vocabulary.people.map(named),
          matters: vocabulary.matters.map(named),
          roles: await rolesIn(session),
          tenants,
          editable: actor.permissions.has(stateCode),
        };
      });
    },
  }),
];

/** Calls that try an edited chain with a stored record. */
const tryingEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/chain/records',
    auth: 'user',
    permissions: [stateCode],
    summary: ['可试走的记录', 'Records that a route can be tried with'],
    input: Type.Object({ kind: words, text: Type.Optional(words) }),
    run: async ({ kind, text = '' }, { actor, engine }): Promise<readonly TrialRecordRow[]> => {
      const records = await engine.database.read(actor.tenantId, (session) =>
        listTrialRecords(session, kind, text.trim()),
      );
      return records.map(({ business, title, applicantName, startedAt }) => ({
        businessId: business,
        title,
        applicant: applicantName,
        startTime: timeText(startedAt),
      }));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/chain/try',
    auth: 'user',
    permissions: [stateCode],
    onlyReads: true,
    summary: ['试走审批流程', 'Try a record on a route that is being edited'],
    input: Type.Object({ kind: words, chain: chainInput, businessId: idParam }),
    run: async ({ kind, chain, businessId }, { actor, engine, language }) => {
      const resource = resourceOfKind(engine, kind);
      const applicant = await engine.database.read(actor.tenantId, (session) =>
        applicantOf(session, kind, businessId),
      );
      const trial = { resource, business: businessId, reader: actor, applicant };
      return forecastRow(await predictChain(runtime, engine, chain, trial), language);
    },
  }),
];

/** Calls that check and deploy an edited chain. */
const editingEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/chain/judge',
    auth: 'user',
    permissions: [stateCode],
    onlyReads: true,
    summary: ['检查审批流程', 'Check a route that is being edited'],
    input: Type.Object({ kind: words, chain: chainInput }),
    run: async ({ kind, chain }, call): Promise<JudgedChainRow> => {
      const { actor, engine, dictionaries, language } = call;
      const asked = approvalKindOf(engine, kind);
      const judged = await judgeChain(runtime, engine, actor, dictionaries, asked, chain);
      return {
        problems: judged.problems.map(findingRow),
        converted: judged.converted.map(findingRow),
        warnings: judged.warnings.map(findingRow),
        xml: judged.xml,
        differences: judged.differences.map((one) => differenceRow(one, language)),
        people: judged.people.map((today) => peopleRow(today, language)),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/chain/deploy',
    auth: 'user',
    permissions: [stateCode],
    summary: ['部署审批流程', 'Deploy an edited route'],
    input: Type.Object({
      kind: words,
      chain: chainInput,
      /** Id of the version of the route on which the editor is based. */
      baseId: idParam,
      remark: Type.Optional(remark),
      tenantIds: Type.Optional(Type.Array(words, { maxItems: 100 })),
    }),
    run: async ({ kind, chain, baseId, remark, tenantIds = [] }, call) => {
      const asked = approvalKindOf(call.engine, kind);
      const wish = { base: baseId, tenantIds, remark };
      const found = await deployRoute(runtime, call.engine, call.actor, asked, chain, wish);
      const answer = {
        definitions: found.definitions.map((item) => definitionRow(item, call)),
        warnings: found.warnings.map(findingRow),
      };
      return new Reply(answer, deployed);
    },
  }),
];

/** Drawing as the text of a file. */
const drawing = Type.String({ minLength: 1, maxLength: 2_000_000 });

/** Calls that check and deploy an edited drawing. */
const drawingEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/drawing/judge',
    auth: 'user',
    permissions: [stateCode],
    onlyReads: true,
    summary: ['检查流程图', 'Check a diagram that is being edited'],
    input: Type.Object({
      kind: words,
      xml: drawing,
      /** References to the people of its steps. */
      references: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 }),
    }),
    run: async ({ kind, ...drawn }, call): Promise<JudgedChainRow> => {
      const { actor, engine, dictionaries, language } = call;
      const asked = approvalKindOf(engine, kind);
      const judged = await checkDrawing(runtime, engine, actor, dictionaries, asked, drawn);
      return {
        problems: judged.problems.map(findingRow),
        converted: judged.converted.map(findingRow),
        warnings: judged.warnings.map(findingRow),
        xml: judged.xml,
        differences: judged.differences.map((one) => differenceRow(one, language)),
        people: judged.people.map((today) => peopleRow(today, language)),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/drawing/deploy',
    auth: 'user',
    permissions: [stateCode],
    summary: ['部署流程图', 'Deploy an edited diagram'],
    input: Type.Object({
      kind: words,
      xml: drawing,
      /** Id of the version of the route on which the editor is based. */
      baseId: idParam,
      remark: Type.Optional(remark),
      tenantIds: Type.Optional(Type.Array(words, { maxItems: 100 })),
    }),
    run: async ({ kind, xml, baseId, remark, tenantIds = [] }, call) => {
      const asked = approvalKindOf(call.engine, kind);
      const wish = { base: baseId, tenantIds, remark };
      const found = await deployRoute(runtime, call.engine, call.actor, asked, xml, wish);
      const answer = {
        definitions: found.definitions.map((item) => definitionRow(item, call)),
        warnings: found.warnings.map(findingRow),
      };
      return new Reply(answer, deployed);
    },
  }),
];

/** Calls of `blade-flow/chain` and `blade-flow/drawing`: routes that an office edits, as chains and as drawings. */
export const chainEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...readingEndpoints(runtime),
  ...editingEndpoints(runtime),
  ...tryingEndpoints(runtime),
  ...drawingEndpoints(runtime),
];
