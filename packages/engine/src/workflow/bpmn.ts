import type {
  Diagram,
  DiagramFlow,
  DiagramNode,
  DiagramUser,
  EmptyPolicy,
} from '@keyan/kernel/workflow/diagram.ts';
import { plainUser, userReference } from '@keyan/kernel/workflow/directory.ts';
import { Undeployable } from '@keyan/kernel/workflow/graph.ts';
import type { BpmnModdle, Element } from 'bpmn-moddle';
import { drawShapes } from './drawing.ts';
import { moddle } from './moddle.ts';

/** Larger files are not diagrams that people drew. */
const mostCharacters = 1_000_000;

const attribute = (element: Element, name: string): string | undefined => {
  const value = element.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** An attribute of the Flowable family. */
const added = (element: Element, name: string): string | undefined =>
  attribute(element, `flowable:${name}`);

const elements = (element: Element, name: string): readonly Element[] => {
  const value = element.get(name);
  return Array.isArray(value) ? (value as Element[]) : [];
};

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const variable = (text: string): string | undefined => /^[$#]\{\s*(\w+)\s*\}$/.exec(text)?.[1];

/* ---------------------------------------------------------------- reading */

/** A person as a file names one: `${applyUser}`, `${variable}`, `taskUser_12`, `12`. */
const person = (text: string, applicants: ReadonlySet<string>): string => {
  const name = variable(text);
  if (name !== undefined) return applicants.has(name) ? 'applicant' : `var:${name}`;
  return userReference(plainUser(text));
};

/** A bare group is a role's alias, as clients of the family write it. */
const group = (text: string): string => {
  const name = variable(text);
  if (name !== undefined) return `var:${name}`;
  return /^(role|user|var):|^leader\b/.test(text) ? text : `role:${text}`;
};

const policies: ReadonlySet<string> = new Set<EmptyPolicy>(['toAdmin', 'skip', 'refuse']);

const readUser = (
  element: Element,
  base: { id: string; name: string },
  applicants: ReadonlySet<string>,
): DiagramUser => {
  const loop = element.get('loopCharacteristics') as Element | undefined;
  const several = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? loop : undefined;
  const collection = several ? added(several, 'collection') : undefined;
  const completion = several?.get('completionCondition') as Element | undefined;
  const each = several ? added(several, 'elementVariable') : undefined;
  const assignee = added(element, 'assignee');
  const assigned = assignee !== undefined && variable(assignee) !== (each ?? '') ? [assignee] : [];
  const empty = attribute(element, 'keyan:empty');
  const skip = added(element, 'skipExpression');
  const tag = attribute(element, 'keyan:tag');
  const english = attribute(element, 'keyan:english');
  const completionText = completion ? attribute(completion, 'body') : undefined;
  return {
    ...base,
    type: 'user',
    people: [
      ...assigned.map((text) => person(text, applicants)),
      ...list(added(element, 'candidateUsers')).map((text) => person(text, applicants)),
      ...list(added(element, 'candidateGroups')).map(group),
    ],
    empty: empty !== undefined && policies.has(empty) ? (empty as EmptyPolicy) : 'toAdmin',
    editable: list(attribute(element, 'keyan:editable')),
    refuse: attribute(element, 'keyan:refuse') !== 'false',
    ...(skip === undefined ? {} : { skip }),
    ...(tag === undefined ? {} : { tag }),
    ...(english === undefined ? {} : { english }),
    ...(several
      ? {
          multi: {
            sequential: several.get('isSequential') === true,
            ...(collection === undefined ? {} : { collection: variable(collection) ?? collection }),
            ...(completionText === undefined ? {} : { completion: completionText }),
          },
        }
      : {}),
  };
};

type Read = (
  element: Element,
  base: { id: string; name: string },
  applicants: ReadonlySet<string>,
) => DiagramNode;

const gateway =
  (type: 'exclusive' | 'parallel' | 'inclusive'): Read =>
  (element, base) => {
    const fallback = element.get('default') as Element | undefined;
    return { ...base, type, ...(fallback?.id ? { default: fallback.id } : {}) };
  };

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['bpmn:StartEvent', (_element, base) => ({ ...base, type: 'start' })],
  ['bpmn:EndEvent', (_element, base) => ({ ...base, type: 'end' })],
  ['bpmn:UserTask', readUser],
  ['bpmn:ExclusiveGateway', gateway('exclusive')],
  ['bpmn:ParallelGateway', gateway('parallel')],
  ['bpmn:InclusiveGateway', gateway('inclusive')],
]);

