import { existsSync, readFileSync } from 'node:fs';
import { writeBpmn } from '@keyan/engine/workflow/drawings/bpmn.ts';
import { layOutDiagram } from '@keyan/engine/workflow/drawings/drawing.ts';
import { kindsByKey, routeKey } from '@keyan/engine/workflow/drawings/keys.ts';
import { asSavedByEditor } from '@keyan/engine/workflow/drawings/redrawn.ts';
import { readText } from '@keyan/engine/workflow/reading/reader.ts';
import { factTypesOf } from '@keyan/engine/workflow/runtime/fact-types.ts';
import { sourceFieldsIn } from '@keyan/engine/workflow/runtime/fact-words.ts';
import { categoriesFor } from '@keyan/kernel/definition/field/categories.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { type ChainLink, isStep, type Kind } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import { routesWithoutApprover } from '@keyan/kernel/workflow/deployment/approver.ts';
import { editsOfJudgedFields } from '@keyan/kernel/workflow/judging/rejudge.ts';
import { outcomeTypes } from '@keyan/kernel/workflow/outcome-facts.ts';
import { checkCondition } from '@keyan/kernel/workflow/type-check.ts';
import { routeMatters } from '@keyan/product/composition/matters.server.ts';
import { serverApplication } from '@keyan/product/index.server.ts';
import { application } from '@keyan/product/index.ts';
import { reviewedMixin } from '@keyan/product/review/reviewed.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';
import { chanceOf, playOut } from './support/route-play.ts';

/** Laws of the route of every kind of approval. */
const kinds = lawProduct().kinds;
const byKey = new Map(application.resources.map((resource) => [resource.key, resource]));
const each = kinds.map((kind) => [kind.process.kind, kind] as const);

test('every kind has a key and a number of its own', () => {
  const keyed = new Set([...kindsByKey(kinds).values()].map(({ process }) => process.kind));
  expect(keyed.size).toBe(kinds.length);
  expect(new Set(kinds.map(({ process }) => process.category)).size).toBe(kinds.length);
});

