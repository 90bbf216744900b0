import { fieldsOfScope, type Scope } from '@keyan/kernel/access/scope.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { isStep } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { msgType } from '../shared/dictionaries.ts';
import { roleAliases } from '../shared/roles.ts';
import type { MenuNode, TopMenu } from './menu-nodes.ts';

/** Names that definitions refer to by text. */
interface KnownNames {
  readonly codes: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly messageTypes: ReadonlySet<string>;
}

const codesIn = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap(({ code, buttons = [], pages = [] }) => [
    code,
    ...buttons.map((button) => button.code),
    ...codesIn(pages),
  ]);

const partsOf = (scope: Scope): readonly Scope[] => {
  if (scope.kind === 'any' || scope.kind === 'every') return scope.scopes.flatMap(partsOf);
  return scope.kind === 'submitted' ? partsOf(scope.scope) : [scope];
};

/** Fault of a definition: the place and the unknown name. */
type Fault = readonly [place: string, names: string];

/**
 * Faults of a scope over the given fields: unknown permission codes, unknown fields, fields without
 * codes.
 */
const faultsOfScope = (
  place: string,
  scope: Scope,
  fields: Fields | null,
  { codes }: KnownNames,
): readonly Fault[] =>
  partsOf(scope).flatMap((part): readonly Fault[] => {
    if (part.kind === 'permission' && !codes.has(part.code)) {
      return [[place, `the permission code ${part.code}, which no page has`]];
    }
    if (!fields) return [];
    const lost = fieldsOfScope(part).filter(
      (name) => !Object.hasOwn(fields, name) && !baseColumns.has(name),
    );
    const dict = part.kind === 'coded' && fields[part.field]?.spec.dictionary;
    const entries = new Set(dict ? flattenEntries(dict.entries).map(({ code }) => code) : []);
    const strange = part.kind === 'coded' && dict && !dict.supplied ? part.codes : [];
    return [
      ...lost.map((name): Fault => [place, `${name}, which is no field`]),
      ...strange
        .filter((code) => !entries.has(code))
        .map((code): Fault => [place, `the code ${code}, which its dictionary lacks`]),
    ];
  });

/** Columns of every table that scopes may compare. */
const baseColumns: ReadonlySet<string> = new Set(['id', 'createUser', 'createDept']);

const faultsOfFields = (
  fields: Fields,
  record: Fields,
  known: KnownNames,
  path = '',
): readonly Fault[] =>
  Object.entries(fields).flatMap(([name, { spec }]): readonly Fault[] => {
    const place = `${path}${name}`;
    return [
      ...[spec.secret, spec.masked, spec.kept]
        .filter((code) => code !== undefined && !known.codes.has(code))
        .map((code): Fault => [place, `the permission code ${code}, which no page has`]),
      ...(spec.openTo ? faultsOfScope(place, spec.openTo, record, known) : []),
      // Scopes over another resource check only permission codes here; fields are checked where
      // that resource is declared.
      ...(spec.among ? faultsOfScope(place, spec.among, null, known) : []),
      ...faultsOfFields(spec.fields ?? {}, record, known, `${place}.`),
    ];
  });

const faultsOfMessages = (
  { fields, actions = {}, tells = [] }: Resource,
  { messageTypes, roles }: KnownNames,
): readonly Fault[] =>
  [
    ...tells.map((tell) => ['tells', tell] as const),
    ...Object.entries(actions).flatMap(([name, action]) =>
      (action.tells ?? []).map((tell) => [`tells of ${name}`, tell] as const),
    ),
  ].flatMap(([place, { type, to }]): readonly Fault[] => [
    ...(messageTypes.has(type) ? [] : [[place, `the message type ${type}`] as const]),
    ...to.flatMap((recipient): readonly Fault[] => {
      if (typeof recipient === 'string' || !('role' in recipient)) return [];
      const { role, within } = recipient;
      return [
        ...(roles.has(role) ? [] : [[place, `the role ${role}`] as const]),
        ...(within === undefined || fields[within]?.spec.target
          ? []
          : [[place, `${within}, which names no department`] as const]),
      ];
    }),
  ]);

/**
 * Roles in references to people, such as `role:rd_fund` and `role:dept_secretary@applicantDept^`.
 */
const rolesNamed = (people: readonly string[] = []): readonly string[] =>
  people.flatMap((one) => /^role:(\w+)/.exec(one)?.[1] ?? []);

const faultsOfProcesses = ({ processes }: Resource, { roles }: KnownNames): readonly Fault[] =>
  processes.flatMap(({ kind, steps }) =>
    steps.filter(isStep).flatMap(({ key, candidates, cc, handTo }) =>
      rolesNamed([...candidates, ...(cc ?? []), ...(handTo ?? [])])
        .filter((role) => !roles.has(role))
        .map((role): Fault => [`step ${key} of ${kind}`, `the role ${role}`]),
    ),
  );

const faultsOf = (resource: Resource, known: KnownNames): readonly Fault[] => {
  const { access, fields, views, actions = {} } = resource;
  const scopes: readonly (readonly [string, Scope | undefined])[] = [
    ['access.read', access.read],
    ['access.write', access.write],
    ['access.drafts', access.drafts],
    ['access.choose', access.choose],
    ...Object.entries(views).flatMap(([name, { scope, done }]) => [
      [`view ${name}`, scope] as const,
      [`view ${name}, handled`, done] as const,
    ]),
    ...Object.entries(actions).map(
      ([name, { by }]) => [`action ${name}`, isScope(by) ? by : undefined] as const,
    ),
  ];
  return [
    ...scopes.flatMap(([place, scope]) =>
      scope ? faultsOfScope(place, scope, fields, known) : [],
    ),
    ...(access.readers ?? [])
      .filter((code) => !known.codes.has(code))
      .map((code): Fault => ['access.readers', `the permission code ${code}, which no page has`]),
    ...faultsOfFields(fields, fields, known),
    ...Object.entries(actions).flatMap(([name, { form = {} }]) =>
      faultsOfFields(form, fields, known, `${name}: `),
    ),
    ...faultsOfMessages(resource, known),
    ...faultsOfProcesses(resource, known),
  ];
};

const isScope = (by: unknown): by is Scope => typeof by === 'object' && by !== null && 'kind' in by;

/**
 * Checks names in definitions that have type `string` for the compiler: permission codes, roles,
 * message types, fields and codes in scopes. An unknown name would silently grant nothing, notify
 * nobody or match no row.
 * @throws Error with resource and place of the first unknown name
 */
export const checkNames = (resources: readonly Resource[], menus: readonly TopMenu[]): void => {
  const known: KnownNames = {
    codes: new Set([
      ...menus.flatMap(({ pages }) => codesIn(pages)),
      // Pages without a menu, with their codes.
      ...resources.flatMap(({ views }) =>
        Object.values(views).flatMap(({ code, actions, rights = [] }) => [
          code,
          ...actions.map((action) => `${code}_${action}`),
          ...rights.map((right) => right.code),
        ]),
      ),
    ]),
    roles: new Set(roleAliases),
    messageTypes: new Set(msgType.entries.map(({ code }) => code)),
  };
  for (const resource of resources) {
    const [fault] = faultsOf(resource, known);
    if (fault) throw new Error(`${resource.key}: ${fault[0]} names ${fault[1]}`);
  }
};
