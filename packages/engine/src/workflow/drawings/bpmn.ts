import type { Service } from '@keyan/kernel/definition/life/process.ts';
import type {
  Diagram,
  DiagramNode,
  DiagramUser,
  EndSettings,
  ServiceSettings,
  WaitSettings,
} from '@keyan/kernel/workflow/diagram.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';
import { drawShapes } from './drawing.ts';
import { routeKey } from './keys.ts';
import { moddle } from './moddle.ts';

const elementTypes: Readonly<Record<DiagramNode['type'], string>> = {
  start: 'bpmn:StartEvent',
  end: 'bpmn:EndEvent',
  user: 'bpmn:UserTask',
  wait: 'bpmn:ReceiveTask',
  service: 'bpmn:ServiceTask',
  exclusive: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
  inclusive: 'bpmn:InclusiveGateway',
};

const given = (attributes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

const userAttributes = (node: DiagramUser): Record<string, string> => {
  const applicant = node.people.includes('applicant');
  const { agree, completion } = node.multi ?? {};
  return given({
    'flowable:assignee': applicant ? '${applyUser}' : undefined,
    'flowable:candidateGroups': node.people.filter((item) => item !== 'applicant').join(','),
    'flowable:skipExpression': node.skip,
    'keyan:empty': node.empty === 'toAdmin' ? undefined : node.empty,
    'keyan:cc': node.cc?.join(','),
    'keyan:due': node.due,
    'keyan:overdue': node.overdue,
    'keyan:handTo': node.handTo?.join(','),
    'keyan:remind': node.remind,
    'keyan:escalate': node.escalate,
    'keyan:tag': node.tag,
    'keyan:editable': node.editable.join(','),
    'keyan:rejudge': node.rejudge ? 'true' : undefined,
    'keyan:refuse': node.refuse ? undefined : 'false',
    'keyan:english': node.english,
    // Beside a rule of our own, a completion condition is read as it is written.
    'keyan:agree': (agree ?? (completion === undefined ? undefined : 'all'))?.toString(),
    'keyan:against': node.multi?.against?.toString(),
    'keyan:onAgainst': node.onAgainst,
  });
};

const waitAttributes = (node: WaitSettings): Record<string, string> =>
  given({
    'keyan:wait': node.matter ?? node.period,
    'keyan:again': node.again,
    'keyan:tag': node.tag,
    'keyan:editable': node.editable?.join(','),
    'keyan:onAgainst': node.onAgainst,
    'keyan:english': node.english,
  });

/** Text of the attribute `keyan:do` for each service. */
const doing: { readonly [K in Service['is']]: (item: Extract<Service, { is: K }>) => string } = {
  cc: () => 'cc',
  status: ({ tag }) => `status ${tag}`,
  call: ({ name }) => `call ${name}`,
};

const serviceAttributes = ({ service, english }: ServiceSettings): Record<string, string> =>
  given({
    'keyan:do': doing[service.is](service as never),
    'flowable:candidateGroups': service.is === 'cc' ? service.people.join(',') : undefined,
    'keyan:english': english,
  });

const endAttributes = ({ result, free }: EndSettings): Record<string, string> =>
  given({ 'keyan:result': result, 'keyan:free': free ? 'true' : undefined });

const expression = (model: BpmnModdle, body: string): Element =>
  model.create('bpmn:FormalExpression', { body });

const loopOf = (model: BpmnModdle, node: DiagramUser): Element | undefined => {
  if (!node.multi) return undefined;
  const { sequential, collection, completion } = node.multi;
  const loop = model.create('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: sequential,
    ...given({ 'flowable:collection': collection }),
  });
  if (completion !== undefined) loop.set('completionCondition', expression(model, completion));
  return loop;
};

/** Writes a diagram as a BPMN 2.0 file that is drawn from left to right. */
export const writeBpmn = async (diagram: Diagram): Promise<string> => {
  const model = moddle();
  const shapes = new Map(
    diagram.nodes.map((node) => [
      node.id,
      model.create(elementTypes[node.type], {
        id: node.id,
        ...(node.name === '' ? {} : { name: node.name }),
        ...(node.type === 'user' ? userAttributes(node) : {}),
        ...(node.type === 'wait' ? waitAttributes(node) : {}),
        ...(node.type === 'service' ? serviceAttributes(node) : {}),
        ...(node.type === 'end' ? endAttributes(node) : {}),
      }),
    ]),
  );
  const flows = new Map(
    diagram.flows.map((flow) => [
      flow.id,
      model.create('bpmn:SequenceFlow', {
        id: flow.id,
        sourceRef: shapes.get(flow.from),
        targetRef: shapes.get(flow.to),
      }),
    ]),
  );
  for (const flow of diagram.flows) {
    if (flow.condition !== undefined) {
      flows.get(flow.id)?.set('conditionExpression', expression(model, flow.condition));
    }
  }
  for (const node of diagram.nodes) {
    const loop = node.type === 'user' ? loopOf(model, node) : undefined;
    if (loop) shapes.get(node.id)?.set('loopCharacteristics', loop);
    if ('default' in node && node.default !== undefined) {
      shapes.get(node.id)?.set('default', flows.get(node.default));
    }
  }
  const process = model.create('bpmn:Process', {
    id: routeKey(diagram.key),
    name: diagram.name,
    isExecutable: true,
    flowElements: [...shapes.values(), ...flows.values()],
  });
  const definitions = model.create('bpmn:Definitions', {
    id: 'definitions',
    targetNamespace: 'http://keyan/processes',
    rootElements: [process],
    diagrams: [drawShapes(model, diagram, process, shapes, flows)],
  });
  return (await model.toXML(definitions, { format: true })).xml;
};
