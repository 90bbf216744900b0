import { describe, expect, test } from 'vitest';
import type { VotePolicy } from '../definition/life/process.ts';
import { compile } from './compile.ts';
import { refusalsApproved, routesWithoutApprover } from './deployment/approver.ts';
import type { Diagram, DiagramUser, EndSettings } from './diagram.ts';
import { diagramFromLines } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';
import { judgeVotes } from './votes.ts';

const never = () => false;

/** The verdict after each of the votes, `+` for and `-` against. */
const verdicts = (policy: VotePolicy, total: number, votes: string): (string | null)[] => {
  let [done, against] = [0, 0];
  return [...votes].map((vote) => {
    if (vote === '+') done += 1;
    else against += 1;
    return judgeVotes(policy, { total, done, against }, never);
  });
};

test.each<[VotePolicy, number, string, (string | null)[]]>([
  [{ agree: 'all', against: 'veto' }, 3, '++-', [null, null, 'against']],
  [{ agree: 'all', against: 'veto' }, 2, '++', [null, 'agree']],
  [{ agree: 'any', against: 'veto' }, 3, '-', ['against']],
  [{ agree: 'any', against: 'count' }, 2, '--', [null, 'against']],
  [{ agree: 'any', against: 'count' }, 2, '-+', [null, 'agree']],
  [{ agree: 60, against: 50 }, 5, '+---', [null, null, null, 'against']],
  [{ agree: 60, against: 100 }, 5, '+++', [null, null, 'agree']],
  [{ agree: 60, against: 'count' }, 3, '--', [null, 'against']],
  [{ agree: 67, against: 'count' }, 3, '++', [null, null]],
  [{ agree: 60, against: 'veto' }, 5, '+-', [null, 'against']],
])('%o of %i: %s', (policy, total, votes, expected) => {
  expect(verdicts(policy, total, votes)).toEqual(expected);
});

test('in turn one person at a time is active, whoever is still to come', () => {
  const completion = '${nrOfActiveInstances == 1 && nrOfCompletedInstances == 1}';
  const graph = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], {
      u1: { multi: { sequential: true, completion } },
    }),
  );
  const at = stageOf(graph, { people: { u1: ['1', '2', '3'], u2: ['9'] } });
  at.start();
  at.agree('1');
  expect(at.open()).toBe('u2:9');
});

test('whoever voted against a step is asked again where that step would pass theirs', () => {
  const graph = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], {
      u1: { multi: { sequential: false, agree: 60, against: 'count' } },
    }),
  );
  const people = { u1: ['1', '2', '3'], u2: ['1'] };
  const at = stageOf(graph, { people, settings: { skipSame: 'any' } });
  at.start();
  for (const who of ['1', '2', '3']) {
    const own = at.todo().find(({ assignee }) => assignee === who)?.id ?? '';
    if (who === '1') at.tell({ is: 'disagree', task: own, comment: 'no' }, who);
    else at.agree(who, own);
  }
  expect(at.open()).toBe('u2:1');
});

const shares = [1, 33, 50, 60, 67, 100];
const policies: VotePolicy[] = (['all', 'any', ...shares] as const).flatMap((agree) =>
  (['veto', 'count', ...shares] as const)
    .filter(
      (against) =>
        typeof agree !== 'number' || typeof against !== 'number' || agree + against > 100,
    )
    .map((against) => ({ agree, against })),
);

test('every policy is decided at the latest by the last vote', () => {
  for (const policy of policies) {
    for (let total = 1; total <= 7; total += 1) {
      for (let done = 0; done <= total; done += 1) {
        const against = total - done;
        expect(
          judgeVotes(policy, { total, done, against }, never),
          JSON.stringify(policy),
        ).not.toBe(null);
      }
    }
  }
});

test('without a veto the order of the votes makes no difference', () => {
  for (const policy of policies.filter(
    ({ against, agree }) => against !== 'veto' && agree !== 'any',
  )) {
    for (const [all, total] of [
      ['++--', 4],
      ['+++--', 5],
      ['++---', 5],
    ] as const) {
      const last = (votes: string) => verdicts(policy, total, votes).find((verdict) => verdict);
      expect(last(all), JSON.stringify(policy)).toBe(last([...all].reverse().join('')));
    }
  }
});

