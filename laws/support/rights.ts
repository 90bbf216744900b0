import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { MenuNode, TopMenu } from '@keyan/product/composition/menu-nodes.ts';
import { type RoleAlias, roleAliases, roles } from '@keyan/product/shared/roles.ts';

interface Line {
  readonly code: string;
  readonly text: string;
  readonly roles: readonly RoleAlias[];
}

const linesOf = (node: MenuNode): readonly Line[] => [
  { code: node.code, text: `${node.label[0]} \`${node.path}\``, roles: node.roles },
  ...(node.buttons ?? []).map((button) => ({
    code: button.code,
    text: button.label[0],
    roles: button.roles,
  })),
  ...(node.pages ?? []).flatMap(linesOf),
];

/** The platform's administrator has every right of the tenant and needs no column. */
const columns = roleAliases.filter((alias) => alias !== 'administrator');

/**
 * Returns the page of the shipped rights of each role, for review: a row for each page and button,
 * then the hand-written calls that require one of these codes.
 */
export const rightsPage = (menus: readonly TopMenu[], endpoints: readonly Endpoint[]): string => {
  const lines = menus.flatMap((top) => top.pages.flatMap(linesOf));
  const table = [
    `| code | page or button | ${columns.join(' | ')} |`,
    `|---|---|${columns.map(() => ':-:|').join('')}`,
    ...lines.map(
      (line) =>
        `| \`${line.code}\` | ${line.text} | ${columns
          .map((alias) => (line.roles.includes(alias) ? '●' : ''))
          .join(' | ')} |`,
    ),
  ];
  const guarded = endpoints.filter((call) => call.permissions);
  const open = endpoints.filter((call) => call.auth !== 'user');
  return [
    '# Rights as they are shipped',
    '',
    'Printed by `npm test -- laws/rights.test.ts -u`; the law fails while this page differs, so that a',
    'change of rights is seen in review. Administrators change grants per tenant in the menus.',
    `\`administrator\` (${roles.administrator.label[0]}) has everything. A page or button says *what* may be`,
    'done; *whose* records is the scope of the definition with the department scope of the role.',
    '',
    ...table,
    '',
    '## Written calls that ask for one of these codes',
    '',
    '| call | any of |',
    '|---|---|',
    ...guarded.map(
      (call) =>
        `| ${call.method} \`${call.path}\` | ${(call.permissions ?? []).map((code) => `\`${code}\``).join(' ')} |`,
    ),
    '',
    '## Calls without a signed-in person',
    '',
    '| call | authentication |',
    '|---|---|',
    ...open.map((call) => `| ${call.method} \`${call.path}\` | ${call.auth} |`),
    '',
    'Everything else needs a signed-in person and decides row by row.',
    '',
  ].join('\n');
};