describe.each(each)('%s', (_kind, kind) => {
  const { process, fields } = kind;

  test('law 9: its route is deployed as it is written, and somebody approves on each way', async () => {
    const drawn = shippedDiagramOf(process);
    const reading = readText(await writeBpmn(drawn));
    expect(reading.problems).toEqual([]);
    const graph = compile(drawn);
    expect(reading.graph).toEqual({ ...graph, key: routeKey(process.kind) });
    // The same after its settings were opened on the canvas.
    const again = readText(await asSavedByEditor(await writeBpmn(drawn)));
    expect(again.graph).toEqual(reading.graph);
    expect(routesWithoutApprover(graph)).toEqual([]);
  });

  test('law 9: its conditions have a value on every record of the kind', () => {
    const graph = compile(shippedDiagramOf(process));
    const told = (name: string) => routeMatters.find((one) => one.name === name)?.facts ?? null;
    const facts = new Map([...factTypesOf(kind), ...outcomeTypes(graph, told)]);
    for (const { condition } of Object.values(graph.flows)) {
      const found = condition ? checkCondition(condition, facts) : undefined;
      expect([...(found?.unknown ?? []), ...(found?.problems ?? [])]).toEqual([]);
    }
  });

  test('nobody edits what its conditions have judged before', () => {
    const blank = initialRow(fields, { id: '0', name: '', departments: [] });
    const resource = [...byKey.values()].find(({ processes }) => processes.includes(process)) ?? {};
    const sources = sourceFieldsIn({ resource, process }, blank, {});
    const graph = compile(shippedDiagramOf(process));
    expect(editsOfJudgedFields(graph, sources, (name) => [name, name])).toEqual([]);
  });

  test('law 9: its people are roles of the product, its fields those that people fill in', () => {
    for (const step of process.steps.filter(isStep)) {
      for (const candidate of step.candidates) {
        const role = /^role:(\w+)/.exec(candidate)?.[1];
        expect(role === undefined ? ['leader'] : Object.keys(roles)).toContain(
          role ?? candidate.split('@')[0],
        );
      }
      for (const name of step.editable ?? []) {
        const { readonly = false, byApprover = false } = fields[name]?.spec ?? {};
        expect([name, readonly && !byApprover]).toEqual([name, false]);
        expect(Object.keys(fields)).toContain(name);
      }
    }
  });

  test('it waits for what somebody completes, and whose outcome changes fields', () => {
    for (const link of process.steps) {
      if (!('wait' in link)) continue;
      expect(routeMatters.map(({ name }) => name)).toContain(link.wait);
      for (const name of link.editable ?? []) expect(Object.keys(fields)).toContain(name);
    }
  });

  test('law 12: it speaks both languages', () => {
    const labels: readonly Label[] = [
      process.label,
      ...process.steps.map(({ label }) => label),
      ...Object.values(fields).map(({ spec }) => spec.label),
    ];
    for (const [chinese, english] of labels) {
      expect([chinese.trim(), english.trim()]).not.toContain('');
      expect(english).not.toMatch(/\p{Script=Han}/u);
    }
  });

  test('its drawing shows every node in a place of its own, and every flow', () => {
    const drawn = shippedDiagramOf(process);
    const { boxes, lines } = layOutDiagram(drawn);
    expect(boxes.size).toBe(drawn.nodes.length);
    expect(lines.size).toBe(drawn.flows.length);
    const all = [...boxes.values()];
    const apart = all.every((a, i) =>
      all
        .slice(i + 1)
        .every(
          (b) =>
            a.x + a.width <= b.x ||
            b.x + b.width <= a.x ||
            a.y + a.height <= b.y ||
            b.y + b.height <= a.y,
        ),
    );
    expect(apart).toBe(true);
    // Lines touch nodes in places of their own, or could be taken for one.
    const ends = [...lines.values()].map((points) => points.at(-1)?.join());
    const starts = [...lines.values()].map(([point]) => point?.join());
    expect(starts.filter((point) => ends.includes(point))).toEqual([]);
  });

  test('whatever its records say and its people do, it ends', () => {
    fc.assert(
      fc.property(chanceOf(kind), (chance) => {
        const { position, agreed } = playOut(kind, chance);
        expect(['approved', 'refused']).toContain(position);
        if (position === 'approved') expect(agreed).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });
});

const expense = (expenseAmount: string, special: string | null) => ({
  param: { leaderAmount: '50000', rdAmount: '200000' },
  expenseAmount,
  special,
});
const change = (
  changeTypes: readonly string[],
  equipmentChanged: string,
  ownAdjustment: string,
) => ({
  changeTypes,
  equipmentChanged,
  ownAdjustment,
});
const held = (isForeign: string, needReview: string) => ({ isForeign, needReview });

const contract = (contractAmount: string, isRelated: string) => ({
  param: { legalAmount: '1000000' },
  contractAmount,
  isRelated,
});
const registered = (...held: readonly string[]) => ({ applicant: { roles: held } });

test.each([
  ['fundsExpenditure', expense('49999.99', '0'), 'finance'],
  ['fundsExpenditure', expense('50000.00', '0'), 'deptLeader finance'],
  ['fundsExpenditure', expense('200000.00', null), 'deptLeader rdFund finance'],
  ['fundsExpenditure', expense('10.00', '1'), 'rdFund finance'],
  ['jfdzys', { param: { leaderAmount: '500000' }, divideAmount: '499999.99' }, 'rdFund finance'],
  [
    'jfdzys',
    { param: { leaderAmount: '500000' }, divideAmount: '500000.00' },
    'rdFund rdLeader finance',
  ],
  ['advisoryapp', { adoptLevel: '03' }, 'deptSecretary rdAchieve rdLeader'],
  ['advisoryapp', { adoptLevel: '04' }, 'deptSecretary rdAchieve'],
  ['achievementAwd', { awardLevel: '02' }, 'deptSecretary rdAchieve rdLeader'],
  ['achievementAwd', { awardLevel: '03' }, 'deptSecretary rdAchieve'],
  ['yxhlwwhdj', { param: { publicity: '1' } }, 'deptSecretary publicity rdAchieve rdLeader'],
  ['yxhlwwhdj', { param: { publicity: '0' } }, 'deptSecretary rdAchieve rdLeader'],
  ['xshdjb', held('1', '0'), 'deptLeader rdAchieve international rdLeader'],
  ['xshdjb', held('0', '0'), 'deptLeader rdAchieve rdLeader'],
  ['xshdjb', held('0', '1'), 'deptLeader rdAchieve review reviewedAgain rdLeader'],
  ['team', { needReview: '1' }, 'deptSecretary rdOffice review reviewedAgain'],
  ['team', { needReview: '0' }, 'deptSecretary rdOffice'],
  ['cgjd', { needReview: '1' }, 'deptSecretary rdAchieve review reviewedAgain'],
  [
    'vertical/checkReport',
    { batch: { needReview: '1' } },
    'deptSecretary rdProject review reviewedAgain',
  ],
  ['vertical/checkReport', { batch: { needReview: '0' } }, 'deptSecretary rdProject'],
  ['pjsb', { notice: { needReview: '1' } }, 'deptSecretary deptLeader rdAchieve review rdLeader'],
  ['pjsb', { notice: { needReview: '0' } }, 'deptSecretary deptLeader rdAchieve rdLeader'],
  [
    'school/declare',
    { plan: { needReview: '1' } },
    'deptSecretary deptLeader rdProject review rdLeader',
  ],
  [
    'vertical/declare',
    { plan: { needReview: '0' } },
    'deptSecretary deptLeader rdProject rdLeader',
  ],
  ['vertical/approval', registered('teacher'), 'deptSecretary rdProject rdLeader'],
  ['vertical/approval', registered('rd_project'), 'rdProject rdLeader'],
  [
    'cultural/change',
    change(['01', '07'], '1', '0'),
    'deptSecretary deptLeader rdProject finance rdLeader',
  ],
  ['vertical/change', change(['01'], '1', '0'), 'deptSecretary deptLeader rdProject rdLeader'],
  ['vertical/change', change(['07'], '0', '0'), 'deptSecretary deptLeader rdProject rdLeader'],
  ['vertical/change', change(['07'], '0', '1'), 'rdProject'],
  [
    'horizontal/change',
    change(['07'], '0', '1'),
    'deptSecretary deptLeader rdFund finance rdLeader',
  ],
  ['horizontal/change', change(['10'], '0', '0'), 'deptSecretary deptLeader rdFund rdLeader'],
  [
    'vertical/conclusion',
    { conclusionType: '02' },
    'deptSecretary deptLeader rdProject finance review rdLeader',
  ],
  [
    'vertical/conclusion',
    { conclusionType: '03' },
    'deptSecretary deptLeader rdProject finance rdLeader',
  ],
  ['horizontal/record', contract('999999.99', '0'), 'deptSecretary deptLeader rdFund rdLeader'],
  [
    'horizontal/record',
    contract('1000000.00', '0'),
    'deptSecretary deptLeader rdFund legal rdLeader',
  ],
  ['horizontal/record', contract('1.00', '1'), 'deptSecretary deptLeader rdFund legal rdLeader'],
  ['horizontal/over', { isBreach: '0', returnFunds: null }, 'deptLeader rdFund finance rdLeader'],
  [
    'horizontal/over',
    { isBreach: '0', returnFunds: '0.01' },
    'deptLeader rdFund legal finance rdLeader',
  ],
  [
    'horizontal/over',
    { isBreach: '1', returnFunds: null },
    'deptLeader rdFund legal finance rdLeader',
  ],
] as const)('%s of %j asks %s', (kind, record, steps) => {
  const found = kinds.find(({ process }) => process.kind === kind);
  if (!found) throw new Error(`no kind ${kind}`);
  const { asked, position } = playOut(found, { records: [record], moves: [], empty: [] });
  expect(asked.join(' ')).toBe(steps);
  expect(position).toBe('approved');
});

// The table of the default routes lies beside the project and is no part of it. Where it is missing
// this test passes and says that it did not run.
const table = new URL('../../shared/data/kinds.json', import.meta.url);

interface Listed {
  readonly kind: string;
  readonly zh: string;
  readonly processKey: string;
  readonly nodes: readonly {
    readonly name: string;
    readonly candidateGroups: string;
    readonly emptyPolicy: string;
    readonly type: 'user' | 'review';
    readonly condition: string;
  }[];
  readonly attachments: readonly { readonly catalog: string; readonly required: boolean }[];
}

/** Rules ask for a condition where the table has none. */
const conditionByRule = (kind: string, name: string): boolean =>
  /^(vertical|school|cultural)\/change$/.test(kind) && name !== '科研处项目科审核';

/** The categories of a record of this kind: of one about projects, the kind of project decides. */
const categoriesOf = (kind: string, fields: Fields) => {
  const { categories = [] } = fields.attachments?.spec ?? {};
  return categoriesFor(categories, categories, { programKind: kind.split('/')[0] });
};

/** Double-blind reviews want a version without names, which the table does not have: the definition names it. */
const namelessFiles = ({ process }: Kind): readonly string[] =>
  application.resources.flatMap((resource: Resource) =>
    resource.processes.includes(process)
      ? (reviewedMixin.optionsOf(resource)?.anonymousFiles ?? [])
      : [],
  );

/** Names are written with full-width brackets here. */
const fullWidth = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）');

/** Reviews that the office may want of some records are no part of the table: it has the routes without them. */
const withoutWanted = (steps: readonly ChainLink[]): readonly ChainLink[] =>
  steps.filter(
    ({ key }, place) =>
      key !== 'reviewedAgain' && (key !== 'review' || steps[place + 1]?.key !== 'reviewedAgain'),
  );

const asListed = (kind: Kind, { process, fields } = kind) => ({
  kind: process.kind,
  zh: process.label[0],
  processKey: routeKey(process.kind),
  nodes: withoutWanted(process.steps).map((link) => ({
    name: link.label[0],
    candidateGroups: isStep(link) ? link.candidates.join() : '',
    emptyPolicy: isStep(link) ? (link.empty ?? 'toAdmin') : 'toAdmin',
    type: isStep(link) ? 'user' : 'review',
    conditional: link.condition !== undefined,
  })),
  attachments: categoriesOf(process.kind, fields)
    .filter(({ code }) => !namelessFiles(kind).includes(code))
    .map(({ code, required }) => ({ catalog: code, required })),
});

/** Kinds that the table has no route for. */
const besideTheTable = new Set([
  'honorary',
  'academicPartTime',
  'personnelChange',
  'team',
  'ethicsReview',
]);

test('the shipped routes are those of the table', ({ skip }) => {
  if (!existsSync(table)) skip('the table of default routes is not beside the project');
  const { kinds: listed } = JSON.parse(readFileSync(table, 'utf8')) as {
    readonly kinds: readonly Listed[];
  };
  const expected = listed.map(({ kind, zh, processKey, nodes, attachments }) => ({
    kind,
    zh: fullWidth(zh),
    processKey,
    nodes: nodes.map(({ name, candidateGroups, emptyPolicy, type, condition }) => ({
      name,
      candidateGroups,
      emptyPolicy,
      type,
      conditional: condition !== '' || conditionByRule(kind, name),
    })),
    attachments,
  }));
  const byKind = (a: { readonly kind: string }, b: { readonly kind: string }): number =>
    a.kind < b.kind ? -1 : 1;
  const shipped = serverApplication.kinds.filter(
    ({ process }) => !besideTheTable.has(process.kind),
  );
  expect(shipped.map((kind) => asListed(kind)).sort(byKind)).toEqual(expected.sort(byKind));
});
