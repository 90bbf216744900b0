import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoute } from '@keyan/console/navigation/routes.ts';
import { readyResource } from '@keyan/console/presentation/lazy.ts';
import { explainDefinition } from '@keyan/engine/openapi/explain.ts';
import { readerOf } from '@keyan/engine/wire/parameters.ts';
import { resourceCalls } from '@keyan/engine/wire/records/endpoints.ts';
import { everyone } from '@keyan/kernel/access/scope.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { type FieldSpec, type Fields, f } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { type CommonAction, isCommonAction } from '@keyan/kernel/definition/life/common-actions.ts';
import { isStep } from '@keyan/kernel/definition/life/process.ts';
import { checkLayout } from '@keyan/kernel/definition/page/layout.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { computedValuesOf } from '@keyan/kernel/records/validate.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import type { MenuNode } from '@keyan/product/composition/menu-nodes.ts';
import { composeServer, serverApplication } from '@keyan/product/index.server.ts';
import { application } from '@keyan/product/index.ts';
import { pagesWith } from '@keyan/product/index.web.tsx';
import { comparedTitles } from '@keyan/product/project/declaration/declare-rules.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import { describe, expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';
import { readDoc, root, rowsUnder } from './support/docs.ts';
import { draft, sample } from './support/inputs.ts';

/** Laws of the definitions themselves, without a server. */
const composed = lawProduct();
const resources: readonly Resource[] = composed.resources;
/** Kinds of values that a form shows while one types what they follow from. */
const calculated: ReadonlySet<string> = new Set(['money', 'decimal', 'percent']);

const each = resources.map((resource) => [resource.key, resource] as const);

const leaves = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.pages ? leaves(node.pages) : [node]));
const nodes = (list: readonly MenuNode[]): readonly MenuNode[] =>
  list.flatMap((node) => [node, ...nodes(node.pages ?? [])]);

/** Call behind each button: a verb without one is no button yet. */
const doneBy: Readonly<Record<CommonAction, string>> = {
  add: 'submit',
  edit: 'submit',
  view: 'detail',
  delete: 'remove',
  submit: 'submit',
  recall: 'recall',
  audit: 'blade-flow/work/complete-task',
  back: 'blade-flow/work/complete-task',
  backDraft: 'backDraft',
  abolish: 'abolish',
  copy: 'copy',
  import: 'import',
  export: 'export',
  zip: 'zip',
  print: 'print',
  history: 'history',
};

/** Every field of the resource, those of its sub-tables too. */
const fieldsIn = (fields: Fields): readonly (readonly [string, FieldSpec])[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => [
    [name, spec] as const,
    ...(spec.fields ? fieldsIn(spec.fields) : []),
  ]);

/** Runs that take time quadratic in their length where a pattern looks at a run from each of its places. */
const runs = [
  ' ',
  '\n',
  ' \n',
  '0',
  '1',
  '9,',
  '.',
  ',',
  '-',
  '/',
  '@',
  'a',
  'a.',
  '(',
  '字',
  '。',
];

/** Made once: there are thousands of fields. */
const long: readonly string[] = runs.flatMap((run) => {
  const body = run.repeat(300_000 / run.length);
  return [`${body}!`, `a${body}b`, `1.${body}1`];
});

const numbers = new Map<unknown, number>();
const numberOf = (value: unknown): number => {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
};
const judged = new Set<string>();

/** Fields of one type, one format and one list of codes are judged alike, whatever they are called. */
const isJudged = ({ type, format, dictionary, ...spec }: FieldSpec): boolean => {
  const { min, max, least, most, scale, personName, target, fields } = spec;
  const read = [type, format, dictionary, min, max, least, most, scale, personName, target, fields];
  const likeness = read.map(numberOf).join();
  const known = judged.has(likeness);
  judged.add(likeness);
  return known;
};