/** Notes and data on the drawing that nothing runs through. */
const drawnOnly: ReadonlySet<string> = new Set([
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

const readFlow = (element: Element): DiagramFlow => {
  const condition = element.get('conditionExpression') as Element | undefined;
  const text = condition ? attribute(condition, 'body') : undefined;
  return {
    id: element.id ?? '',
    from: (element.get('sourceRef') as Element | undefined)?.id ?? '',
    to: (element.get('targetRef') as Element | undefined)?.id ?? '',
    ...(text === undefined ? {} : { condition: text }),
  };
};

const processOf = (root: Element): Element => {
  const processes = elements(root, 'rootElements').filter((item) => item.$type === 'bpmn:Process');
  const [only] = processes;
  if (!only || processes.length > 1)
    throw new Undeployable([
      ['一个文件必须且只能有一个流程', 'A file must have one process, and only one'],
    ]);
  return only;
};

/** What the reader would leave out silently: a process with a part missing runs wrongly. */
const partMissing = /illegal ID|unparsable content/;

const parse = async (xml: string): Promise<Element> => {
  if (xml.length > mostCharacters)
    throw new Undeployable([['流程文件过大', 'The file is too large']]);
  const read = await moddle(xml)
    .fromXML(xml)
    .catch(() => {
      throw new Undeployable([
        ['流程文件无法解析，请上传BPMN 2.0文件', 'The file cannot be read: upload a BPMN 2.0 file'],
      ]);
    });
  const lost = read.warnings.filter((warning) => partMissing.test(warning.message));
  if (lost.length > 0) {
    throw new Undeployable(
      lost.map((warning) => {
        const [line = ''] = warning.message.split('\n');
        return [`流程文件有误：${line}`, `The file is wrong: ${line}`];
      }),
    );
  }
  return read.rootElement;
};

/**
 * Reads a BPMN 2.0 file with the additions of the Flowable family.
 * @throws Undeployable when it is not BPMN, has several processes, or uses a node outside the
 *   subset (the node is named).
 */
export const readBpmn = async (xml: string): Promise<Diagram> => {
  const process = processOf(await parse(xml));
  const all = elements(process, 'flowElements');
  const starters = all.filter((item) => item.$type === 'bpmn:StartEvent');
  const applicants = new Set([
    'applyUser',
    'createUser',
    'initiator',
    ...starters.map((item) => added(item, 'initiator') ?? ''),
  ]);
  const unknown = all.filter(
    (item) =>
      item.$type !== 'bpmn:SequenceFlow' && !readers.has(item.$type) && !drawnOnly.has(item.$type),
  );
  if (unknown.length > 0) {
    throw new Undeployable(
      unknown.map((item) => {
        const type = item.$type.replace('bpmn:', '');
        return [
          `不支持的节点类型【${type}】(${item.id})`,
          `Nodes of type “${type}” are not supported (${item.id})`,
        ];
      }),
    );
  }
  return {
    key: process.id ?? '',
    name: attribute(process, 'name') ?? '',
    nodes: all.flatMap((item) => {
      const base = { id: item.id ?? '', name: attribute(item, 'name') ?? '' };
      return readers.get(item.$type)?.(item, base, applicants) ?? [];
    }),
    flows: all.filter((item) => item.$type === 'bpmn:SequenceFlow').map(readFlow),
  };
};

/* ---------------------------------------------------------------- writing */

const elementTypes: Readonly<Record<DiagramNode['type'], string>> = {
  start: 'bpmn:StartEvent',
  end: 'bpmn:EndEvent',
  user: 'bpmn:UserTask',
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
  return given({
    'flowable:assignee': applicant ? '${applyUser}' : undefined,
    'flowable:candidateGroups': node.people.filter((item) => item !== 'applicant').join(','),
    'flowable:skipExpression': node.skip,
    'keyan:empty': node.empty === 'toAdmin' ? undefined : node.empty,
    'keyan:tag': node.tag,
    'keyan:editable': node.editable.join(','),
    'keyan:refuse': node.refuse ? undefined : 'false',
    'keyan:english': node.english,
  });
};

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
    id: diagram.key.replaceAll(/[^\w.-]/g, '_'),
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
