import type { ChainNode } from '@keyan/kernel/workflow/chain/chain.ts';
import type { EndResult, EndSettings } from '@keyan/kernel/workflow/diagram.ts';
import {
  attributesOf,
  endSettingsFrom,
  nodeSettingsFrom,
  type Repetition,
  settingAttributes,
} from '@keyan/kernel/workflow/drawing/attributes.ts';

/** An element of the file, as bpmn-js represents it. */
export interface ModdleElement {
  readonly $type: string;
  readonly $attrs: Record<string, string>;
  readonly id: string;
  name?: string;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** A shape or a line on the canvas. */
export interface CanvasShape {
  readonly id: string;
  readonly type: string;
  readonly businessObject: ModdleElement;
  readonly labelTarget?: CanvasShape;
}

export interface ElementRegistry {
  getAll(): readonly CanvasShape[];
  get(id: string): CanvasShape | undefined;
}

export interface BpmnModeling {
  updateProperties(element: CanvasShape, properties: Readonly<Record<string, unknown>>): void;
}

interface Factory {
  create(type: string, properties: Readonly<Record<string, unknown>>): ModdleElement;
}

/** Services of bpmn-js that the page uses. */
export interface ModelerServices {
  get<T>(name: string): T;
}

const nodeTypeByElement: Readonly<Record<string, ChainNode['type']>> = {
  'bpmn:UserTask': 'user',
  'bpmn:ReceiveTask': 'wait',
  'bpmn:ServiceTask': 'service',
};

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

const bodyOf = (value: unknown): string | undefined =>
  textOf((value as { readonly body?: string } | undefined)?.body);

const repetitionOf = (element: ModdleElement): Repetition | undefined => {
  const loop = element.get('loopCharacteristics') as ModdleElement | undefined;
  if (!loop) return undefined;
  const collection = textOf(loop.get('flowable:collection'));
  const completion = bodyOf(loop.get('completionCondition'));
  return {
    sequential: loop.get('isSequential') === true,
    ...(collection === undefined ? {} : { collection }),
    ...(completion === undefined ? {} : { completion }),
  };
};

/** Returns the settings of a step, a wait or a service; undefined for any other element. */
export const nodeSettingsOf = ({ businessObject: element }: CanvasShape): ChainNode | undefined => {
  const type = nodeTypeByElement[element.$type];
  if (!type) return undefined;
  const named = { id: element.id, name: element.name ?? '' };
  return nodeSettingsFrom(type, named, (name) => textOf(element.get(name)), repetitionOf(element));
};

/** Returns true for attributes of other platforms, which the settings of this program replace. */
const isForeign = (name: string): boolean =>
  /^(flowable|activiti|camunda):/.test(name) &&
  !(settingAttributes as readonly string[]).includes(name);

/** Returns true if the element has attributes of another platform. */
export const hasForeignSettings = ({ businessObject }: CanvasShape): boolean =>
  Object.keys(businessObject.$attrs).some(isForeign);

const loopOf = (factory: Factory, node: ChainNode): ModdleElement | undefined => {
  if (node.type !== 'user' || !node.multi) return undefined;
  const { sequential, collection, completion } = node.multi;
  return factory.create('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: sequential,
    ...(collection === undefined ? {} : { 'flowable:collection': collection }),
    ...(completion === undefined
      ? {}
      : { completionCondition: factory.create('bpmn:FormalExpression', { body: completion }) }),
  });
};

/** Writes the settings of a step, a wait or a service, as one change that can be undone. */
export const writeSettings = (
  services: ModelerServices,
  shape: CanvasShape,
  node: ChainNode,
): void => {
  const attributes = attributesOf(node);
  const before = shape.businessObject;
  const foreign = Object.keys(before.$attrs).filter(isForeign);
  const names = [...settingAttributes, ...foreign];
  const changed = names.filter((name) => textOf(before.get(name)) !== attributes[name]);
  const repeats = JSON.stringify(repetitionOf(before)) !== JSON.stringify(withoutVotes(node));
  services.get<BpmnModeling>('modeling').updateProperties(shape, {
    ...Object.fromEntries(changed.map((name) => [name, attributes[name]])),
    ...(node.name === (before.name ?? '') ? {} : { name: node.name }),
    ...(repeats ? { loopCharacteristics: loopOf(services.get<Factory>('bpmnFactory'), node) } : {}),
  });
};

const withoutVotes = (node: ChainNode): Repetition | undefined => {
  if (node.type !== 'user' || !node.multi) return undefined;
  const { agree: _, against: __, ...repetition } = node.multi;
  return repetition;
};

/** Returns the result of an end, and whether the end is valid without an approval. */
export const endSettingsOf = ({ businessObject }: CanvasShape): EndSettings =>
  endSettingsFrom((name) => textOf(businessObject.get(name)));

export const writeEndSettings = (
  services: ModelerServices,
  shape: CanvasShape,
  { result, free }: { readonly result?: EndResult | undefined; readonly free?: boolean },
): void =>
  services.get<BpmnModeling>('modeling').updateProperties(shape, {
    'keyan:result': result,
    'keyan:free': free ? 'true' : undefined,
  });

/** Condition of a line: its text, `default` if taken when no other is, or null if always taken. */
export type LineCondition =
  | { readonly is: 'when'; readonly text: string }
  | { readonly is: 'always' | 'default' };

export const lineConditionOf = ({ businessObject: flow }: CanvasShape): LineCondition => {
  const source = flow.get('sourceRef') as ModdleElement | undefined;
  if (source?.get('default') === flow) return { is: 'default' };
  const text = bodyOf(flow.get('conditionExpression'));
  return text === undefined ? { is: 'always' } : { is: 'when', text };
};

/** Returns true if a line begins at a gateway that chooses among its lines. */
export const isLineOfGateway = ({ businessObject }: CanvasShape): boolean => {
  const source = businessObject.get('sourceRef') as ModdleElement | undefined;
  return source !== undefined && /(Exclusive|Inclusive)Gateway$/.test(source.$type);
};

export const writeLineCondition = (
  services: ModelerServices,
  shape: CanvasShape,
  way: LineCondition,
): void => {
  const modeling = services.get<BpmnModeling>('modeling');
  const source = shape.businessObject.get('sourceRef') as ModdleElement;
  const gateway = services.get<ElementRegistry>('elementRegistry').get(source.id);
  const wasDefault = source.get('default') === shape.businessObject;
  if (gateway && wasDefault !== (way.is === 'default')) {
    modeling.updateProperties(gateway, {
      default: way.is === 'default' ? shape.businessObject : undefined,
    });
  }
  const factory = services.get<Factory>('bpmnFactory');
  modeling.updateProperties(shape, {
    conditionExpression:
      way.is === 'when' ? factory.create('bpmn:FormalExpression', { body: way.text }) : undefined,
  });
};

/** Returns everything on the canvas except labels. */
export const canvasShapes = (services: ModelerServices): readonly CanvasShape[] =>
  services
    .get<ElementRegistry>('elementRegistry')
    .getAll()
    .filter((shape) => !shape.labelTarget);