describe.each(each)('%s', (_key, resource) => {
  test('law 21: no field takes longer to judge than its length', { timeout: 60_000 }, () => {
    for (const [, spec] of fieldsIn(resource.fields)) {
      if (isJudged(spec)) continue;
      for (const text of long) fieldTypeTable[spec.type].parse(text, spec);
    }
  });

  test('law 8: whatever must be filled in is on the form, once', () => {
    const shown = resource.form.flatMap((section) => section.fields as readonly string[]);
    expect(new Set(shown).size).toBe(shown.length);
    // The form of a record that nobody enters defines the layout of its page.
    const isEntered = Object.values(resource.views).some(({ actions }) =>
      actions.some((action) => action === 'add' || action === 'edit'),
    );
    for (const [name, { spec }] of Object.entries(resource.fields)) {
      if (spec.required && !spec.readonly) expect(shown).toContain(name);
      // Fields that others fill in have no place there; fields derived from one's own input have.
      const follows = spec.copyOf ?? spec.balance ?? (spec.byApprover || calculated.has(spec.type));
      if (spec.readonly && !follows && isEntered) expect(shown).not.toContain(name);
    }
    for (const name of shown) expect(Object.keys(resource.fields)).toContain(name);
    checkLayout(resource);
  });

  test('secrecy says who reads, which records may be copied, and which strangers may verify', () => {
    const secret = Object.entries(resource.fields).filter(
      ([, { spec }]) => spec.type === 'dict' && spec.dictionary?.key === 'secretLevel',
    );
    if (secret.length === 0 || resource.processes.length === 0) return;
    const names = secret.map(([name]) => name);
    const { copies, verifiable } = resource.access;
    for (const open of [resource.secrecy?.open, copies, verifiable]) {
      expect(open).toMatchObject({ field: expect.toBeOneOf(names), codes: ['0'] });
    }
  });

  test('names in lists, views, validators and scopes are names of fields', () => {
    const known = Object.keys(listFields(resource));
    const named = [
      resource.title,
      ...resource.list.columns,
      ...resource.list.filters,
      resource.list.sort.replace('-', ''),
      ...Object.values(resource.views).flatMap((view) => view.columns ?? []),
      ...resource.validators.flatMap((validator) => validator.fields),
      ...(resource.number ? [resource.number.field] : []),
      ...(resource.department ? [resource.department] : []),
      ...resource.processes.flatMap((process) =>
        process.steps.flatMap((step) => (isStep(step) ? (step.editable ?? []) : [])),
      ),
    ];
    for (const name of named) expect(known).toContain(name);
    const secrets = Object.entries(resource.fields).filter(([, { spec }]) => spec.secret);
    for (const [name] of secrets) expect(resource.list.columns).not.toContain(name);
  });

  test('a record that goes through approval has a department whose people act', () => {
    expect(resource.processes.length > 0).toBe(resource.department !== undefined);
  });

  test('law 10: every button has its call and its permission', () => {
    const calls = new Set(resourceCalls(resource).map((call) => call.path));
    // Workbooks and bundles of files have calls of their own.
    const beside = new Set(['import', 'export', 'zip']);
    const granted = new Set(
      composed.menus.flatMap((top) =>
        nodes(top.pages).flatMap((node) => (node.buttons ?? []).map((button) => button.code)),
      ),
    );
    for (const view of Object.values(resource.views)) {
      for (const action of view.actions) {
        const call = isCommonAction(action)
          ? doneBy[action]
          : (resource.actions?.[action]?.call ?? action);
        const known =
          call.includes('/') || beside.has(call) || calls.has(`${resource.path}/${call}`);
        expect([action, known]).toEqual([action, true]);
        expect(granted).toContain(`${view.code}_${action}`);
      }
    }
  });

  test('law 12: everything is said in both languages', () => {
    const labelsIn = (fields: Fields): readonly Label[] =>
      Object.values(fields).flatMap(({ spec }) => [
        spec.label,
        ...(spec.help ? [spec.help] : []),
        ...(spec.unit ? [spec.unit] : []),
        ...(spec.format ? [spec.format.message] : []),
        ...(spec.categories ?? []).map((one) => one.label),
        ...labelsIn(spec.fields ?? {}),
      ]);
    inBoth([
      resource.label,
      ...labelsIn(listFields(resource)),
      ...resource.form.flatMap((section) => [
        section.title,
        ...(section.note ? [section.note] : []),
      ]),
      ...Object.values(resource.views).flatMap((view) => [
        view.label,
        ...(view.note ? [view.note] : []),
      ]),
      ...resource.processes.flatMap((process) => [
        process.label,
        ...process.steps.map((step) => step.label),
      ]),
      ...resourceCalls(resource).map((call) => call.summary),
      ...Object.values(resource.actions ?? {}).flatMap(({ tells = [] }) =>
        tells.flatMap(({ title, content }) => [title, content]),
      ),
    ]);
  });
});

