import type { HandlingState } from '@keyan/kernel/access/scope.ts';
import { everyone, everyScope, type Scope } from '@keyan/kernel/access/scope.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

/** Conditions that a row must all satisfy. */
type Rule = readonly Scope[];

const maxRules = 64;
const spelled = (scope: Scope): string => JSON.stringify(scope);

const both = (a: Rule, b: Rule): Rule => [
  ...new Map([...a, ...b].map((one) => [spelled(one), one])).values(),
];

/** Expands a scope to alternative rules; a row needs to satisfy one of them. */
const alternatives = (scope: Scope): readonly Rule[] => {
  switch (scope.kind) {
    case 'all':
      return [[]];
    case 'any':
      return scope.scopes.flatMap(alternatives);
    case 'submitted':
      return alternatives(scope.scope).map((rule) => both([{ ...scope, scope: everyone() }], rule));
    case 'every':
      return scope.scopes
        .map(alternatives)
        .reduce<readonly Rule[]>(
          (found, next) =>
            found.flatMap((rule) => next.map((one) => both(rule, one))).slice(0, maxRules),
          [[]],
        );
    default:
      return [[scope]];
  }
};

const contains = (rule: Rule, other: Rule): boolean => {
  const parts = new Set(rule.map(spelled));
  return other.every((one) => parts.has(spelled(one)));
};

/** Returns the rules of a scope, without rules that another rule implies. */
export const rulesOfScope = (scope: Scope): readonly Rule[] => {
  const found = alternatives(scope).slice(0, maxRules);
  return found.filter((rule, place) =>
    found.every(
      (other, at) =>
        at === place || !contains(rule, other) || (contains(other, rule) && place < at),
    ),
  );
};

/** Converts a rule back to a scope. */
export const scopeOfRule = (rule: Rule): Scope =>
  rule.length === 0 ? everyone() : everyScope(...rule);

const handling: Readonly<Record<string, Label>> = {
  todo: ['有该记录的待办', 'has a task on the record'],
  done: ['办理过该记录', 'reviewed the record'],
  any: ['正在办理或办理过该记录', 'is reviewing or reviewed the record'],
  copied: ['该记录抄送给本人', 'received a copy of the record'],
} satisfies Readonly<Record<HandlingState, Label>>;

/** Describes one condition of a rule in words. */
const partText = (resource: Resource, scope: Scope): Label => {
  const labelOf = (name: string): Label => listFields(resource)[name]?.spec.label ?? [name, name];
  const about = (text: Label, name: string): Label => fill(text, { field: labelOf(name) });
  switch (scope.kind) {
    case 'own':
      return about(['本人是「{field}」', 'is its “{field}”'], scope.field);
    case 'member':
      return about(['本人在「{field}」中', 'is named in “{field}”'], scope.rows);
    case 'departmentScope':
      return about(
        ['「{field}」在角色的数据范围内', '“{field}” is within the data scope of the role'],
        scope.field,
      );
    case 'units':
      return about(
        ['「{field}」在允许的部门内', '“{field}” is among the departments allowed'],
        scope.field,
      );
    case 'handles':
      return handling[scope.state] ?? ['办理', 'handles it'];
    case 'permission':
      return fill(['拥有权限 {code}', 'has the permission {code}'], { code: scope.code });
    case 'status':
      return ['审核状态符合', 'the status matches'];
    case 'coded':
      return about(['「{field}」符合', '“{field}” matches'], scope.field);
    case 'within':
      return ['在起止时间之内', 'within its start and end time'];
    case 'through':
      return about(['可以查看它的「{field}」', 'can view its “{field}”'], scope.field);
    case 'named':
      return about(
        ['「{field}」包含本人的部门或角色', '“{field}” names a department or role'],
        scope.field,
      );
    case 'notAmong':
      return about(['本人不在「{field}」中', 'is not named in “{field}”'], scope.field);
    case 'submitted':
      return ['记录已提交', 'it was submitted'];
    default:
      return ['对所有有该页面的人开放', 'open to everybody with the page'];
  }
};

/** Describes a rule in words. */
export const ruleText = (resource: Resource, rule: Rule): Label => {
  const parts = (rule.length === 0 ? [everyone()] : rule).map((one) => partText(resource, one));
  return [parts.map(([zh]) => zh).join('，且'), parts.map(([, en]) => en).join(', and ')];
};