const lines = ['s>a', 'a>u1', 'u1>u2', 'u2>e'];
const people = { u1: ['1', '2', '3', '4', '5'], u2: ['9'] };

const voting = (
  settings: Partial<DiagramUser> = {},
  multi: DiagramUser['multi'] = { sequential: false, agree: 60, against: 50 },
) => {
  const at = stageOf(compile(diagramFromLines(lines, { u1: { multi, ...settings } })), {
    people,
    settings: { skipSame: 'none' },
  });
  at.start();
  const task = (who: string): string =>
    at.todo().find(({ assignee }) => assignee === who)?.id ?? '';
  return {
    ...at,
    yes: (who: string) => at.agree(who, task(who)),
    no: (who: string) => at.tell({ is: 'disagree', task: task(who), comment: 'no' }, who),
    task,
  };
};

describe('a step that counts votes', () => {
  test('goes on when enough agree; votes against do not end it before', () => {
    const at = voting();
    at.no('1');
    at.no('2');
    expect(at.open()).toBe('u1:3 u1:4 u1:5');
    at.yes('3');
    at.yes('4');
    at.yes('5');
    expect(at.open()).toBe('u2:9');
  });

  test('sends the record back when it fails, or to the end that it names', () => {
    const at = voting();
    at.no('1');
    at.no('2');
    expect(at.no('3')).toBe('returned');
    expect(at.said()).toEqual(['表决未通过']);
    expect(at.notified()).toEqual(['returned:a', 'cancelled:4,5']);
    const refused = voting({ onAgainst: 'refuse' });
    refused.no('1');
    refused.no('2');
    expect(refused.no('3')).toBe('refused');
  });

  test('nobody returns or refuses it alone', () => {
    const at = voting();
    const on = { task: at.task('1'), comment: 'x' };
    const only = '本环节为表决，请选择同意或不同意';
    expect(at.tell({ is: 'back', to: 'applicant', ...on }, '1')).toBe(only);
    expect(at.tell({ is: 'refuse', ...on }, '1')).toBe(only);
  });

  test('in turn, each is asked after a vote that does not decide', () => {
    const at = voting({}, { sequential: true, agree: 'any', against: 'count' });
    expect(at.open()).toBe('u1:1');
    at.no('1');
    expect(at.open()).toBe('u1:2');
    at.yes('2');
    expect(at.open()).toBe('u2:9');
  });

  test('in turn, a turn that came too early does not come back', () => {
    const at = voting({}, { sequential: true });
    at.yes('1');
    const [first] = at.now().snapshot.tasks.filter(({ actor }) => actor === '1');
    expect(at.tell({ is: 'withdraw', task: first?.id ?? '' }, '1')).toBe('inApproval');
    for (const who of ['1', '2', '3', '4', '5']) at.yes(who);
    expect(at.open()).toBe('u2:9');
    const last = at.now().snapshot.tasks.findLast(({ actor }) => actor === '5');
    expect(at.tell({ is: 'withdraw', task: last?.id ?? '' }, '5')).toBe('inApproval');
    expect(at.open()).toBe('u1:5');
  });

  describe('in turn, whoever has left by then is not asked', () => {
    const left = (policy: VotePolicy, people: readonly string[]) => {
      const u1 = { people: ['role:u1'], multi: { sequential: true, ...policy } };
      const at = stageOf(compile(diagramFromLines(lines, { u1 })), {
        people: { u1: people, u2: ['9'] },
      });
      at.start();
      return at;
    };
    const leftOut = '办理人账号已停用或为记录涉及的人员，不再征求其意见';

    test('the next one is, and their votes decide', () => {
      const at = left({ agree: 'all', against: 'veto' }, ['1', 'gone2', '3']);
      at.agree('1');
      expect(at.open()).toBe('u1:3');
      expect(at.said()).toEqual([leftOut]);
      expect(at.now().snapshot.visits.at(-1)).toMatchObject({ people: ['1', '3'], total: 2 });
      at.agree('3');
      expect(at.open()).toBe('u2:9');
    });

    test('without the others, the votes that are there may be enough', () => {
      const at = left({ agree: 'all', against: 'veto' }, ['1', 'gone2', 'gone3']);
      at.agree('1');
      expect(at.open()).toBe('u2:9');
    });

    test('or too many are against', () => {
      const at = left({ agree: 60, against: 60 }, ['1', 'gone2', 'gone3']);
      expect(at.disagree('1')).toBe('returned');
    });
  });

  test('a vote against is not taken for an approval at a later step', () => {
    const at = stageOf(
      compile(
        diagramFromLines(lines, {
          u1: { multi: { sequential: false, agree: 50, against: 'count' } },
        }),
      ),
      {
        people: { u1: ['1', '2'], u2: ['1'] },
        settings: { skipSame: 'any' },
      },
    );
    at.start();
    const task = (who: string): string =>
      at.todo().find(({ assignee }) => assignee === who)?.id ?? '';
    at.tell({ is: 'disagree', task: task('1'), comment: 'no' }, '1');
    at.agree('2', task('2'));
    expect(at.open()).toBe('u2:1');
  });

  test('a vote against can be withdrawn', () => {
    const at = voting();
    const mine = at.task('1');
    at.no('1');
    expect(at.tell({ is: 'withdraw', task: mine }, '1')).toBe('inApproval');
    at.no('2');
    at.no('3');
    expect(at.open()).toBe('u1:1 u1:4 u1:5');
  });

  test('a word is not withdrawn where those of the others decide the step all the same', () => {
    const multi = { sequential: false, agree: 'any', against: 'count' } as const;
    const at = stageOf(compile(diagramFromLines(lines, { u1: { multi } })), {
      people: { u1: ['1', '2', '3'], u2: ['9'] },
    });
    at.start();
    const task = (who: string): string =>
      at.todo().find(({ assignee }) => assignee === who)?.id ?? '';
    const mine = task('1');
    at.tell({ is: 'disagree', task: mine, comment: 'no' }, '1');
    at.agree('2', task('2'));
    expect(at.open()).toBe('u2:9');
    expect(at.tell({ is: 'withdraw', task: mine }, '1')).toBe(
      '其他人的表决已决定本环节的结果，不能取回',
    );
    const deciding = at.now().snapshot.tasks.find(({ actor }) => actor === '2')?.id ?? '';
    expect(at.tell({ is: 'withdraw', task: deciding }, '2')).toBe('inApproval');
    expect(at.open()).toBe('u1:2 u1:3');
  });

  test('in turn, who handed the turn on may get it back', () => {
    const at = voting({}, { sequential: true });
    at.tell({ is: 'transfer', task: at.task('1'), to: '8' }, '1');
    expect(at.tell({ is: 'transfer', task: at.task('8'), to: '2' }, '8')).toBe(
      '转办人已是该环节的审批人',
    );
    expect(at.tell({ is: 'transfer', task: at.task('8'), to: '1' }, '8')).toBe('inApproval');
  });

  test('whoever has a word on the step takes no second one from the pool', () => {
    const at = stageOf(compile(diagramFromLines(lines, { u1: { multi: { sequential: false } } })), {
      people: { u1: ['1', '2'], u2: ['9'], admin: ['admin', 'admin2'] },
    });
    at.start();
    const own = at.todo().find(({ assignee }) => assignee === '1')?.id ?? '';
    at.tell({ is: 'reassignOnLeave', from: ['2'], to: null }, 'nobody');
    const pool = at.todo().find(({ assignee }) => assignee === null)?.id ?? '';
    at.tell({ is: 'transfer', task: own, to: 'admin' }, '1');
    const twice = '您已是本环节的审批人，不能重复办理';
    expect(at.tell({ is: 'claim', task: pool }, 'admin')).toBe(twice);
    expect(at.agree('admin', own)).toBe('inApproval');
    expect(at.agree('admin', pool)).toBe(twice);
  });

  test('shares that could both hold are refused', () => {
    const multi = { sequential: false, agree: 50, against: 50 };
    expect(() => compile(diagramFromLines(lines, { u1: { multi } }))).toThrow(
      '节点【u1】的同意比例与反对比例之和必须大于 100',
    );
  });
});