test('npm run explain prints every definition, each part of it in a form that people read', () => {
  expect(composed.resources.length).toBeGreaterThan(70);
  for (const resource of resources) {
    const text = explainDefinition(resource);
    expect(text).not.toMatch(/undefined|\[object|NaN|\{"/);
    // Nobody reads a longer line to its end; statements of tables are PostgreSQL's.
    const [own = '', tables = ''] = text.split('\n## Tables\n');
    for (const line of own.split('\n')) expect(line.length, line).toBeLessThan(200);
    expect(tables).toContain(`create table ${resource.table} (`);
    const named = [
      resource.key,
      ...resource.label,
      ...Object.keys(resource.fields),
      ...Object.values(resource.views).flatMap(({ path, code }) => [path, code]),
      ...Object.keys(resource.actions ?? {}),
      ...resource.processes.map(({ kind }) => kind),
      ...resourceCalls(resource).map(({ path }) => path),
    ];
    for (const word of named) expect(own).toContain(word);
  }
});

const han = /\p{Script=Han}/u;

const inBoth = (labels: readonly Label[]): void => {
  for (const [chinese, english] of labels) {
    expect([chinese.trim(), english.trim()]).not.toContain('');
    expect(english).not.toMatch(han);
  }
};

test('law 8: a definition that leaves a required field off its form does not load', () => {
  const wrong = () =>
    defineResource({
      key: 'wrong',
      label: ['错', 'Wrong'],
      path: 'laws/wrong',
      title: 'name',
      fields: { name: f.text(['名', 'Name']).required() },
      list: { columns: [], filters: [], sort: 'name' },
      form: [],
      access: { read: everyone(), write: everyone() },
    });
  expect(wrong).toThrow('the required field name is not on the form');
});

test('law 8: what people enter stands in the form, and a page shows what is computed once', () => {
  const fields = { name: f.text(['名', 'Name']), size: f.integer(['大小', 'Size']).computed() };
  const laid = (asked: readonly string[], shown: readonly string[]) => () =>
    checkLayout({ key: 'wrong', fields, form: [{ fields: asked, shown }] });
  expect(laid([], ['name'])).toThrow('the page shows name');
  expect(laid(['name', 'size'], ['size'])).toThrow('the page shows size');
  expect(laid(['name'], ['size', 'size'])).toThrow('the page shows size');
  expect(laid(['name'], ['size'])).not.toThrow();
});

test('law 12: menus, roles, calls and the shell speak both languages', () => {
  inBoth([
    ...Object.values(roles).map((role) => role.label),
    ...composed.menus.flatMap((top) => [
      top.label,
      ...nodes(top.pages).flatMap((node) => [
        node.label,
        ...(node.buttons ?? []).map((button) => button.label),
      ]),
    ]),
    ...serverApplication.endpoints.map((call) => call.summary),
  ]);
});

test('the parameters of every call can be checked: a server compiles the check at the first call', () => {
  const calls = [
    ...serverApplication.endpoints,
    ...application.resources.flatMap((resource) => resourceCalls(resource)),
  ];
  for (const { path, input } of calls) {
    try {
      readerOf(input)({});
    } catch (error) {
      expect([path, error]).toEqual([path, expect.any(Invalid)]);
    }
  }
});

test('law 16: the table of names in docs/language.md is what the definitions say', () => {
  const said = rowsUnder(readDoc('language.md'), 'key').map(([key, file, kinds, path, table]) => ({
    key,
    file,
    kinds,
    path,
    table,
  }));
  const meant = application.resources.map((resource: Resource) => ({
    key: resource.key,
    file: said.find((row) => row.key === resource.key)?.file,
    kinds: resource.processes.map((process) => process.kind).join(', ') || '–',
    path: resource.path,
    table: resource.table,
  }));
  expect(said).toEqual(meant);
  for (const { key, file } of said) {
    const path = join(root, 'packages/product/src', file ?? '');
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(`key: '${key}'`);
  }
});

test('law 17: every leaf of the menu opens a page', () => {
  const paths = application.menus.flatMap((top) => leaves(top.pages)).map((node) => node.path);
  const pages = pagesWith(application.resources.map((each) => readyResource(each)));
  for (const path of paths) {
    const page = matchRoute(pages, path) ?? matchRoute(pages, `${path}/index`);
    expect([path, page?.route.path]).toEqual([path, expect.any(String)]);
  }
});

/**
 * Handles that the kernel itself knows (whoever a base column speaks of), and plain words that are
 * keys by chance: the notices of a process, the parameters that choose handlers, a file's download,
 * what an effect posts to a ledger, the menu of
 * the shell.
 */
const ofTheKernel = new Set([
  'user',
  'role',
  'dept',
  'notice',
  'param',
  'download',
  'post',
  'menu',
]);

test('law 15: kernel, engine and console know no resource by name', () => {
  const names = resources
    .flatMap((resource) => [
      resource.key,
      ...resource.processes.map((process) => process.kind),
      ...Object.values(resource.views).map((view) => view.code),
      resource.path,
      ...Object.values(resource.views).map((view) => view.path),
    ])
    .filter((name) => !ofTheKernel.has(name));
  const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
  const quoted = new RegExp(`['"\`/](?:${names.join('|')})['"\`]`);
  const found = ['kernel', 'engine', 'console'].flatMap((name) => {
    const folder = join(root, 'packages', name, 'src');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
      .filter((file) => quoted.test(readFileSync(join(folder, file), 'utf8').replace(comments, '')))
      .map((file) => `${name}/${file}`);
  });
  expect(found).toEqual([]);
});

test.each(each.filter(([, { compute }]) => compute))(
  'law derive: what %s computes stays the same when it is computed again',
  (_key, resource) => {
    for (const input of sample(
      draft(resource, () => []),
      20,
    )) {
      const once = { ...input, ...computedValuesOf(resource, input, {}, {}) };
      const twice = { ...once, ...computedValuesOf(resource, once, once, {}) };
      expect(twice).toEqual(once);
    }
  },
);

test('whatever a check asks the server is answered for every kind', () => {
  const behaviours = new Map(composed.behaviours.map((one) => [one.resource.key, one]));
  const silent = resources.flatMap(({ key, checks = [] }) =>
    checks
      .filter(({ is, key: name }) => is === 'supplied' && !behaviours.get(key)?.checked?.[name])
      .map(({ key: name }) => `${key}: ${name}`),
  );
  expect(silent).toEqual([]);
});

test('kinds with authors may compare titles, too', () => {
  const paper = resources.find(({ key }) => key === 'papersapp') as Resource;
  const compared = { ...paper, with: [...(paper.with ?? []), comparedTitles] } as Resource;
  const { behaviours } = composeServer(
    achievements.map((kind) => (kind.key === paper.key ? compared : kind)),
  );
  const behaviour = behaviours.find(({ resource }) => resource === compared);
  expect(behaviour?.checked?.likeness).toBeTypeOf('function');
});
