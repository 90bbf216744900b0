import type { EmptyPolicy, VotePolicy } from '@keyan/kernel/definition/life/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import {
  type Deadline,
  type DiagramUser,
  deadlineParts,
  type EndResult,
  type Overdue,
  type RepeatRule,
} from '@keyan/kernel/workflow/diagram.ts';
import { capitalise, type Element, eventsOf, type NodeReader, reportUnreadParts } from './item.ts';
import { type Known, listenersOf, nodePrefix, reportChildren, reportUnknown } from './leftovers.ts';
import { loopOf } from './loop.ts';
import { attr, childOf, extensionsOf, familyAttr, isStyling, ownAttr } from './namespaces.ts';
import { inputElements, PeopleReader, peopleOf, splitList } from './people.ts';
import type { Report } from './report.ts';
import { readService } from './service.ts';
import type { XmlElement } from './xml.ts';

const texts = {
  start: ['开始节点【{node}】只能由提交触发', 'The start “{node}” can only be a submission'],
  end: [
    '结束节点【{node}】的类型【{type}】不支持，请改为普通结束节点',
    'The end “{node}” is of type “{type}”, which is not supported: use a plain end',
  ],
  read: ['结束节点【{node}】按“{as}”处理', 'The end “{node}” is read as “{as}”'],
  told: ['结束节点【{node}】的【{type}】不发送', 'The end “{node}”: its {type} is not sent'],
  manual: [
    '节点【{node}】没有待办，流程直接通过',
    'Node “{node}” has no task: the process passes straight through',
  ],
  nobody: [
    '节点【{node}】没有设置办理人，将转由管理员办理',
    'Node “{node}” names no assignee: it goes to the administrator',
  ],
  byListener: [
    '节点【{node}】的办理人由监听器指定，请在节点上设置',
    'Node “{node}”: the assignee is set by a listener; set it on the node',
  ],
  upwards: [
    '节点【{node}】由{levels}级部门负责人自下而上依次审批',
    'Node “{node}” asks the heads of {levels} levels of departments in turn, from the bottom up',
  ],
  hidden: [
    '节点【{node}】的办理人写在【{name}】中，无法读取，请改用assignee、candidateUsers或candidateGroups',
    'Node “{node}” names its assignee in “{name}”, which cannot be read: use assignee, candidateUsers or candidateGroups',
  ],
  empty: [
    '节点【{node}】的空缺处理【{value}】不存在',
    'Node “{node}”: there is no policy “{value}” for missing people',
  ],
  same: [
    '节点【{node}】对重复办理人的处理【{value}】不存在',
    'Node “{node}”: there is no rule “{value}” for people who have approved before',
  ],
  flag: [
    '节点【{node}】的keyan:{name}应为true或false，不能是【{value}】',
    'Node “{node}”: keyan:{name} must be true or false, not “{value}”',
  ],
  result: [
    '结束节点【{node}】的结果【{value}】不存在',
    'The end “{node}”: there is no result “{value}”',
  ],
  votes: [
    '节点【{node}】的keyan:{name}不能是【{value}】',
    'Node “{node}”: keyan:{name} cannot be “{value}”',
  ],
  alone: [
    '节点【{node}】只有一人办理，keyan:agree和keyan:against不起作用',
    'Node “{node}” asks only one person: keyan:agree and keyan:against have no effect',
  ],
  noWait: [
    '节点【{node}】没有指定等待的事项，请用 keyan:wait 填写期限（如 5wd、P5D、PT48H）或事项（如review）',
    'Node “{node}” does not say what it waits for: write keyan:wait as a period (5wd, P5D, PT48H) or a matter (review)',
  ],
  untyped: [
    '节点【{node}】没有类型，请改为用户任务',
    'Node “{node}” has no type: make it a user task',
  ],
  unsupported: [
    '不支持的节点类型【{type}】（{node}）',
    'Nodes of type “{type}” are not supported ({node})',
  ],
} as const satisfies Record<string, Label>;

const start: NodeReader = (item, report) => {
  if (eventsOf(item).length > 0) report.problem(texts.start, { node: item.title });
  reportUnreadParts(item, report, { added: ['initiator'] });
  return { id: item.id, name: item.name, type: 'start' };
};