test('one person’s 不同意 goes where the step says', () => {
  for (const [onAgainst, open] of [
    ['prev', 'u1:1'],
    ['u1', 'u1:1'],
    ['applicant', 'a:a'],
  ] as const) {
    const graph = compile(diagramFromLines(lines, { u2: { onAgainst } }));
    const at = stageOf(graph, { people: { u1: ['1'], u2: ['9'] } });
    at.start();
    at.agree('1');
    at.disagree('9');
    expect(at.open()).toBe(open);
  }
  expect(() => compile(diagramFromLines(lines, { u2: { onAgainst: 'u7' } }))).toThrow(
    '退回的节点【u7】不存在',
  );
});

describe('a defeat always leads somewhere', () => {
  const many: DiagramUser['multi'] = { sequential: false, agree: 60, against: 50 };
  const forked = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];
  const last = { u1: ['1'], u2: ['2'], u3: ['5', '6'] };

  test.each([
    ['a vote', { multi: many, onAgainst: 'prev' }],
    ['one person’s word', { onAgainst: 'prev' }],
  ] as const)('%s, where the steps before are parallel', (_what, settings) => {
    const at = stageOf(compile(diagramFromLines(forked, { u3: settings })), {
      people: last,
      settings: { skipSame: 'none' },
    });
    at.start();
    at.agree('1');
    at.agree('2');
    const [task] = at.todo();
    at.tell({ is: 'disagree', task: task?.id ?? '', comment: 'no' }, task?.assignee ?? '5');
    expect(at.open()).toBe('a:a');
  });

  test('where the named step was not dealt with', () => {
    const way = ['s>a', 'a>x1', 'x1>u1?${big}', 'x1>u2!', 'u1>u2', 'u2>e'];
    const at = stageOf(compile(diagramFromLines(way, { u2: { multi: many, onAgainst: 'u1' } })), {
      people: { u1: ['1'], u2: ['5', '6'] },
    });
    at.know({ big: false });
    at.start();
    const [task] = at.todo();
    at.tell({ is: 'disagree', task: task?.id ?? '', comment: 'no' }, task?.assignee ?? '5');
    expect(at.open()).toBe('a:a');
  });
});

