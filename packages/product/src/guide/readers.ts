import { type RoleAlias, roleAliases, roles } from '../shared/roles.ts';

const readersPattern = /^> (?<names>.+)$/m;

/**
 * Roles for which a help page is written, from its line `> 科研人员、院系科研秘书`.
 * @throws Error for a name that no shipped role has
 */
export const readersOf = (zh: string): readonly RoleAlias[] =>
  (readersPattern.exec(zh)?.groups?.names ?? '').split('、').map((name) => {
    const alias = roleAliases.find((one) => roles[one].label[0] === name);
    if (!alias) throw new Error(`a page of help is for ${name}, which is no role`);
    return alias;
  });
