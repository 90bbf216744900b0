import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { describe, expect, test } from 'vitest';
import type { MenuNode } from './composition/menu-nodes.ts';
import { serverApplication } from './index.server.ts';
import { application } from './index.ts';
import { readersOnceDecided, reviewedMixin } from './review/reviewed.ts';
import { supplyNationalDictionaries } from './shared/formats/national.server.ts';
import { nationalDictionaries } from './shared/formats/national.ts';

supplyNationalDictionaries();

describe.each([...serverApplication.dictionaries.values()])('dictionary $key', (dict) => {
  const entries = flattenEntries(dict.entries);
  test('has entries, with codes of their own', () => {
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map((entry) => entry.code)).size).toBe(entries.length);
  });
  test('names everything in both languages', () => {
    for (const { label } of entries) {
      expect(label[0].trim()).not.toBe('');
      expect(label[1].trim()).not.toBe('');
    }
    // National classifications may lack English names; our own may not.
    if (dict.supplied) return;
    for (const { label } of entries) expect(label[1]).not.toMatch(/\p{Script=Han}/u);
  });
});

test('the national classifications have the sizes of their standards', () => {
  const size = (key: string): number =>
    flattenEntries(nationalDictionaries.find((dict) => dict.key === key)?.entries ?? []).length;
  expect(size('discipline')).toBe(805);
  expect(size('nation')).toBe(58);
  expect(size('nationality')).toBe(249);
  expect(size('ranks')).toBe(262);
});

test('R-803: a grade that a score proposes is closed to parties until the record is approved', () => {
  const graded = serverApplication.resources.flatMap((resource) => {
    const grade = reviewedMixin.optionsOf(resource)?.grade;
    return grade ? [resource.fields[grade.field]?.spec.openTo] : [];
  });
  expect(graded.length).toBeGreaterThan(1);
  for (const readers of graded) expect(readers).toEqual(readersOnceDecided);
});

describe('menus', () => {
  const nodes: MenuNode[] = [];
  const walk = (list: readonly MenuNode[]): void => {
    for (const node of list) {
      nodes.push(node);
      walk(node.pages ?? []);
    }
  };
  for (const top of application.menus) walk(top.pages);
  const codes = [
    ...nodes.map((node) => node.code),
    ...nodes.flatMap((node) => (node.buttons ?? []).map((button) => button.code)),
  ];

  test('codes and paths stand once', () => {
    expect(new Set(codes).size).toBe(codes.length);
    const paths = nodes.map((node) => node.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
  test('grant exactly what the pages of the papers ask for', () => {
    const [paper] = application.resources;
    for (const code of permissionsOf(paper)) expect(codes).toContain(code);
  });
  test('a teacher registers but does not review', () => {
    const has = (code: string): boolean =>
      nodes
        .flatMap((node) => node.buttons ?? [])
        .some((button) => button.code === code && button.roles.includes('teacher'));
    expect(has('paper_submit')).toBe(true);
    expect(has('paper_copy')).toBe(true);
    expect(has('paperAudit_audit')).toBe(false);
    expect(has('paperLib_abolish')).toBe(false);
    expect(has('paperLib_view')).toBe(true);
  });
  test('whoever has a page has the way to it', () => {
    for (const top of application.menus) {
      const check = (list: readonly MenuNode[], above: readonly string[]): void => {
        for (const node of list) {
          for (const role of node.roles) expect(above).toContain(role);
          check(node.pages ?? [], node.roles);
        }
      };
      check(top.pages, top.roles);
    }
  });
});

/** Every text of the definitions and menus, in Chinese and English together. */
const textsIn = (root: unknown): readonly string[] => {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')) {
      found.push(one.join(' '));
    }
    open.push(...(one instanceof Map ? one.values() : Object.values(one)));
  }
  return found;
};

test('R-607: no text speaks of rewards by index, impact factor or citations', () => {
  const texts = textsIn([application.resources, application.menus]);
  expect(texts.length).toBeGreaterThan(3_000);
  const reward = /奖励|奖金|绩效|reward|bonus/i;
  const index = /SCI\b|CSCD|影响因子|被引|分区|收录|impact factor|citation|\bcited|index|zone/i;
  expect(texts.filter((text) => reward.test(text) && index.test(text))).toEqual([]);
});
