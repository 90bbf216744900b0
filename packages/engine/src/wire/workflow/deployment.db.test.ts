import type { FindingRow, UploadFindings } from '@keyan/kernel/wire/routes.ts';
import type { Diagram } from '@keyan/kernel/workflow/diagram.ts';
import { diagramFromLines, type NodeSettings } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import { furnish, startProgram } from '../../workflow/testing.ts';
import { testCalls } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});
const { call } = testCalls(program);

interface Uploaded extends UploadFindings {
  readonly definitions: readonly Record<string, string>[];
}

const zhOf = (rows: readonly FindingRow[]): string[] => rows.map(({ text }) => text);

/** Result for a drawn route for requests, whose steps are the head's unless it says otherwise. */
const judged = async (
  lines: readonly string[],
  nodes: Readonly<Record<string, NodeSettings>> = {},
  also: (diagram: Diagram) => Diagram = (diagram) => diagram,
) => {
  const steps = [...new Set(lines.flatMap((line) => line.match(/u\d/g) ?? []))];
  const settings = Object.fromEntries(
    steps.map((id) => [id, { people: ['role:head'], ...nodes[id] }]),
  );
  const xml = await writeBpmn({ ...also(diagramFromLines(lines, settings)), key: 'request' });
  const found = await call<Uploaded>(
    'blade-flow/manager/deploy-upload',
    '36',
    { dryRun: true },
    { files: [xml] },
  );
  return { problems: zhOf(found.problems), warnings: zhOf(found.warnings) };
};

describe('deployment refuses', () => {
  test('an end drawn as approved that a refusal reaches', async () => {
    const lines = ['s>a', 'a>u1', 'u1>x1', 'x1>e1?${pass}', 'x1>e2!'];
    const ends = (diagram: Diagram): Diagram => ({
      ...diagram,
      nodes: diagram.nodes.map((node) =>
        node.type === 'end' ? { ...node, result: 'approved' as const } : node,
      ),
    });
    expect(await judged(lines, {}, ends)).toMatchObject({
      problems: ['节点【u1】不同意时会到达结果为“通过”的【e2】'],
    });
  });

  test('a step whose “against” has nowhere to lead', async () => {
    const lines = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];
    expect(await judged(lines, { u3: { onAgainst: 'prev' } })).toMatchObject({
      problems: ['节点【u3】在并行汇聚之后，不同意时无法确定“上一环节”，请指定退回的环节'],
    });
    expect(await judged(lines, { u3: { onAgainst: 'u1' } })).toMatchObject({ problems: [] });
  });
});

test('a deadline that is no date of the record is refused', async () => {
  const lines = ['s>a', 'a>u1', 'u1>e'];
  const due = async (name: string) =>
    (await judged(lines, { u1: { due: `date:${name}` } })).problems;
  expect(await due('amount')).toEqual(['节点【u1】的期限字段【amount】不存在或不是日期']);
  expect(await due('nothing')).toEqual(['节点【u1】的期限字段【nothing】不存在或不是日期']);
});

describe('deployment warns', () => {
  const choice = ['s>a', 'a>u1', 'u1>x1', 'u2>e', 'u3>e'];

  test('of a gateway at which a process may stand still', async () => {
    const left = ['x1>u2?${amount > 5}', 'x1>u3?${amount < 5}'];
    expect(await judged([...choice, ...left])).toEqual({
      problems: [],
      warnings: ['网关【x1】没有默认分支，条件均不成立时流程会停在此处，请设置默认分支'],
    });
    const whole = ['x1>u2?${amount > 5}', 'x1>u3?${amount <= 5}'];
    expect(await judged([...choice, ...whole])).toEqual({ problems: [], warnings: [] });
  });

  test('of a step at which the applicant can only agree', async () => {
    expect(await judged(['s>a', 'a>u1', 'u1>a2', 'a2>e'])).toEqual({
      problems: [],
      warnings: ['申请人在【申请人】只能同意：之后没有按【pass】判断的网关'],
    });
  });
});
