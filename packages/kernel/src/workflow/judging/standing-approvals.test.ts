import { describe, expect, test } from 'vitest';
import { drawnRoute } from '../testing/cast.ts';

describe('a direct return walks the route anew and passes what still stands', () => {
  test('whoever returned it is asked again, also where an older approval of theirs would stand', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>x1', 'x1>u2?${n > 0}', 'x1>u3!', 'u2>u3', 'u3>e'], {
      settings: { resubmit: 'direct' },
    });
    at.know({ n: 1 });
    at.start();
    at.agree('1');
    at.agree('2');
    at.back('3', 'u1');
    at.know({ n: 2 });
    at.agree('1');
    expect(at.open()).toBe('u2:2');
    at.back('2', 'applicant');
    at.know({ n: 1 });
    at.agree('a');
    expect(at.open()).toBe('u2:2');
  });

  const limit = [
    's>a',
    'a>u1',
    'u1>x1',
    'x1>u2?${amount >= 50000}',
    'x1>x2!',
    'u2>x2',
    'x2>u3',
    'u3>e',
  ];
  const valid = '此前已同意，判断依据未变';

  test('a step that became necessary is asked', () => {
    const at = drawnRoute(limit);
    at.know({ amount: '100.00' });
    at.start();
    at.agree('1');
    expect(at.backFrom('u3', '3', 'applicant', true)).toBe('returned');
    at.know({ amount: '900000.00' });
    at.agree('a');
    expect(at.open()).toBe('u2:2');
    expect(at.said()).toEqual([valid]);
    at.agree('2');
    expect(at.open()).toBe('u3:3');
    // Returned directly once more: both stand.
    at.backFrom('u3', '3', 'applicant', true);
    at.agree('a');
    expect(at.open()).toBe('u3:3');
    expect(at.said()).toEqual([valid, valid]);
    expect(at.agree('3')).toBe('approved');
  });

  test('nothing changed: straight to whoever returned it', () => {
    const at = drawnRoute(limit);
    at.know({ amount: '900000.00' });
    at.start();
    at.agree('1');
    at.agree('2');
    at.backFrom('u3', '3', 'applicant', true);
    at.agree('a');
    expect(at.open()).toBe('u3:3');
  });

  test('an approval whose basis changed is asked for again', () => {
    const at = drawnRoute(limit);
    at.know({ amount: '60000.00' });
    at.start();
    at.agree('1');
    at.agree('2');
    at.backFrom('u3', '3', 'applicant', true);
    at.know({ amount: '900000.00' });
    at.agree('a');
    expect(at.open()).toBe('u2:2');
  });

  test('after a full return nothing stands, also what an earlier direct one had left', () => {
    const at = drawnRoute(limit);
    at.know({ amount: '100.00' });
    at.start();
    at.agree('1');
    at.backFrom('u3', '3', 'applicant', true);
    at.agree('a');
    at.backFrom('u3', '3', 'applicant', false);
    at.agree('a');
    expect(at.open()).toBe('u1:1');
  });

  test('to a step in between: the others stand', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e']);
    at.start();
    at.agree('1');
    at.agree('2');
    at.backFrom('u3', '3', 'u1', true);
    expect(at.open()).toBe('u1:1');
    at.agree('1');
    expect(at.open()).toBe('u3:3');
  });

  test('out of a parallel block: finished branches stand', () => {
    const at = drawnRoute(['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e']);
    at.start();
    at.agreeOn('u1', '1');
    at.backFrom('u2', '2', 'applicant', true);
    at.agree('a');
    expect(at.open()).toBe('u2:2');
    at.agree('2');
    expect(at.open()).toBe('u3:3');
  });

  test('a pass is taken back with the step that led to it', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e']);
    at.start();
    at.agree('1');
    at.agree('2');
    at.backFrom('u3', '3', 'u1', true);
    const mine = at.task();
    at.agree('1');
    expect(at.open()).toBe('u3:3');
    expect(at.tell({ is: 'withdraw', task: mine }, '1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    // The step passed over is gone; the approval that it rested on is still valid.
    at.agree('1');
    expect(at.open()).toBe('u3:3');
  });
});

