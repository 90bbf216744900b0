import type { Label } from '@keyan/kernel/label.ts';
import { pickedPeopleFact, plainUserId, userReference } from '@keyan/kernel/workflow/directory.ts';
import { attr, childrenOf, extensionsOf, familyAttr, zeebeNamespace } from './namespaces.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

const texts = {
  unknown: [
    '节点【{node}】的办理人表达式【{text}】不能识别',
    'Node “{node}”: the assignee expression “{text}” is not recognised',
  ],
  picked: [
    '节点【{node}】的办理人【{text}】由提交人在提交时指定',
    'Node “{node}”: the assignee “{text}” is named by the applicant at submission',
  ],
  grammar: [
    '节点【{node}】的办理人【{text}】不能识别，请改为角色、人员或人员字段',
    'Node “{node}”: the assignee “{text}” is not recognised; name a role, people or a field of people',
  ],
  reference: [
    '节点【{node}】的办理人取自资源【{name}】，请改为角色或人员',
    'Node “{node}”: the assignee is taken from the resource “{name}”; name a role or people',
  ],
  resource: [
    '节点【{node}】的办理人取自{element}',
    'Node “{node}”: the assignee is taken from {element}',
  ],
} as const satisfies Record<string, Label>;

const variable = (text: string): string | undefined => /^[$#]\{\s*(\w+)\s*\}$/.exec(text)?.[1];

/** Names that stand for the submitter in any engine. */
export const applicantNames: readonly string[] = ['applyUser', 'createUser', 'initiator'];

const isExpression = (text: string): boolean => /[$#]\{|^=|[()]/.test(text);

/** Splits a text at commas, except within `{…}` and `(…)`. */
export const splitList = (text: string | undefined): string[] => {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const letter of text ?? '') {
    if (letter === '{' || letter === '(') depth += 1;
    if (letter === '}' || letter === ')') depth -= 1;
    if (letter === ',' && depth <= 0) {
      items.push(item);
      item = '';
    } else item += letter;
  }
  return [...items, item].map((one) => one.trim()).filter(Boolean);
};

/** Reads references to people of one node, in the notations of all engines. */
export class PeopleReader {
  readonly #node: string;
  readonly #applicants: ReadonlySet<string>;
  readonly #report: Report;

  constructor(node: string, applicants: ReadonlySet<string>, report: Report) {
    this.#node = node;
    this.#applicants = applicants;
    this.#report = report;
  }

  /** Reads a person: `${applyUser}`, `${field}`, `taskUser_12`, `12`, an account. */
  person(text: string): string[] {
    const named = this.#named(text);
    if (named) return named;
    return /^(?:user|role|var):/.test(text) ? [text] : [userReference(plainUserId(text))];
  }

  /** Reads a group; a bare group is a role's alias, as in BladeX. */
  group(text: string): string[] {
    const named = this.#named(text);
    if (named) return named;
    if (/^(?:role|user|var|dept|leaders):|^leader\b/.test(text)) return [text];
    const [, above] = /^deptLeader@applicantDept(\^?)$/.exec(text) ?? [];
    if (above !== undefined) return [`leader@applicantDept${above}`];
    const [, levels] = /^deptLeaders(?:@applicantDept)?:([1-9])$/.exec(text) ?? [];
    if (levels !== undefined) return [`leaders:${levels}`];
    const [, field] = /^field:(\w+)$/.exec(text) ?? [];
    if (field !== undefined) return [`var:${field}`];
    if (/^\w+:/.test(text)) {
      this.#report.problem(texts.grammar, { node: this.#node, text });
      return [];
    }
    return [`role:${text.replace(/^taskGroup_/, '')}`];
  }

  /** Reads `user(a), group(b), c`: a bare name is a group. */
  owner(text: string): string[] {
    const [, kind, name] = /^(user|group)\(([^()]*)\)$/.exec(text) ?? [];
    if (kind === undefined) return this.group(text);
    const inner = (name ?? '').trim();
    return kind === 'user' ? this.person(inner) : this.group(inner);
  }

  /** Returns the people named by a variable; undefined for text that is no expression. */
  #named(text: string): string[] | undefined {
    const name = variable(text);
    const values = { node: this.#node, text };
    if (name !== undefined && this.#applicants.has(name)) return ['applicant'];
    if (name === pickedPeopleFact || /^starterSelect(?::|$)/.test(text)) {
      this.#report.converts(texts.picked, values);
      return [`var:${pickedPeopleFact}`];
    }
    if (name !== undefined) return [`var:${name}`];
    if (!isExpression(text)) return undefined;
    this.#report.problem(texts.unknown, values);
    return [];
  }
}

/** Reads people in standard BPMN: `potentialOwner` and `humanPerformer`. */
const resourcePeople = (
  task: XmlElement,
  node: string,
  people: PeopleReader,
  report: Report,
  isEach: (text: string) => boolean,
): string[] =>
  ['humanPerformer', 'performer', 'potentialOwner'].flatMap((element) =>
    childrenOf(task, element).flatMap((role) => {
      const expression = childrenOf(role, 'resourceAssignmentExpression')[0];
      const [body] = expression?.children ?? [];
      if (!body) {
        const name = childrenOf(role, 'resourceRef')[0]?.text ?? element;
        report.problem(texts.reference, { node, name });
        return [];
      }
      report.converts(texts.resource, { node, element });
      return splitList(body.text)
        .filter((text) => !isEach(text))
        .flatMap((text) =>
          element === 'potentialOwner' ? people.owner(text) : people.person(text),
        );
    }),
  );

/** Elements of a task's inputs, in which one platform names people. */
export const inputElements = ['ioSpecification', 'dataInputAssociation', 'dataOutputAssociation'];

/** Inputs of a task that name people, and their readers. */
const inputs: ReadonlyMap<string, (people: PeopleReader, text: string) => string[]> = new Map<
  string,
  (people: PeopleReader, text: string) => string[]
>([
  ['GroupId', (people, text) => people.group(text)],
  ['ActorId', (people, text) => people.person(text)],
]);

/** Returns the people that the inputs of a task name: `GroupId`, `ActorId`. */
const inputPeople = (
  task: XmlElement,
  node: string,
  people: PeopleReader,
  report: Report,
): string[] => {
  const declared = childrenOf(task, 'ioSpecification').flatMap((io) => childrenOf(io, 'dataInput'));
  const given = childrenOf(task, 'dataInputAssociation');
  return declared.flatMap((input) => {
    const name = attr(input, 'name') ?? '';
    const read = inputs.get(name);
    const association = given.find(
      (item) => childrenOf(item, 'targetRef')[0]?.text === attr(input, 'id'),
    );
    if (!read || !association) return [];
    const assignment = childrenOf(association, 'assignment')[0];
    const text = assignment && childrenOf(assignment, 'from')[0]?.text;
    if (text === '') return [];
    if (text === undefined) {
      report.problem(texts.unknown, { node, text: name });
      return [];
    }
    report.converts(texts.resource, { node, element: name });
    return splitList(text).flatMap((one) => read(people, one));
  });
};

/** Returns everybody whom a user task names, as references. */
export const peopleOf = (
  task: XmlElement,
  node: string,
  people: PeopleReader,
  report: Report,
  /** Name of the loop variable, which by itself names nobody. */
  each: string | undefined,
): string[] => {
  const assignments = extensionsOf(task).filter(
    (item) => item.uri === zeebeNamespace && item.name === 'assignmentDefinition',
  );
  const named = (name: string): string[] =>
    [familyAttr(task, name, node, report), ...assignments.map((item) => attr(item, name))].filter(
      (value) => value !== undefined,
    );
  const isEach = (text: string): boolean =>
    each !== undefined && (variable(text) ?? /^=\s*(\w+)$/.exec(text)?.[1]) === each;
  return [
    ...named('assignee')
      .filter((text) => !isEach(text))
      .flatMap((text) => people.person(text)),
    ...named('candidateUsers')
      .flatMap(splitList)
      .flatMap((text) => people.person(text)),
    ...named('candidateGroups')
      .flatMap(splitList)
      .flatMap((text) => people.group(text)),
    ...resourcePeople(task, node, people, report, isEach),
    ...inputPeople(task, node, people, report),
  ];
};