describe('an end may have a result', () => {
  const branches = ['s>a', 'a>u1', 'u1>x1', 'x1>e1?${pass}', 'x1>e2!'];
  const withEnds = (ends: Readonly<Record<string, EndSettings>>): Diagram => {
    const diagram = diagramFromLines(branches);
    const nodes = diagram.nodes.map((node) =>
      node.type === 'end' ? { ...node, ...ends[node.id] } : node,
    );
    return { ...diagram, nodes };
  };

  test('which counts whatever the last person said', () => {
    const graph = compile(withEnds({ e2: { result: 'withdrawn' } }));
    const at = stageOf(graph, { people: { u1: ['1'] } });
    at.start();
    expect(at.disagree('1')).toBe('recalled');
  });

  test('a refusal that could reach an approval is refused at deployment', () => {
    expect(refusalsApproved(compile(withEnds({ e1: { result: 'approved' } })))).toEqual([]);
    expect(
      refusalsApproved(compile(withEnds({ e2: { result: 'approved' } }))).map(
        ({ text }) => text[0],
      ),
    ).toEqual(['节点【u1】不同意时会到达结果为“通过”的【e2】']);
  });

  test('a free end may be reached without an approver', () => {
    const diagram = diagramFromLines(['s>a', 'a>e']);
    const free: Diagram = {
      ...diagram,
      nodes: diagram.nodes.map((node) => (node.type === 'end' ? { ...node, free: true } : node)),
    };
    expect(routesWithoutApprover(compile(diagram))).toHaveLength(1);
    expect(routesWithoutApprover(compile(free))).toEqual([]);
    expect(stageOf(compile(free), { people: {} }).start()).toBe('approved');
  });
});
