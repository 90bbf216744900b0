import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { FactType, FactTypes } from '@keyan/kernel/definition/life/facts.ts';
import { countFacts } from '@keyan/kernel/definition/life/facts.ts';
import type { FindingPlace } from '@keyan/kernel/finding.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { deadlineDatePath } from '@keyan/kernel/workflow/deadlines/due.ts';
import { pickedPeopleFact, userOf, userReference } from '@keyan/kernel/workflow/directory.ts';
import type { Expression } from '@keyan/kernel/workflow/expression.ts';
import type { Graph, GraphNode } from '@keyan/kernel/workflow/graph.ts';
import { nodeTitle } from '@keyan/kernel/workflow/graph.ts';
import { checkCondition } from '@keyan/kernel/workflow/type-check.ts';
import type { Session } from '../../store/connection/database.ts';
import { peopleReferencePattern } from '../people/people.ts';
import type { MatterRegistry } from '../runtime/matters.ts';
import type { NameUse, RequiredName, RequiredPerson, RouteDependencies } from './asked.ts';
import { nearestName } from './nearest.ts';
import type { Report } from './report.ts';

const texts = {
  name: {
    condition: [
      '连线【{at}】的条件使用了未知的字段【{name}】{hint}',
      'The condition of flow “{at}” uses the unknown field “{name}”{hint}',
    ],
    skip: [
      '节点【{at}】的跳过条件使用了未知的字段【{name}】{hint}',
      'Node “{at}”: the skip condition uses the unknown field “{name}”{hint}',
    ],
    completion: [
      '节点【{at}】的完成条件使用了未知的字段【{name}】{hint}',
      'Node “{at}”: the completion condition uses the unknown field “{name}”{hint}',
    ],
    people: [
      '节点【{at}】的办理人使用了未知的字段【{name}】{hint}',
      'Node “{at}”: the assignee uses the unknown field “{name}”{hint}',
    ],
    editable: [
      '节点【{at}】可修改的字段【{name}】不存在{hint}',
      'Node “{at}”: the editable field “{name}” does not exist{hint}',
    ],
  } satisfies Record<NameUse, Label>,
  typed: {
    condition: ['连线【{at}】的条件：{problem}', 'The condition of flow “{at}”: {problem}'],
    skip: ['节点【{at}】的跳过条件：{problem}', 'The skip condition of “{at}”: {problem}'],
    completion: [
      '节点【{at}】的完成条件：{problem}',
      'The completion condition of “{at}”: {problem}',
    ],
  },
  hint: ['，是否为【{near}】？', '; did you mean “{near}”?'],
  verdict: ['，表示是否同意请用【pass】', '; use “pass” for whether the previous step agreed'],
  notPeople: [
    '节点【{at}】的办理人字段【{name}】不是人员',
    'Node “{at}”: field “{name}” holds no people',
  ],
  noPerson: ['节点【{node}】的办理人【{who}】不存在', 'Node “{node}”: there is no person “{who}”'],
  stopped: ['节点【{node}】的办理人【{who}】已停用', 'Node “{node}”: “{who}” is disabled'],
  byAccount: [
    '节点【{node}】的办理人【{who}】按账号读取为【{name}】',
    'Node “{node}”: “{who}” is read as the account of “{name}”',
  ],
  noRole: ['节点【{node}】的角色【{who}】不存在', 'Node “{node}”: there is no role “{who}”'],
  noDepartment: [
    '节点【{node}】的部门【{who}】不存在',
    'Node “{node}”: there is no department “{who}”',
  ],
  byCode: [
    '节点【{node}】的部门【{who}】按编号读取为【{name}】',
    'Node “{node}”: department “{who}” is read by its code as “{name}”',
  ],
  byRoleId: [
    '节点【{node}】的角色【{who}】读取为【{name}】',
    'Node “{node}”: role “{who}” is read as “{name}”',
  ],
  noHolder: [
    '角色【{who}】没有人员（节点【{node}】）',
    'Nobody has the role “{who}” (node “{node}”)',
  ],
  noDate: [
    '节点【{node}】的期限字段【{name}】不存在或不是日期',
    'Step “{node}”: the deadline field “{name}” does not exist or is not a date',
  ],
  noMatter: [
    '节点【{node}】没有指定等待的事项',
    'Node “{node}” does not specify a known matter to wait for',
  ],
  unreadable: [
    '节点【{node}】的办理人【{who}】不能识别',
    'Node “{node}”: the assignee “{who}” is not recognised',
  ],
} as const;