/** Treatment of an end with an event; ends with other events are refused. */
interface EndTreatment {
  /** Label as which the event is read; if unset, the event is ignored. */
  readonly as?: Label;
  readonly result?: EndResult;
}

const ends: ReadonlyMap<string, EndTreatment> = new Map<string, EndTreatment>([
  ['terminate', { as: ['普通结束', 'a plain end'] }],
  ['error', { as: ['不通过', 'rejected'], result: 'refused' }],
  ['cancel', { as: ['撤回', 'recalled'], result: 'withdrawn' }],
  ['message', {}],
  ['signal', {}],
]);

const isAmong =
  <W extends string>(...words: readonly W[]) =>
  (text: string): text is W =>
    words.some((word) => word === text);

const isResult = isAmong<EndResult>('approved', 'refused', 'withdrawn');
const isFlag = isAmong('true', 'false');

const end: NodeReader = (item, report) => {
  const events = eventsOf(item);
  for (const type of events) {
    const treatment = ends.get(type);
    if (!treatment) report.problem(texts.end, { node: item.title, type });
    else if (treatment.as) report.converts(texts.read, { node: item.title, as: treatment.as });
    else report.warns(texts.told, { node: item.title, type });
  }
  reportUnreadParts(item, report, { own: ['result', 'free'] });
  const { element, title: node } = item;
  const meant = events.flatMap((type) => ends.get(type)?.result ?? [])[0];
  const result = ownAttr(element, 'result') ?? meant;
  const free = ownAttr(element, 'free') ?? 'false';
  if (result !== undefined && !isResult(result)) {
    report.problem(texts.result, { node, value: result });
  }
  if (!isFlag(free)) report.problem(texts.flag, { node, name: 'free', value: free });
  return {
    id: item.id,
    name: item.name,
    type: 'end',
    ...(result !== undefined && isResult(result) ? { result } : {}),
    ...(free === 'true' ? { free: true } : {}),
  };
};

const isPolicy = isAmong<EmptyPolicy>('toAdmin', 'skip', 'refuse');
const isRepeat = isAmong<RepeatRule>('none', 'consecutive', 'any');
const isOverdue = isAmong<Overdue>('agree', 'refuse', 'return', 'handOver');

const skipSameOf = ({ element, title: node }: Element, report: Report): RepeatRule | undefined => {
  const value = ownAttr(element, 'skipSame');
  if (value === undefined || isRepeat(value)) return value;
  report.problem(texts.same, { node, value });
  return undefined;
};

const userKnown: Known = {
  added: ['assignee', 'candidateUsers', 'candidateGroups', 'skipExpression'],
  own: [
    ...['empty', 'skipSame', 'tag', 'editable', 'rejudge', 'refuse', 'english'],
    ...['agree', 'against', 'onAgainst', 'cc'],
    ...deadlineParts,
  ],
  elements: ['assignmentDefinition'],
};

const userChildren = [
  'humanPerformer',
  'performer',
  'potentialOwner',
  'multiInstanceLoopCharacteristics',
  'standardLoopCharacteristics',
  ...inputElements,
];

/** Parses a vote rule: a word of a list, or a share in percent. */
const voteOf = <W extends string>(
  item: Element,
  name: 'agree' | 'against',
  words: readonly W[],
  report: Report,
): W | number | undefined => {
  const value = ownAttr(item.element, name);
  if (value === undefined) return undefined;
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  if (/^(?:[1-9]\d?|100)$/.test(value)) return Number(value);
  report.problem(texts.votes, { node: item.title, name, value });
  return undefined;
};

const policyOf = (item: Element, report: Report): Partial<VotePolicy> => {
  const agree = voteOf(item, 'agree', ['all', 'any'], report);
  const against = voteOf(item, 'against', ['veto', 'count'], report);
  return {
    ...(agree === undefined ? {} : { agree }),
    ...(against === undefined ? {} : { against }),
  };
};

/** Pattern of settings in which other platforms store the people of a step. */
const saysWho = /candidate|assign|actor|owner|performer|handler|approver|auditor/i;

/** Returns the setting of another platform that names the people of a node, if any. */
const hiddenPeople = (element: XmlElement): string | undefined => {
  const extended = extensionsOf(element).flatMap((item) => [item, ...item.children]);
  const names = [
    ...element.attributes.flatMap(({ uri, name }) => (isStyling(uri) ? [] : [name])),
    ...extended.flatMap((item) =>
      isStyling(item.uri) ? [] : [item.name, attr(item, 'name') ?? ''],
    ),
  ];
  return names.find((name) => saysWho.test(name));
};