describe('a drawn loop', () => {
  const loop = [
    ...['s>a', 'a>u1', 'u1>u2', 'u2>x1', 'x1>u3?${pass}', 'x1>a2?${!pass}', 'a2>u1', 'u3>e'],
  ];

  test('in its second round, what was just agreed to is valid', () => {
    const at = drawnRoute(loop, { people: { u1: ['1', '2'], u2: ['2'] } });
    at.start();
    at.agree('1');
    at.disagree('2');
    at.agree('a');
    // Reached again, the step goes to whoever acted on it.
    expect(at.open()).toBe('u1:1');
    at.tell({ is: 'transfer', task: at.task(), to: '2' }, '1');
    at.agree('2');
    // The same person asked again at once: passed over, as in the first round.
    expect(at.open()).toBe('u3:3');
  });

  test('reached again, a step of several people goes to whoever acted on it, if still among them', () => {
    const lines = ['s>a', 'a>u1', 'u1>u2', 'u2>e'];
    const at = drawnRoute(lines, { people: { u1: ['1', '3'], u2: ['2'] } });
    at.start();
    expect(at.open()).toBe('u1:role:u1');
    at.agree('3');
    at.back('2', 'u1');
    expect(at.open()).toBe('u1:3');
    expect(at.notified()).toEqual(['todo:3']);
    // Somebody else may be picked all the same.
    at.back('3', 'applicant');
    at.tell({ is: 'agree', task: at.task(), comment: '', picked: ['1'] }, 'a');
    expect(at.open()).toBe('u1:1');
  });

  test('a step of the round before is no step before this one, even though the drawing leads back', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>x1', 'x1>e?${pass}', 'x1>u1!']);
    at.start();
    at.agree('1');
    at.disagree('2');
    expect(at.open()).toBe('u1:1');
    // To go “back” to it would leave out the step that the refusal asks again.
    expect(at.back('1', 'u2')).toBe('只能退回到当前节点之前的节点');
    at.back('1', 'prev');
    expect(at.open()).toBe('a:a');
  });

  test('a full return voids nothing that lies before its target', () => {
    const at = drawnRoute(loop, { settings: { skipSame: 'none' } });
    at.start();
    at.agree('1');
    at.disagree('2');
    at.agree('a');
    at.agree('1');
    at.agree('2');
    at.back('3', 'u2');
    const valid = at.now().snapshot.visits.filter((visit) => !visit.void && visit.left !== null);
    expect(valid.map(({ node, seq }) => `${node}${seq}`)).toEqual(['a1', 'u15']);
  });
});

describe('an earlier approval passes a step only while it stands', () => {
  const twice = { u1: ['y'], u2: ['z'], u3: ['w'] };

  test('what was gone back over does not count (F4)', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e'], {
      people: twice,
      settings: { skipSame: 'any' },
    });
    at.start();
    at.agree('y');
    at.agree('z');
    at.backFrom('u3', 'w', 'u1');
    at.agree('y');
    expect(at.open()).toBe('u2:z');
  });

  test('a refusal that the diagram leads on is no approval', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>u2?${!pass}', 'u2>e'], {
      people: { u1: ['z'], u2: ['z'] },
    });
    at.start();
    at.disagree('z');
    expect(at.open()).toBe('u2:z');
  });

  const block = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];
  test.each([
    ['consecutive', 'u1', 'u2', 'inApproval'],
    ['consecutive', 'u2', 'u1', 'inApproval'],
    ['any', 'u1', 'u2', 'approved'],
    ['any', 'u2', 'u1', 'approved'],
  ] as const)('%s, %s before %s: %s (F5)', (skipSame, one, two, result) => {
    const who = { u1: 'z', u2: 'y' };
    const at = drawnRoute(block, {
      people: { u1: ['z'], u2: ['y'], u3: ['z'] },
      settings: { skipSame },
    });
    at.start();
    at.agreeOn(one, who[one]);
    expect(at.agreeOn(two, who[two])).toBe(result);
  });

  test.each([
    ['none', 'any', 'u3:z'],
    ['consecutive', 'any', 'u3:z'],
    ['any', 'none', 'u4:w'],
    ['any', 'consecutive', 'u4:w'],
  ] as const)('a step’s own rule (%s) outweighs the university’s (%s)', (own, skipSame, open) => {
    const lines = ['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>u4', 'u4>e'];
    const at = drawnRoute(lines, {
      people: { u1: ['z'], u2: ['y'], u3: ['z'], u4: ['w'] },
      settings: { skipSame },
      nodes: { u3: { skipSame: own } },
    });
    at.start();
    at.agree('z');
    at.agree('y');
    expect(at.open()).toBe(open);
  });

  test('a sibling branch never counts, so time plays no part', () => {
    const at = drawnRoute(
      ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>u4', 'u4>p2', 'p2>u3', 'u3>e'],
      {
        people: { u1: ['z'], u2: ['y'], u4: ['z'], u3: ['w'] },
        settings: { skipSame: 'any' },
      },
    );
    at.start();
    at.agreeOn('u1', 'z');
    at.agreeOn('u2', 'y');
    expect(at.open()).toBe('u4:z');
  });

  test.each(['consecutive', 'any'] as const)(
    'a step sent back to is never passed (%s)',
    (skipSame) => {
      const people: Record<string, string[]> = { u1: ['z'], u2: ['z', 'y'], u3: ['w'] };
      const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e'], {
        people,
        settings: { skipSame },
      });
      at.start();
      at.agree('z');
      at.agree('y');
      // From now on the step is the first approver’s alone: reached forward, it would be passed.
      people.u2 = ['z'];
      expect(at.backFrom('u3', 'w', 'u2')).toBe('inApproval');
      expect(at.open()).toBe('u2:z');
    },
  );

  test('behind a join the step before is not guessed', () => {
    const at = drawnRoute(block);
    at.start();
    at.agreeOn('u1', '1');
    at.agreeOn('u2', '2');
    expect(at.backFrom('u3', '3', 'prev')).toBe('上一环节是并行环节【u1、u2】，请选择要退回的节点');
    expect(at.backFrom('u3', '3', 'u1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    // The other branch’s approval still counts behind the join.
    at.agree('1');
    expect(at.open()).toBe('u3:3');
  });
});
