import { fill, type Label } from '@keyan/kernel/label.ts';
import { buildGraph } from '@keyan/kernel/workflow/build.ts';
import { checkDiagram } from '@keyan/kernel/workflow/check.ts';
import type { Diagram, DiagramFlow, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { type Graph, UndeployableDiagram } from '@keyan/kernel/workflow/graph.ts';
import { type RouteDependencies, routeDependenciesOf } from './asked.ts';
import { withDrawing } from './drawn.ts';
import type { Element } from './item.ts';
import { reportChildren, reportUnknown } from './leftovers.ts';
import { fileLimits } from './limits.ts';
import { allowedId, repairedFile } from './mended.ts';
import {
  attr,
  bpmnNamespace,
  childOf,
  childrenOf,
  engineFamilies,
  familyAttr,
  isStyling,
} from './namespaces.ts';
import { nodeReaders, refuseElement, unsupported } from './nodes.ts';
import { applicantNames } from './people.ts';
import { type FileFindings, Report } from './report.ts';
import { withGateways } from './splits.ts';
import { withoutSubProcesses } from './sub-processes.ts';
import { parseXml, textOf, type XmlElement } from './xml.ts';

/** BPMN file with the results of all checks that need neither its kind of approval nor its tenant. */
export interface ReadRouteFile extends FileFindings {
  /** Id that the file gives its process. */
  readonly key: string;
  readonly name: string;
  /** Text to store: that of the file, with a drawing if it had no complete one. */
  readonly xml: string;
  /** Graph ready to run; null if there are problems. */
  readonly graph: Graph | null;
  /** Fields, people and roles that the route requires. */
  readonly asked: RouteDependencies;
}

const texts = {
  noBpmn: [
    '流程文件无法解析，请上传 BPMN 2.0 文件',
    'The file cannot be read: upload a BPMN 2.0 file',
  ],
  noProcess: ['文件中没有流程', 'The file has no process'],
  processes: [
    '文件含有 {count} 个可执行流程【{names}】，一个文件只能部署一个流程',
    'The file has {count} executable processes (“{names}”); one file can deploy only one',
  ],
  otherProcess: ['流程【{name}】不部署', 'Process “{name}” is not deployed'],
  notExecutable: [
    '流程标记为不可执行（isExecutable=false），仍按可执行流程部署',
    'The process is marked as not executable; it is deployed all the same',
  ],
  nodes: [
    '流程节点不能超过 {most} 个（文件中有 {count} 个）',
    'A process may have at most {most} nodes (the file has {count})',
  ],
  flows: [
    '流程连线不能超过 {most} 条（文件中有 {count} 条）',
    'A process may have at most {most} flows (the file has {count})',
  ],
  named: [
    '流程引用的字段、人员和角色不能超过 {most} 处（文件中有 {count} 处）',
    'A process may name at most {most} fields, people and roles (the file names {count})',
  ],
  badId: ['节点标识【{id}】不合法', 'The id “{id}” is not allowed'],
  longId: [
    '标识或名称【{id}…】不能超过 {most} 个字符',
    'The id or name “{id}…” must not exceed {most} characters',
  ],
  twice: ['标识【{id}】重复', 'The id “{id}” is repeated'],
  looseEnd: [
    '结束节点【{node}】没有进入的连线，已忽略',
    'No flow leads to the end “{node}”: it is ignored',
  ],
  lanes: ['泳道【{names}】不作为办理人', 'Lanes (“{names}”) are not used as assignees'],
  language: [
    '连线【{id}】的条件语言【{language}】不支持，请使用${表达式}',
    'Flow “{id}”: conditions in {language} are not supported; use ${expression}',
  ],
  longCondition: [
    '连线【{id}】的条件不能超过 {most} 个字符',
    'Flow “{id}”: a condition may have at most {most} characters',
  ],
  flow: ['连线【{id}】', 'Flow “{id}”'],
  process: ['流程', 'The process'],
  messageFlow: ['消息流', 'message flows'],
  laid: [
    '文件中的图形不完整，已自动排列',
    'The layout in the file is incomplete: it was redrawn automatically',
  ],
} as const satisfies Record<string, Label>;

/** Checks ids, which references, addresses and the drawing use. */
class Ids {
  readonly #seen = new Set<string>();
  readonly #report: Report;
  constructor(report: Report) {
    this.#report = report;
  }

  check(id: string, label: string): void {
    const report = this.#report.at({ id, name: label });
    const long = [id, label].find((text) => text.length > fileLimits.name);
    if (long !== undefined) {
      report.problem(texts.longId, { id: long.slice(0, 20), most: fileLimits.name });
    } else if (!allowedId.test(id)) report.problem(texts.badId, { id: id || label });
    else if (this.#seen.has(id)) report.problem(texts.twice, { id });
    this.#seen.add(id);
  }
}

const titled = (element: XmlElement): string => attr(element, 'name') ?? attr(element, 'id') ?? '';

/** Returns the process of the file, if only one can be meant. */
const processOf = (root: XmlElement, report: Report): XmlElement | undefined => {
  const all = childrenOf(root, 'process');
  const steps = (process: XmlElement): boolean =>
    process.children.some((child) => nodeReaders.has(child.name) || unsupported.has(child.name));
  const filled = all.filter(steps);
  const meant = filled.filter((process) => attr(process, 'isExecutable') !== 'false');
  const candidates = meant.length > 0 ? meant : filled;
  if (candidates.length > 1) {
    const names = candidates.map(titled).join('】【');
    report.problem(texts.processes, { count: candidates.length, names });
    return undefined;
  }
  const [only] = candidates.length > 0 ? candidates : all;
  if (!only) {
    report.problem(texts.noProcess);
    return undefined;
  }
  for (const other of all.filter((process) => process !== only)) {
    report.warns(texts.otherProcess, { name: titled(other) });
  }
  if (attr(only, 'isExecutable') === 'false') report.warns(texts.notExecutable);
  return only;
};

/** Pattern of the expression languages that conditions may name. */
const ownLanguage = /^(?:juel|uel|el)$|java\.sun\.com|XPath/i;

/** Returns the language of an expression, if it is not supported. */
const foreignLanguage = (
  expression: XmlElement,
  common: string | undefined,
): string | undefined => {
  const given = attr(expression, 'language');
  if (given !== undefined && !ownLanguage.test(given)) return given;
  if (
    expression.attributes.some((item) => engineFamilies.has(item.uri) && item.name === 'resource')
  ) {
    return 'resource';
  }
  if (/^=/.test(expression.text)) return 'FEEL';
  if (/#\{\s*@/.test(expression.text)) return 'SpEL';
  const wrapped = /^[$#]\{/.test(expression.text);
  const strange = /groovy|javascript|ecmascript|feel|python|mvel/i.exec(common ?? '')?.[0];
  return given === undefined && !wrapped ? strange : undefined;
};

const readFlow = (item: Element, common: string | undefined, report: Report): DiagramFlow => {
  const { element, id } = item;
  const expression = childOf(element, 'conditionExpression');
  const language = expression && foreignLanguage(expression, common);
  const long = expression !== undefined && expression.text.length > fileLimits.condition;
  if (language !== undefined) report.problem(texts.language, { id, language });
  else if (long) report.problem(texts.longCondition, { id, most: fileLimits.condition });
  reportUnknown(element, fill(texts.flow, { id }), report);
  reportChildren(element, report, ['conditionExpression']);
  // A readable condition replaces one that was already refused.
  const condition = language !== undefined || long ? '${true}' : expression?.text;
  return {
    id,
    from: attr(element, 'sourceRef') ?? '',
    to: attr(element, 'targetRef') ?? '',
    ...(condition ? { condition } : {}),
  };
};

/** Parts of a process that contain no step. */
const drawnOnly: readonly string[] = [
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
  'textAnnotation',
  'association',
  'group',
  'category',
  'laneSet',
  'sequenceFlow',
];

interface Parts {
  readonly nodes: readonly DiagramNode[];
  readonly flows: readonly DiagramFlow[];
  /** Ids of default flows, by task. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Ids of nodes that ask nobody. */
  readonly passed: ReadonlySet<string>;
  /** True if something was refused whose place in the route is unknown. */
  readonly torn: boolean;
}

const readParts = (process: XmlElement, common: string | undefined, report: Report): Parts => {
  const ids = new Ids(report);
  const items = process.children
    .filter((child) => child.uri === bpmnNamespace)
    .map((element): Element => {
      const id = attr(element, 'id') ?? '';
      const own = attr(element, 'name') ?? '';
      return { element, id, name: own.replace(/\s+/g, ' '), title: own || id };
    });
  const lines = items.filter(({ element }) => element.name === 'sequenceFlow');
  const reached = new Set(lines.map(({ element }) => attr(element, 'targetRef')));
  const isLoose = ({ element, id }: Element): boolean =>
    element.name === 'endEvent' && !reached.has(id);
  const drawn = items.filter(
    ({ element }) => nodeReaders.has(element.name) || unsupported.has(element.name),
  );
  // With a single end only the flow is missing, which the checks report.
  const ends = drawn.filter(({ element }) => element.name === 'endEvent');
  const loose = ends.every(isLoose) ? [] : ends.filter(isLoose);
  for (const item of loose) {
    report.at({ id: item.id, name: item.title }).warns(texts.looseEnd, { node: item.title });
  }
  const steps = drawn.filter((item) => !loose.includes(item));
  for (const item of [...steps, ...lines]) ids.check(item.id, item.name);
  const counts = [
    [texts.nodes, steps.length, fileLimits.nodes],
    [texts.flows, lines.length, fileLimits.flows],
  ] as const;
  for (const [text, count, most] of counts) if (count > most) report.problem(text, { count, most });
  if (counts.some(([, count, most]) => count > most)) {
    return { nodes: [], flows: [], defaults: new Map(), passed: new Set(), torn: true };
  }
  const initiators = steps
    .filter(({ element }) => element.name === 'startEvent')
    .flatMap(
      ({ element, id, title }) =>
        familyAttr(element, 'initiator', title, report.at({ id, name: title }))
          // Some drawings write the name as an expression.
          ?.replace(/^[$#]\{\s*(\w+)\s*\}$/, '$1') ?? [],
    );
  const applicants = new Set([...applicantNames, ...initiators]);
  return {
    nodes: steps.map((item) =>
      (nodeReaders.get(item.element.name) ?? refuseElement)(
        item,
        report.at({ id: item.id, name: item.title }),
        applicants,
      ),
    ),
    flows: lines.map((item) =>
      readFlow(item, common, report.at({ id: item.id, name: item.title })),
    ),
    defaults: new Map(
      steps.flatMap(({ element, id }): [string, string][] => {
        const fallback = attr(element, 'default');
        return element.name === 'userTask' && fallback !== undefined ? [[id, fallback]] : [];
      }),
    ),
    passed: new Set(
      steps
        .filter(({ element }) => /^(?:manualTask|intermediateThrowEvent)$/.test(element.name))
        .map(({ id }) => id),
    ),
    torn: steps.some(({ element }) => element.name === 'boundaryEvent'),
  };
};

const tellAround = (root: XmlElement, process: XmlElement, report: Report): void => {
  const lanes = childrenOf(process, 'laneSet').flatMap((set) => childrenOf(set, 'lane'));
  if (lanes.length > 0) report.warns(texts.lanes, { names: lanes.map(titled).join('、') });
  reportUnknown(process, texts.process, report);
  reportChildren(process, report, [...drawnOnly, ...nodeReaders.keys(), ...unsupported]);
  const collaborations = childrenOf(root, 'collaboration');
  for (const _ of collaborations.flatMap((item) => childrenOf(item, 'messageFlow'))) {
    report.skips(texts.messageFlow);
  }
  for (const { uri, name: attribute } of root.attributes) {
    if (engineFamilies.has(uri) && !isStyling(uri)) report.skips([attribute, attribute]);
  }
};

const noAsked: RouteDependencies = { names: [], people: [] };

/** Returns the dependencies of the route. Each is looked up at deployment: too many are refused. */
const askedWithin = (diagram: Diagram, report: Report): RouteDependencies => {
  const asked = routeDependenciesOf(diagram);
  const count = asked.names.length + asked.people.length;
  if (count <= fileLimits.named) return asked;
  report.problem(texts.named, { count, most: fileLimits.named });
  return noAsked;
};

const nothing = (report: Report, xml: string): ReadRouteFile => ({
  ...report.findings,
  key: '',
  name: '',
  xml,
  graph: null,
  asked: noAsked,
});

const nameOf = (process: XmlElement): string => (attr(process, 'name') ?? '').replace(/\s+/g, ' ');

/** Reads a diagram from the process of a file, without checks. */
const diagramIn = (
  process: XmlElement,
  language: string | undefined,
  report: Report,
): { readonly drawn: Diagram; readonly diagram: Diagram; readonly torn: boolean } => {
  const parts = readParts(process, language, report);
  const key = attr(process, 'id') ?? '';
  const drawn: Diagram = {
    key,
    name: nameOf(process),
    nodes: parts.nodes,
    flows: parts.flows,
  };
  return { drawn, diagram: withGateways(drawn, parts, report), torn: parts.torn };
};

/** Returns the graph of a diagram; null if it cannot run. */
const graphIn = (diagram: Diagram, report: Report): Graph | null => {
  const { problems, warnings } = checkDiagram(diagram);
  report.add('problems', problems);
  report.add('warnings', warnings);
  return report.findings.problems.length > 0 ? null : buildGraph(diagram);
};

/**
 * Rebuilds the graph of a deployed file, without checks and findings: an accepted file is not refused by a later
 * release.
 * @throws Error for a text that never was a route: a bug.
 */
export const rebuildGraph = (xml: string): Graph => {
  const report = new Report();
  const { root } = parseXml(xml);
  const found = processOf(root, report);
  if (!found) throw new Error('the stored file of a route holds none');
  const process = withoutSubProcesses(found, report);
  return buildGraph(diagramIn(process, attr(root, 'expressionLanguage'), report).diagram);
};

/**
 * Reads the text of a BPMN 2.0 file with the extensions of known engines. Returns a route or a list of problems for any
 * content, and reports everything that it ignores.
 */
export const readText = (xml: string): ReadRouteFile => {
  const report = new Report();
  try {
    const given = parseXml(xml);
    if (given.root.uri !== bpmnNamespace || given.root.name !== 'definitions') {
      report.problem(texts.noBpmn);
      return nothing(report, xml);
    }
    const text = repairedFile(xml, given, report) ?? xml;
    const file = text === xml ? given : parseXml(text);
    const { root } = file;
    const found = processOf(root, report);
    if (!found) return nothing(report, xml);
    const process = withoutSubProcesses(found, report);
    const language = attr(root, 'expressionLanguage');
    new Ids(report).check(attr(process, 'id') ?? '', nameOf(process));
    const { drawn, diagram, torn } = diagramIn(process, language, report);
    tellAround(root, process, report);
    const { key, name } = drawn;
    const asked = askedWithin(diagram, report);
    const graph = torn ? null : graphIn(diagram, report);
    if (!graph) return { ...report.findings, key, name, xml, graph, asked };
    const whole = withDrawing(text, file, process, drawn);
    if (whole !== text) report.converts(texts.laid);
    return { ...report.findings, key, name, xml: whole, graph, asked };
  } catch (error) {
    if (!(error instanceof UndeployableDiagram)) throw error;
    report.add('problems', error.problems);
    return nothing(report, xml);
  }
};

/** Reads an uploaded file. */
export const readFile = (bytes: Uint8Array): ReadRouteFile => {
  try {
    return readText(textOf(bytes));
  } catch (error) {
    if (!(error instanceof UndeployableDiagram)) throw error;
    return { ...nothing(new Report(), ''), problems: error.problems };
  }
};
