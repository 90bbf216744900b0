import type { Label } from '@keyan/kernel/label.ts';
import type { ChainPage, FactRow, ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import type { ChainFork, ChainNode } from '@keyan/kernel/workflow/chain/chain.ts';
import {
  type Comparison,
  type Criterion,
  type Operand,
  readCriteria,
} from '@keyan/kernel/workflow/chain/criteria.ts';
import { deadlineDatePath } from '@keyan/kernel/workflow/deadlines/due.ts';
import type {
  DiagramUser,
  Overdue,
  RepeatRule,
  WaitSettings,
} from '@keyan/kernel/workflow/diagram.ts';
import { periodLengthLabel, printPeriod, readPeriod } from './period.ts';

/** Names of the facts, fields, roles and people of a route's page. */
export type Vocabulary = Pick<ChainPage, 'facts' | 'fields' | 'personFields' | 'matters' | 'roles'>;

/** Labels of comparisons in the order in which they are offered. */
export const comparisonLabels: Readonly<Record<Comparison, Label>> = {
  ge: ['≥', '≥'],
  gt: ['>', '>'],
  le: ['≤', '≤'],
  lt: ['<', '<'],
  eq: ['等于', 'is'],
  ne: ['不等于', 'is not'],
};

export const setOperatorLabels: Readonly<Record<Exclude<Criterion['op'], Comparison>, Label>> = {
  in: ['属于', 'is one of'],
  has: ['包含', 'contains'],
  lacks: ['不包含', 'does not contain'],
  empty: ['为空', 'is empty'],
  filled: ['已填写', 'is filled in'],
  yes: ['为“是”', 'is “yes”'],
  no: ['为“否”', 'is “no”'],
};

export const operatorLabels: Readonly<Record<Criterion['op'], Label>> = {
  ...comparisonLabels,
  ...setOperatorLabels,
};

export const factByName = ({ facts }: Vocabulary, name: string): FactRow | undefined =>
  facts.find((fact) => fact.name === name);

const nameOf = (words: Vocabulary, name: string): string => factByName(words, name)?.label ?? name;

const entryOf = (words: Vocabulary, fact: string, text: string): string =>
  factByName(words, fact)?.options.find(({ value }) => value === text)?.label ?? text;

const operandOf = (words: Vocabulary, fact: string, { is, text }: Operand): string => {
  if (is === 'fact') return nameOf(words, text);
  return is === 'number' ? text.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : entryOf(words, fact, text);
};

const lineOf = (words: Vocabulary, line: Criterion): Label => {
  const fact = nameOf(words, line.fact);
  const [zh, en] = operatorLabels[line.op];
  const value =
    'value' in line
      ? operandOf(words, line.fact, line.value)
      : 'values' in line
        ? line.values.map((text) => entryOf(words, line.fact, text)).join('、')
        : 'text' in line
          ? entryOf(words, line.fact, line.text)
          : '';
  return [`${fact} ${zh} ${value}`.trim(), `${fact} ${en} ${value}`.trim()];
};

/** Returns a condition in words; the text itself if criteria cannot express it. */
export const chainConditionLabel = (words: Vocabulary, condition: string): Label => {
  const criteria = readCriteria(condition);
  if (!criteria) return [condition, condition];
  const lines = criteria.of.map((line) => lineOf(words, line));
  const [zh, en] = criteria.match === 'all' ? [' 且 ', ' and '] : [' 或 ', ' or '];
  return [lines.map((line) => line[0]).join(zh), lines.map((line) => line[1]).join(en)];
};

/** Returns a reference to people in words, until the server has sent its text. */
const referenceText = (words: Vocabulary, reference: string): Label => {
  const [subject = '', place] = reference.split('@');
  const role = words.roles.find(({ name }) => `role:${name}` === subject)?.label;
  const field = words.personFields.find(({ name }) => `var:${name}` === reference)?.label;
  if (reference === 'applicant') return ['申请人', 'The applicant'];
  if (reference === 'var:taskUser') return ['由申请人在提交时选择', 'Chosen at submission'];
  if (field !== undefined) return [`记录中的【${field}】`, `“${field}” of the record`];
  const who: Label =
    subject === 'leader'
      ? ['部门负责人', 'Head of department']
      : [role ?? subject, role ?? subject];
  return place === undefined ? who : [`${who[0]}（所在部门）`, `${who[1]} of the department`];
};

export const peopleLabel = (
  words: Vocabulary,
  people: readonly ReferencedPeopleRow[],
  reference: string,
): Label => {
  const today = people.find((one) => one.reference === reference);
  return today ? [today.label, today.label] : referenceText(words, reference);
};

/** Returns the people whom a reference means today: 何敬之、舒舒窈 等 5 人. */
export const peopleTodayLabel = (today: ReferencedPeopleRow): Label => {
  if (today.count === null) return ['随记录而定', 'Depends on the record'];
  if (today.count === 0) return ['目前没有人', 'Nobody at present'];
  const names = today.people.map(({ name }) => name);
  const more = today.count > names.length;
  return [
    `${names.join('、')}${more ? ` 等 ${today.count} 人` : ''}`,
    `${names.join(', ')}${more ? ` and ${today.count - names.length} more` : ''}`,
  ];
};

export const missingPeopleLabel = ({
  lacking,
  lackingCount,
}: ReferencedPeopleRow): Label | undefined =>
  lackingCount === 0
    ? undefined
    : [
        `${lackingCount} 个部门没有此人：${lacking.join('、')}${lackingCount > lacking.length ? ' 等' : ''}`,
        `Departments with nobody (${lackingCount}): ${lacking.join(', ')}${lackingCount > lacking.length ? ', …' : ''}`,
      ];

/** Returns how several assignees of a step decide; undefined for a single one. */
export const multiApproverLabel = ({ multi }: DiagramUser): Label | undefined => {
  if (!multi) return undefined;
  const { agree = 'all', sequential } = multi;
  const order: Label = sequential ? ['依次', 'in turn'] : ['同时', 'at once'];
  const rule: Label =
    agree === 'all'
      ? ['全部同意', 'all agree']
      : agree === 'any'
        ? ['一人同意即可', 'one agrees']
        : [`${agree}% 同意`, `${agree}% agree`];
  return [`${order[0]}，${rule[0]}`, `${rule[1]}, ${order[1]}`];
};

const overdueWords: Readonly<Record<Overdue, Label>> = {
  agree: ['超时自动同意', 'then approved'],
  refuse: ['超时自动不通过', 'then rejected'],
  return: ['超时退回申请人', 'then returned'],
  handOver: ['超时转办', 'then reassigned'],
};

/** Labels of steps with their own rule for people who have approved already. */
export const repeatRuleLabels: Readonly<Record<RepeatRule, Label>> = {
  none: ['前面已同意的仍须办理', 'asked again after an earlier approval'],
  consecutive: ['上一环节已同意则自动通过', 'passed if the person approved the previous step'],
  any: ['前面已同意则自动通过', 'passed if the person approved an earlier step'],
};

/** Returns the deadline of a step in words, and what happens then. */
export const deadlineLabel = (words: Vocabulary, node: DiagramUser): Label => {
  const { due = '', overdue } = node;
  const read = readPeriod(due);
  const [length, english] = read ? periodLengthLabel(read) : [due, due];
  const date = deadlineDatePath(node)?.join('.');
  const [zh, en] =
    date === undefined
      ? [`限 ${length}`, `due in ${english}`]
      : [`限至【${nameOf(words, date)}】`, `due by “${nameOf(words, date)}”`];
  const then = overdue && overdueWords[overdue];
  return [`${zh}${then ? `，${then[0]}` : ''}`, `${en}${then ? `, ${then[1]}` : ''}`];
};

export const waitLabel = (words: Vocabulary, { period, matter }: WaitSettings): Label => {
  if (matter !== undefined) {
    const name = words.matters.find((one) => one.name === matter)?.label ?? matter;
    return [`等待${name}`, `Waits for ${name}`];
  }
  const read = period === undefined ? undefined : readPeriod(period);
  return read ? printPeriod(read) : [period ?? '', period ?? ''];
};

/** Returns the words for a line without assignees. */
export const nodeKindLabel = (words: Vocabulary, node: Exclude<ChainNode, DiagramUser>): Label => {
  if (node.type === 'wait') return waitLabel(words, node);
  return ['抄送', 'Copies the record'];
};

export const forkLabels: Readonly<Record<ChainFork['gateway'], Label>> = {
  parallel: ['并行：各分支同时办理', 'In parallel: all branches at once'],
  inclusive: ['多选：条件成立的分支同时办理', 'Every branch whose condition holds'],
  exclusive: ['择一：办理第一个条件成立的分支', 'The first branch whose condition holds'],
};

/** Returns the label of a branch: its condition, or that it is taken if no other is. */
export const branchLabel = (
  words: Vocabulary,
  { gateway, branches }: ChainFork,
  index: number,
): Label => {
  const condition = branches[index]?.condition ?? null;
  if (gateway === 'parallel') return [`分支 ${index + 1}`, `Branch ${index + 1}`];
  return condition === null ? ['其他情况', 'Otherwise'] : chainConditionLabel(words, condition);
};