/** Returns the facts that may be used in this way. */
const allowed = (use: NameUse, { facts, fields }: DeclaredKind): ReadonlySet<string> => {
  if (use === 'people' || use === 'editable') return new Set(Object.keys(fields));
  return new Set([...facts.keys(), ...(use === 'completion' ? countFacts.keys() : [])]);
};

/** Declarations of a kind: fields of its records, and facts for conditions. */
export interface DeclaredKind {
  readonly fields: Fields;
  readonly facts: FactTypes;
}

/** Maximum number of unknown names for which a similar field is searched: up to a millisecond each. */
const maxHints = 50;

/** Pattern of names that other platforms give to the decision of the step before. */
const saysVerdict =
  /approv|agree|pass|audit|reject|refus|result|outcome|opinion|decision|review|check|同意|通过|审/i;

const nameProblem = (
  { use, at: { name: at }, name }: RequiredName,
  declared: DeclaredKind,
  hints: boolean,
): Label | undefined => {
  const { fields } = declared;
  const names = allowed(use, declared);
  const spec = Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
  if (use === 'people' && name === pickedPeopleFact) return undefined;
  if (spec && use === 'people' && spec.type !== 'ref' && spec.type !== 'text') {
    return fill(texts.notPeople, { at, name });
  }
  if (names.has(name)) return undefined;
  if (!hints) return fill(texts.name[use], { at, name, hint: '' });
  const labelled = Object.entries(fields).find(([, field]) => field.spec.label.includes(name));
  const near = labelled?.[0] ?? nearestName(name, [...names]);
  const verdict = use === 'condition' && saysVerdict.test(name) ? texts.verdict : '';
  const hint = near === undefined ? verdict : fill(texts.hint, { near });
  return fill(texts.name[use], { at, name, hint });
};

interface Account {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly active: boolean;
}
interface Role {
  readonly id: string;
  readonly alias: string;
  readonly held: boolean;
}

const accountsText = `select id::text, account, real_name as name, status = '1' as active
  from users where tenant_id = $1 and is_deleted = 0
   and (id::text = any($2::text[]) or account = any($2::text[]))`;

const rolesText = `select r.id::text, r.role_alias as alias, exists (
    select 1 from user_role ur join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
     where ur.tenant_id = r.tenant_id and ur.role_id = r.id
       and u.status = '1' and u.is_deleted = 0) as held
  from role r where r.tenant_id = $1 and r.is_deleted = 0
   and (r.id::text = any($2::text[]) or r.role_alias = any($2::text[]))`;

