import type { Diagram, DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { attributesOf, elementTypes } from '@keyan/kernel/workflow/drawing/attributes.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';
import { drawShapes } from './drawing.ts';
import { routeKey } from './keys.ts';
import { bpmnModel } from './moddle.ts';

const given = (attributes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

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

/** Writes a diagram as a BPMN 2.0 file, drawn from left to right. */
export const writeBpmn = async (diagram: Diagram): Promise<string> => {
  const model = bpmnModel();
  const shapes = new Map(
    diagram.nodes.map((node) => [
      node.id,
      model.create(elementTypes[node.type], {
        id: node.id,
        ...(node.name === '' ? {} : { name: node.name }),
        ...attributesOf(node),
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
