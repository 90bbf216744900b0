import { fill, type Label } from '@keyan/kernel/label.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { userReference } from '@keyan/kernel/workflow/directory.ts';
import { voteRuleOf } from './completion.ts';
import { type Known, nodePrefix, reportChildren, reportUnknown } from './leftovers.ts';
import {
  attr,
  childOf,
  engineFamilies,
  extensionsOf,
  familyAttr,
  ownAttr,
  zeebeNamespace,
} from './namespaces.ts';
import { splitList } from './people.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

const texts = {
  unsupported: [
    '节点【{node}】的循环方式不支持，请改为人员集合',
    'Node “{node}”: this kind of loop is not supported; use a collection of people',
  ],
  language: [
    '节点【{node}】的完成条件语言【FEEL】不支持',
    'Node “{node}”: a completion condition in FEEL is not supported',
  ],
  literal: [
    '节点【{node}】的人员集合按固定人员【{people}】处理',
    'Node “{node}”: the collection is read as the people “{people}”',
  ],
  agreement: [
    '节点【{node}】的完成条件按“{rule}”处理',
    'Node “{node}”: the completion condition is read as “{rule}”',
  ],
  all: ['全部同意', 'all agree'],
  any: ['一人同意即可', 'one agrees'],
  share: ['至少 {percent}% 同意', 'at least {percent}% agree'],
} as const satisfies Record<string, Label>;

/** How several people act at one step, according to the file. */
export interface StepLoop {
  readonly multi: NonNullable<DiagramUser['multi']>;
  /** Name of the variable for each of them. */
  readonly each: string | undefined;
  /** People that the collection names literally. */
  readonly people: readonly string[];
}

/** Returns the name of a variable in the notations of engines: wrapped, bare, or after an equals sign. */
const variable = (text: string): string | undefined => {
  const found = /^(?:[$#]\{\s*(\w+)\s*\}|=?\s*([A-Za-z_]\w*))$/.exec(text);
  return found?.[1] ?? found?.[2];
};

/** Parses `${anything.stringToList('a,b')}`, as a widespread Chinese platform writes fixed people. */
const literalPeople = (text: string): string[] | undefined => {
  const [, inner] = /^[$#]\{\s*\w+\.stringToList\(\s*["']([^"']*)["']\s*\)\s*\}$/.exec(text) ?? [];
  return inner === undefined ? undefined : splitList(inner);
};

const known: Known = {
  added: ['collection', 'elementVariable'],
  elements: ['loopCharacteristics', 'collection'],
};
const children = ['loopCardinality', 'loopDataInputRef', 'inputDataItem', 'completionCondition'];

/** Reads the loop of a user task; undefined for none, or for a refused one. */
export const loopOf = (task: XmlElement, node: string, report: Report): StepLoop | undefined => {
  if (childOf(task, 'standardLoopCharacteristics')) {
    report.problem(texts.unsupported, { node });
    return undefined;
  }
  const loop = childOf(task, 'multiInstanceLoopCharacteristics');
  if (!loop) return undefined;
  const extended = extensionsOf(loop);
  const feel = extended.find(
    (item) => item.uri === zeebeNamespace && item.name === 'loopCharacteristics',
  );
  const given = [
    familyAttr(loop, 'collection', node, report),
    childOf(loop, 'loopDataInputRef')?.text,
    feel && attr(feel, 'inputCollection'),
  ].find(Boolean);
  const input = childOf(loop, 'inputDataItem');
  const each = [
    familyAttr(loop, 'elementVariable', node, report),
    input && (attr(input, 'name') ?? attr(input, 'id')),
    feel && attr(feel, 'inputElement'),
  ].find(Boolean);
  reportUnknown(loop, nodePrefix(node), report, known);
  reportChildren(loop, report, children);
  const people = given === undefined ? undefined : literalPeople(given);
  const collection = given === undefined || people ? undefined : variable(given);
  const strange =
    childOf(loop, 'loopCardinality') !== undefined ||
    extended.some((item) => item.name === 'collection') ||
    // A collection in the notation of an unknown engine is never ignored silently.
    loop.attributes.some(
      ({ uri, name }) => name === 'collection' && uri && !engineFamilies.has(uri),
    ) ||
    (given !== undefined && collection === undefined && people === undefined);
  if (strange) {
    report.problem(texts.unsupported, { node });
    return undefined;
  }
  if (people) report.converts(texts.literal, { node, people: people.join('、') });
  const completion = childOf(loop, 'completionCondition')?.text;
  if (completion?.startsWith('=')) {
    report.problem(texts.language, { node });
    return undefined;
  }
  // The attribute `keyan:agree` wins: then the condition remains as it is.
  const agree =
    completion === undefined || ownAttr(task, 'agree') !== undefined
      ? undefined
      : voteRuleOf(completion);
  if (agree !== undefined) {
    const rule = typeof agree === 'number' ? fill(texts.share, { percent: agree }) : texts[agree];
    report.converts(texts.agreement, { node, rule });
  }
  return {
    multi: {
      sequential: attr(loop, 'isSequential') === 'true',
      ...(collection === undefined ? {} : { collection }),
      ...(agree !== undefined ? { agree } : completion ? { completion } : {}),
    },
    each,
    people: (people ?? []).map(userReference),
  };
};
