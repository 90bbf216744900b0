import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { actionLines, explainedSection, rowsLines } from './explain.ts';

type Roles = Readonly<Record<string, { readonly label: Label }>>;

/** Returns the default rights of each role on a page. */
const roleLines = (view: View, roles: Roles): readonly string[] =>
  Object.entries(roles).flatMap(([alias, { label }]) => {
    const granted = view.grants?.[alias];
    const rights = (view.rights ?? []).filter((right) => right.roles.includes(alias));
    if (granted === undefined && rights.length === 0) return [];
    const actions = granted === 'all' ? view.actions : (granted ?? []);
    const words = [...actions, ...rights.map(({ code }) => code)].join(' ');
    return [`  ${`${alias} ${label[0]}`.padEnd(28)} ${words}`];
  });

/**
 * Describes the rights on records of a kind: for each page its roles and their actions, then the rows that each scope
 * allows, and the states from which actions are allowed.
 */
export const explainAccess = (resource: Resource, roles: Roles): string =>
  [
    `# ${resource.key} ${resource.label[0]} / ${resource.label[1]}: who may do what`,
    ...explainedSection(
      'Pages',
      Object.values(resource.views).flatMap((view) => [
        `${view.label[0]} / ${view.label[1]}  ${view.code}: ${rowsLines(view.scope).join(' ').replace(/\s+/g, ' ')}`,
        ...roleLines(view, roles),
      ]),
    ),
    ...explainedSection('Rows', [
      'read',
      ...rowsLines(resource.access.read, '  '),
      ...(resource.secrecy ? ['  of secret ones: their people, and who has the code'] : []),
      'write',
      ...rowsLines(resource.access.write, '  '),
    ]),
    ...explainedSection('Actions', Object.entries(resource.actions ?? {}).flatMap(actionLines)),
    '',
  ].join('\n');
