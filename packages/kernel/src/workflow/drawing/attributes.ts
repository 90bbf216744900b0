import type { ChainNode } from '../chain/chain.ts';
import {
  type DiagramNode,
  type DiagramUser,
  deadlineIn,
  deadlineParts,
  type EndResult,
  type EndSettings,
  type ServiceSettings,
  type WaitSettings,
} from '../diagram.ts';

/** BPMN 2.0 elements by type of node. */
export const elementTypes: Readonly<Record<DiagramNode['type'], string>> = {
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

const applyUser = '${applyUser}';

const userAttributes = (node: DiagramUser): Record<string, string> => {
  const applicant = node.people.includes('applicant');
  const { agree, completion } = node.multi ?? {};
  return given({
    'flowable:assignee': applicant ? applyUser : undefined,
    'flowable:candidateGroups': node.people.filter((item) => item !== 'applicant').join(','),
    'flowable:skipExpression': node.skip,
    'keyan:empty': node.empty === 'toAdmin' ? undefined : node.empty,
    'keyan:skipSame': node.skipSame,
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
    // With `keyan:agree` a completion condition is read as written; without it, as a vote rule.
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

const serviceAttributes = ({ service, english }: ServiceSettings): Record<string, string> =>
  given({
    'keyan:do': service.is,
    'flowable:candidateGroups': service.people.join(','),
    'keyan:english': english,
  });

const endAttributes = ({ result, free }: EndSettings): Record<string, string> =>
  given({ 'keyan:result': result, 'keyan:free': free ? 'true' : undefined });

/**
 * Converts the settings of a node to attributes of a file, without those that have their default
 * value.
 */
export const attributesOf = (node: DiagramNode): Record<string, string> => {
  switch (node.type) {
    case 'user':
      return userAttributes(node);
    case 'wait':
      return waitAttributes(node);
    case 'service':
      return serviceAttributes(node);
    case 'end':
      return endAttributes(node);
    default:
      return {};
  }
};

/** Names of all attributes for settings: absent ones are removed from a node. */
export const settingAttributes = [
  ...['assignee', 'candidateGroups', 'skipExpression'].map((name) => `flowable:${name}`),
  ...['empty', 'skipSame', 'cc', ...deadlineParts].map((name) => `keyan:${name}`),
  ...['tag', 'editable', 'rejudge', 'refuse', 'english'].map((name) => `keyan:${name}`),
  ...['agree', 'against', 'onAgainst', 'wait', 'again', 'do', 'result', 'free'].map(
    (name) => `keyan:${name}`,
  ),
] as const;

/** Function that reads an attribute by its name in files of this product; undefined if absent. */
export type ReadAttribute = (name: string) => string | undefined;

/** Multi-instance settings of a step for several people. */
export interface Repetition {
  readonly sequential: boolean;
  readonly collection?: string;
  readonly completion?: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);

const shareOf = <Word extends string>(text: string | undefined, words: readonly Word[]) => {
  if (text === undefined) return undefined;
  return words.find((word) => word === text) ?? Number(text);
};

const optional = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>;

const userFrom = (named: Named, read: ReadAttribute, loop: Repetition | undefined): DiagramUser => {
  const own = (name: string) => read(`keyan:${name}`);
  const cc = listOf(own('cc'));
  const handTo = listOf(own('handTo'));
  const applicant = read('flowable:assignee') === applyUser ? ['applicant'] : [];
  const agree = shareOf(own('agree'), ['all', 'any']);
  const against = shareOf(own('against'), ['veto', 'count']);
  const deadline = deadlineIn({
    ...optional({ due: own('due'), remind: own('remind'), escalate: own('escalate') }),
    ...optional({ overdue: own('overdue') as DiagramUser['overdue'] }),
    ...(handTo.length > 0 ? { handTo } : {}),
  });
  return {
    ...named,
    type: 'user',
    people: [...applicant, ...listOf(read('flowable:candidateGroups'))],
    empty: (own('empty') as DiagramUser['empty'] | undefined) ?? 'toAdmin',
    editable: listOf(own('editable')),
    refuse: own('refuse') !== 'false',
    ...deadline,
    ...(cc.length > 0 ? { cc } : {}),
    ...(own('rejudge') === 'true' ? { rejudge: true } : {}),
    ...optional({
      skip: read('flowable:skipExpression'),
      tag: own('tag'),
      english: own('english'),
      onAgainst: own('onAgainst'),
      skipSame: own('skipSame') as DiagramUser['skipSame'],
    }),
    ...(loop
      ? {
          multi: {
            ...loop,
            ...(agree === undefined ? {} : { agree }),
            ...(against === undefined ? {} : { against }),
          },
        }
      : {}),
  };
};

const waitFrom = (named: Named, read: ReadAttribute): ChainNode => {
  const own = (name: string) => read(`keyan:${name}`);
  const text = own('wait') ?? '';
  const editable = listOf(own('editable'));
  return {
    ...named,
    type: 'wait',
    ...(/^(P|\d)/.test(text) ? { period: text } : optional({ matter: text })),
    ...optional({
      again: own('again') as WaitSettings['again'],
      tag: own('tag'),
      onAgainst: own('onAgainst'),
      english: own('english'),
    }),
    ...(editable.length > 0 ? { editable } : {}),
  };
};

const serviceFrom = (named: Named, read: ReadAttribute): ChainNode => ({
  ...named,
  type: 'service',
  service: { is: 'cc', people: listOf(read('flowable:candidateGroups')) },
  ...optional({ english: read('keyan:english') }),
});

const nodesFrom = { user: userFrom, wait: waitFrom, service: serviceFrom } as const;

/** Parses the settings of a node from its attributes: the inverse of `attributesOf`. */
export const nodeSettingsFrom = (
  type: ChainNode['type'],
  named: Named,
  read: ReadAttribute,
  loop?: Repetition,
): ChainNode => nodesFrom[type](named, read, loop);

/** Parses the settings of an end from its attributes. */
export const endSettingsFrom = (read: ReadAttribute): EndSettings => ({
  ...optional({ result: read('keyan:result') as EndResult | undefined }),
  ...(read('keyan:free') === 'true' ? { free: true } : {}),
});
