import { say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { diagramMarksOf } from '@keyan/kernel/workflow/marks.ts';
import { Type } from 'typebox';
import { definitionXml } from '../../workflow/drawings/definitions.ts';
import { processPicture } from '../../workflow/drawings/picture.ts';
import { timelineOf } from '../../workflow/lists/timeline.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import { type Endpoint, endpoint, RawAnswer } from '../endpoint.ts';
import { closedPolicy } from '../headers.ts';
import { idParam } from '../inputs.ts';
import { processNameOf, processNameParameters } from './inputs.ts';
import { auditRow, flowUser, historyRow, startRow } from './presenters.ts';

const start = ['开始', 'Start'] as const;

/** Id of a process, or of a definition. */
const drawn = Type.Object({
  processInstanceId: Type.Optional(idParam),
  businessId: Type.Optional(idParam),
  processDefinitionId: Type.Optional(idParam),
});

const noMarks = { done: [], active: [], back: [], skipped: [], flows: [] };

/** Calls for the actions of a process, and its open steps. */
const historyEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/process/history-flow-list',
    auth: 'user',
    summary: ['流程的办理历史', 'History of a process'],
    input: Type.Object(processNameParameters),
    run: async (input, { actor, engine, language }) => {
      const { snapshot, graph } = await openProcess(engine, actor, processNameOf(input));
      const { instance } = snapshot;
      const lines = await engine.database.read(actor.tenantId, (session) =>
        timelineOf(engine, session, [instance.id], graph, language),
      );
      const applicant = lines.find((line) => line.operation === 'start')?.userName ?? '';
      return [
        startRow(instance.started, instance.applicant, applicant, say(start, language)),
        ...lines.map((line) => historyRow(line, language)),
      ];
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/process-ext/current-task',
    aliases: ['blade-flow/process/current-task'],
    auth: 'user',
    summary: ['当前任务', 'Open tasks of a process'],
    input: Type.Object(processNameParameters),
    run: async (input, { actor, engine, language }) => {
      const { snapshot, graph } = await openProcess(engine, actor, processNameOf(input));
      const lines = await engine.database.read(actor.tenantId, (session) =>
        timelineOf(engine, session, [snapshot.instance.id], graph, language),
      );
      return lines
        .filter((line) => line.operation === 'waiting')
        .map((line) => ({
          ...auditRow(line, language),
          taskName: line.nodeName,
          assignee: flowUser(line.userId),
          assigneeName: line.userName,
          createTime: line.arrived ? timeText(line.arrived) : '',
          processInstanceId: snapshot.instance.id,
          businessId: snapshot.instance.business,
        }));
    },
  }),
];

/** Calls for the diagram of a process with its progress: as data, and as a picture. */
const diagramEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/process/model-view',
    auth: 'user',
    summary: ['流程图与进度', 'Diagram of a process and its current steps'],
    input: drawn,
    run: async (input, { actor, engine, language }) => {
      if (input.processDefinitionId && !input.processInstanceId && !input.businessId) {
        const { processDefinitionId } = input;
        const xml = await engine.database.read(actor.tenantId, (session) =>
          definitionXml(session, processDefinitionId),
        );
        return { xml, flow: [], ...noMarks };
      }
      const { snapshot, graph } = await openProcess(engine, actor, processNameOf(input));
      return engine.database.read(actor.tenantId, async (session) => {
        const lines = await timelineOf(engine, session, [snapshot.instance.id], graph, language);
        return {
          xml: await definitionXml(session, snapshot.instance.definition),
          flow: lines.map((line) => historyRow(line, language)),
          ...diagramMarksOf(snapshot, graph),
        };
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/process/diagram-view',
    aliases: ['blade-flow/process/resource-view'],
    auth: 'user',
    linked: true,
    pictured: true,
    summary: ['流程图图片', 'Picture of a process'],
    input: drawn,
    run: async (input, { actor, engine }) => {
      const opened =
        input.processInstanceId || input.businessId
          ? await openProcess(engine, actor, processNameOf(input))
          : undefined;
      const definition = opened?.snapshot.instance.definition ?? input.processDefinitionId ?? '0';
      const xml = await engine.database.read(actor.tenantId, (session) =>
        definitionXml(session, definition),
      );
      const svg = processPicture(
        xml,
        opened ? diagramMarksOf(opened.snapshot, opened.graph) : noMarks,
      );
      return new RawAnswer(svg, {
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          ...closedPolicy('self', "style-src 'unsafe-inline'", 'sandbox'),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-cache',
        },
      });
    },
  }),
];

/** Returns the calls of `blade-flow/process`: history and diagram. */
export const processEndpoints = (): readonly Endpoint[] => [
  ...historyEndpoints(),
  ...diagramEndpoints(),
];