/** Reports a step without people: nothing is guessed. */
const tellNobody = ({ element, title: node }: Element, report: Report): void => {
  const name = hiddenPeople(element);
  const listens = listenersOf(element).some((listener) => /^task|^$/i.test(listener.name));
  if (listens) report.problem(texts.byListener, { node });
  else if (name === undefined) report.warns(texts.nobody, { node });
  // An evaluated element was already refused by its text.
  else if (!userKnown.added?.includes(name) && !userKnown.elements?.includes(name)) {
    report.problem(texts.hidden, { node, name });
  }
};

/** Reads the deadline of a step. Its periods are checked with the diagram. */
const deadlineOf = (item: Element, references: PeopleReader, report: Report): Deadline => {
  const { element, title: node } = item;
  const overdue = ownAttr(element, 'overdue');
  if (overdue !== undefined && !isOverdue(overdue)) {
    report.problem(texts.votes, { node, name: 'overdue', value: overdue });
  }
  const handTo = splitList(ownAttr(element, 'handTo')).flatMap((text) => references.group(text));
  const periods = (['due', 'remind', 'escalate'] as const).flatMap((name) => {
    const value = ownAttr(element, name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(periods),
    ...(overdue !== undefined && isOverdue(overdue) ? { overdue } : {}),
    ...(handTo.length > 0 ? { handTo } : {}),
  };
};

const user: NodeReader = (item, report, applicants): DiagramUser => {
  const { element, title: node } = item;
  const loop = loopOf(element, node, report);
  const references = new PeopleReader(node, applicants, report);
  const people = peopleOf(element, node, references, report, loop?.each);
  const cc = splitList(ownAttr(element, 'cc')).flatMap((text) => references.group(text));
  const everybody = [...people, ...(loop?.people ?? [])];
  const empty = ownAttr(element, 'empty') ?? 'toAdmin';
  if (!isPolicy(empty)) report.problem(texts.empty, { node, value: empty });
  const flag = (name: string, fallback: string): boolean => {
    const value = ownAttr(element, name) ?? fallback;
    if (!isFlag(value)) report.problem(texts.flag, { node, name, value });
    return value === 'true';
  };
  const [refuse, rejudge] = [flag('refuse', 'true'), flag('rejudge', 'false')];
  if (everybody.length === 0 && loop?.multi.collection === undefined) tellNobody(item, report);
  reportUnknown(element, nodePrefix(node), report, userKnown);
  reportChildren(element, report, userChildren);
  const levels = everybody.flatMap((one) => /^leaders:(\d)$/.exec(one)?.[1] ?? [])[0];
  if (levels !== undefined && !loop) report.converts(texts.upwards, { node, levels });
  const multi = loop?.multi ?? (levels === undefined ? undefined : { sequential: true });
  const skip = familyAttr(element, 'skipExpression', node, report);
  const policy = policyOf(item, report);
  if (!multi && Object.keys(policy).length > 0) report.warns(texts.alone, { node });
  const skipSame = skipSameOf(item, report);
  const onAgainst = ownAttr(element, 'onAgainst');
  const tag = ownAttr(element, 'tag');
  const english = ownAttr(element, 'english');
  return {
    id: item.id,
    name: item.name,
    type: 'user',
    people: everybody,
    empty: isPolicy(empty) ? empty : 'toAdmin',
    ...(skipSame === undefined ? {} : { skipSame }),
    editable: splitList(ownAttr(element, 'editable')),
    ...(rejudge ? { rejudge } : {}),
    refuse,
    ...(skip === undefined ? {} : { skip }),
    ...(cc.length > 0 ? { cc } : {}),
    ...deadlineOf(item, references, report),
    ...(tag === undefined ? {} : { tag }),
    ...(english === undefined ? {} : { english }),
    ...(onAgainst === undefined ? {} : { onAgainst }),
    ...(multi ? { multi: { ...multi, ...policy } } : {}),
  };
};

const gateway =
  (type: 'exclusive' | 'parallel' | 'inclusive'): NodeReader =>
  (item, report) => {
    const { element, id, name } = item;
    const fallback = attr(element, 'default');
    reportUnreadParts(item, report);
    return { id, name, type, ...(fallback === undefined ? {} : { default: fallback }) };
  };

/** Reads a node that asks nobody, as a gateway with one flow. */
const through: NodeReader = (item, report) => {
  const types = eventsOf(item);
  if (types.length > 0) {
    report.problem(texts.unsupported, { type: capitalise(item.element.name), node: item.title });
  } else if (item.element.name === 'manualTask') report.warns(texts.manual, { node: item.title });
  reportUnreadParts(item, report);
  return { id: item.id, name: item.name, type: 'exclusive' };
};

/** Returns the duration of a timer; undefined for dates and cycles. */
const durationOf = ({ element }: Element): string | undefined => {
  const timer = childOf(element, 'timerEventDefinition');
  return timer && childOf(timer, 'timeDuration')?.text.trim();
};

/** True for the name of a matter; a period begins with a digit or a capital. */
const isMatter = (text: string | undefined): text is string =>
  text !== undefined && /^[a-z]\w*$/.test(text);

const isAgain = (text: string): text is 'reuse' | 'ask' => text === 'reuse' || text === 'ask';

/** Further settings of a wait, as plain text. */
const texted = ['tag', 'onAgainst', 'english'] as const;

/** Reads a task that only waits, or a timer in the middle of the route. */
const wait: NodeReader = (item, report) => {
  const { element, title: node, id, name } = item;
  const others = eventsOf(item).filter((type) => type !== 'timer');
  if (others.length > 0) {
    report.problem(texts.unsupported, { type: capitalise(element.name), node });
  }
  reportUnreadParts(item, report, { own: ['wait', ...texted, 'again', 'editable'] });
  const waitsFor = ownAttr(element, 'wait') ?? durationOf(item);
  if (others.length === 0 && !waitsFor) report.problem(texts.noWait, { node });
  const again = ownAttr(element, 'again');
  if (again !== undefined && !isAgain(again)) {
    report.problem(texts.votes, { node, name: 'again', value: again });
  }
  const editable = splitList(ownAttr(element, 'editable'));
  return {
    id,
    name,
    type: 'wait',
    // Any period is put in: the problem is already reported.
    ...(isMatter(waitsFor) ? { matter: waitsFor } : { period: waitsFor || '1wd' }),
    ...(again !== undefined && isAgain(again) ? { again } : {}),
    ...(editable.length > 0 ? { editable } : {}),
    ...Object.fromEntries(
      texted.flatMap((attribute) => {
        const value = ownAttr(element, attribute);
        return value === undefined ? [] : [[attribute, value]];
      }),
    ),
  };
};

const untyped: NodeReader = (item, report) => {
  report.problem(texts.untyped, { node: item.title });
  return { id: item.id, name: item.name, type: 'exclusive' };
};

/** Reader of each element of a route. */
export const nodeReaders: ReadonlyMap<string, NodeReader> = new Map<string, NodeReader>([
  ['startEvent', start],
  ['endEvent', end],
  ['userTask', user],
  ['exclusiveGateway', gateway('exclusive')],
  ['parallelGateway', gateway('parallel')],
  ['inclusiveGateway', gateway('inclusive')],
  ['receiveTask', wait],
  ['intermediateCatchEvent', wait],
  ['manualTask', through],
  ['intermediateThrowEvent', through],
  ['serviceTask', readService],
  ['sendTask', readService],
  ['scriptTask', readService],
  ['businessRuleTask', readService],
  ['task', untyped],
]);

/** Elements of a route that no step can represent: they are refused. */
export const unsupported: ReadonlySet<string> = new Set([
  'boundaryEvent',
  'eventBasedGateway',
  'complexGateway',
  'subProcess',
  'adHocSubProcess',
  'transaction',
  'callActivity',
  'callChoreography',
  'choreographyTask',
  'subChoreography',
  'implicitThrowEvent',
  'event',
]);

/** Refuses a node of a type that the engine does not run, by name. */
export const refuseElement: NodeReader = (item, report) => {
  report.problem(texts.unsupported, { type: capitalise(item.element.name), node: item.title });
  return { id: item.id, name: item.name, type: 'exclusive' };
};
