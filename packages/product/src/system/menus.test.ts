import { describe, expect, it } from 'vitest';
import { menus } from './menus.ts';

const buttons = menus.flatMap((top) =>
  top.pages.flatMap(function leaves(page): { code: string; roles: readonly string[] }[] {
    return [...(page.buttons ?? []), ...(page.pages ?? []).flatMap(leaves)];
  }),
);

describe('default grants', () => {
  it('let only the research office undo what was approved (domain §3.2)', () => {
    const undoing = buttons.filter(({ code }) => /_(backDraft|abolish)$/.test(code));
    expect(undoing.length).toBeGreaterThan(0);
    for (const { code, roles } of undoing) {
      expect({ code, outside: roles.filter((role) => !role.startsWith('rd_')) }).toEqual({
        code,
        outside: [],
      });
    }
  });
});