interface Department {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

const departmentsText = `select id::text, dept_code as code, dept_name as name
  from dept where tenant_id = $1 and is_deleted = 0
   and (id::text = any($2::text[]) or dept_code = any($2::text[]))`;

/** Existing items among those that a route names. */
interface There {
  readonly accounts: readonly Account[];
  readonly roles: readonly Role[];
  readonly departments: readonly Department[];
}

/** Returns the department in a reference to everybody in it. */
const departmentOf = (reference: string): string | undefined => /^dept:(.+)$/.exec(reference)?.[1];

const roleOf = (reference: string): string | undefined =>
  peopleReferencePattern.exec(reference)?.groups?.role;

/** Looks up one reference; returns its stored form. */
const found = (
  { at, reference }: RequiredPerson,
  { accounts, roles, departments }: There,
  all: Report,
): string => {
  const [report, node] = [all.at(at), at.name];
  const who = userOf(reference);
  const alias = roleOf(reference);
  if (who !== undefined) {
    const one =
      accounts.find(({ id }) => id === who) ?? accounts.find(({ account }) => account === who);
    if (!one) report.problem(texts.noPerson, { node, who });
    else if (!one.active) report.problem(texts.stopped, { node, who });
    else if (one.id !== who) report.converts(texts.byAccount, { node, who, name: one.name });
    return userReference(one?.id ?? who);
  }
  if (alias !== undefined) {
    const role = roles.find((one) => one.alias === alias) ?? roles.find(({ id }) => id === alias);
    if (!role) report.problem(texts.noRole, { node, who: alias });
    else if (!role.held) report.warns(texts.noHolder, { node, who: role.alias });
    if (!role || role.alias === alias) return reference;
    report.converts(texts.byRoleId, { node, who: alias, name: role.alias });
    return reference.replace(`role:${alias}`, () => `role:${role.alias}`);
  }
  const asked = departmentOf(reference);
  if (asked !== undefined) {
    const one =
      departments.find(({ id }) => id === asked) ?? departments.find(({ code }) => code === asked);
    if (!one) report.problem(texts.noDepartment, { node, who: asked });
    else if (one.id !== asked) report.converts(texts.byCode, { node, who: asked, name: one.name });
    return `dept:${one?.id ?? asked}`;
  }
  if (!peopleReferencePattern.test(reference))
    report.problem(texts.unreadable, { node, who: reference });
  return reference;
};

/**
 * Checks the dependencies of a route against the fields of its kind and the people and roles of a tenant, and reports
 * what is missing.
 * @returns the stored form of references to people, where it differs from the file.
 */
export const checkRequirements = async (
  session: Session,
  asked: RouteDependencies,
  declared: DeclaredKind,
  report: Report,
): Promise<ReadonlyMap<string, string>> => {
  let unknown = 0;
  for (const item of asked.names) {
    const problem = nameProblem(item, declared, unknown < maxHints);
    if (!problem) continue;
    unknown += 1;
    report.at(item.at).problem(problem);
  }
  const { tenantId } = session;
  const look = async <Row>(text: string, nameIn: (reference: string) => string | undefined) => {
    const names = asked.people.flatMap(({ reference }) => nameIn(reference) ?? []);
    return names.length > 0 ? await session.query<Row>(text, [tenantId, names]) : [];
  };
  const there: There = {
    accounts: await look<Account>(accountsText, userOf),
    roles: await look<Role>(rolesText, roleOf),
    departments: await look<Department>(departmentsText, departmentOf),
  };
  return new Map(asked.people.map((item) => [item.reference, found(item, there, report)]));
};

/** Checks the types in a route's conditions. Unknown names without a dot are reported by `checkRequirements`. */
export const checkTypes = (graph: Graph, { facts }: DeclaredKind, all: Report): void => {
  const check = (
    use: 'condition' | 'skip' | 'completion',
    place: FindingPlace,
    expression: Expression,
  ): void => {
    const [report, at] = [all.at(place), place.name];
    const types = use === 'completion' ? new Map([...facts, ...countFacts]) : facts;
    const { unknown, problems, warnings } = checkCondition(expression, types);
    for (const name of unknown.filter((path) => path.includes('.'))) {
      report.problem(texts.name[use], { at, name, hint: '' });
    }
    for (const problem of problems) report.problem(texts.typed[use], { at, problem });
    for (const warning of warnings) report.warns(texts.typed[use], { at, problem: warning });
  };
  for (const [id, { condition }] of Object.entries(graph.flows)) {
    if (condition) check('condition', { id, name: id }, condition);
  }
  for (const node of Object.values(graph.nodes)) {
    if (node.type !== 'user') continue;
    const place = { id: node.id, name: nodeTitle(node) };
    if (node.skip) check('skip', place, node.skip);
    if (node.multi?.completion) check('completion', place, node.multi.completion);
  }
};

/** Checks that deadlines refer to dates of the kind. */
export const checkDeadlines = (graph: Graph, { facts }: DeclaredKind, all: Report): void => {
  for (const node of Object.values(graph.nodes)) {
    const path = node.type === 'user' ? deadlineDatePath(node) : undefined;
    if (!path) continue;
    const type = path
      .slice(1)
      .reduce<FactType | undefined>(
        (group, name) => group?.members?.get(name),
        facts.get(path[0] ?? ''),
      );
    if (type?.is === 'date') continue;
    const place = { id: node.id, name: nodeTitle(node) };
    all.at(place).problem(texts.noDate, { node: place.name, name: path.join('.') });
  }
};

/** Checks that every matter for which the route waits is registered. */
export const checkMatters = (graph: Graph, matters: MatterRegistry, all: Report): void => {
  for (const node of Object.values(graph.nodes)) {
    if (node.type !== 'wait' || node.matter === undefined || matters.has(node.matter)) continue;
    const place = { id: node.id, name: nodeTitle(node) };
    all.at(place).problem(texts.noMatter, { node: place.name });
  }
};

/** Returns a node with its references to people rewritten. */
const withReferences = (node: GraphNode, write: (reference: string) => string): GraphNode => {
  if (node.type === 'user') {
    const { people, cc, handTo } = node;
    return {
      ...node,
      people: people.map(write),
      ...(cc && { cc: cc.map(write) }),
      ...(handTo && { handTo: handTo.map(write) }),
    };
  }
  if (node.type !== 'service') return node;
  return { ...node, service: { ...node.service, people: node.service.people.map(write) } };
};

/** Returns a graph with references to people in stored form. */
export const withStoredPeople = (graph: Graph, stored: ReadonlyMap<string, string>): Graph => ({
  ...graph,
  nodes: Object.fromEntries(
    Object.entries(graph.nodes).map(([id, node]): [string, GraphNode] => [
      id,
      withReferences(node, (reference) => stored.get(reference) ?? reference),
    ]),
  ),
});
