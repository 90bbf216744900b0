import {
  attributesOf,
  nodeSettingsFrom,
  type Repetition,
  settingAttributes,
} from '@keyan/kernel/workflow/drawing/attributes.ts';
import type { Element } from 'bpmn-moddle';
import { bpmnModel } from './moddle.ts';

const types = {
  'bpmn:UserTask': 'user',
  'bpmn:ReceiveTask': 'wait',
  'bpmn:ServiceTask': 'service',
} as const;

const isStep = (type: string): type is keyof typeof types => Object.hasOwn(types, type);

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

const repetitionOf = (element: Element): Repetition | undefined => {
  const loop = element.get('loopCharacteristics') as Element | undefined;
  if (!loop) return undefined;
  const collection = textOf(loop.get('flowable:collection'));
  const completion = loop.get('completionCondition') as Element | undefined;
  return {
    sequential: loop.get('isSequential') === true,
    ...(collection === undefined ? {} : { collection }),
    ...(completion === undefined ? {} : { completion: String(completion.get('body')) }),
  };
};

/**
 * Returns a file as the drawing editor saves it after every settings dialog was opened without a change: parsed into
 * the meta-model, with the settings of each step read and written again.
 */
export const asSavedByEditor = async (xml: string): Promise<string> => {
  const { rootElement, elementsById } = await bpmnModel().fromXML(xml);
  for (const element of Object.values(elementsById)) {
    if (!element || !isStep(element.$type)) continue;
    const named = { id: String(element.id), name: String(element.get('name') ?? '') };
    const read = (name: string) => textOf(element.get(name));
    const node = nodeSettingsFrom(types[element.$type], named, read, repetitionOf(element));
    const attributes = attributesOf(node);
    for (const name of settingAttributes) element.set(name, attributes[name]);
  }
  return (await bpmnModel().toXML(rootElement, { format: true })).xml;
};
