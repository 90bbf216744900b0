import { describe, expect, test } from 'vitest';
import { decide } from './decide.ts';
import type { DiagramUser } from './diagram.ts';
import type { StepVisit } from './state.ts';
import { drawnRoute } from './testing/cast.ts';
import { visitsLedTo } from './valid-approvals.ts';

describe('an end takes the verdict that its token brings', () => {
  const family = ['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>e?${!pass}'];

  test('a refusal that the diagram leads to the end is a refusal', () => {
    const at = drawnRoute(family);
    at.start();
    expect(at.disagree('1')).toBe('refused');
    expect(at.now().snapshot.instance.status).toBe('REFUSED');
    expect(at.notified()).toEqual(['refused:a']);
    const other = drawnRoute(family);
    other.start();
    expect(other.agree('1')).toBe('approved');
  });

  test('behind a join one refusal outweighs an applicant who gives it up, in either order', () => {
    const lines = [
      ...['s>a', 'a>u0', 'u0>p1', 'p1>u1', 'p1>a2', 'u1>p2', 'a2>p2'],
      ...['p2>x1', 'x1>u3?${pass}', 'x1>e!', 'u3>e'],
    ];
    for (const order of [['u1', 'a2'] as const, ['a2', 'u1'] as const]) {
      const at = drawnRoute(lines);
      at.start();
      at.agree('0');
      for (const node of order) at.disagree(node === 'u1' ? '1' : 'a', node);
      expect(at.now().position).toBe('refused');
      expect(at.now().snapshot.instance.status).toBe('REFUSED');
    }
  });

  test('a step that is passed over, or the applicant who takes note, does not undo it', () => {
    const at = drawnRoute([
      's>a',
      'a>u1',
      'u1>u2',
      'u2>x1',
      'x1>e?${pass}',
      'x1>a2?${!pass}',
      'a2>e',
    ]);
    at.start();
    at.agree('1');
    at.disagree('2');
    expect(at.open()).toBe('a2:a');
    expect(at.agree('a')).toBe('refused');
    const passed = drawnRoute(['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>u2?${!pass}', 'u2>e'], {
      people: { u2: [] },
      nodes: { u2: { empty: 'skip' } },
    });
    passed.start();
    expect(passed.disagree('1')).toBe('refused');
  });

  test('a later approver may still decide otherwise, where the diagram asks one', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>u2?${!pass}', 'u2>e']);
    at.start();
    at.disagree('1');
    expect(at.agree('2')).toBe('approved');
  });

  test('the applicant who is asked and says no gives it up', () => {
    const at = drawnRoute([
      's>a',
      'a>u1',
      'u1>x1',
      'x1>e?${pass}',
      'x1>a2?${!pass}',
      'a2>x2',
      'x2>u1?${pass}',
      'x2>e?${!pass}',
    ]);
    at.start();
    at.disagree('1');
    expect(at.agree('a')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    at.disagree('1');
    expect(at.disagree('a')).toBe('recalled');
  });

  test('a gateway further on reads the verdict as well, through joins too', () => {
    const behindMerge = drawnRoute([
      's>a',
      'a>u1',
      'u1>x1',
      'x1>x2',
      'x2>u2?${pass}',
      'x2>u3?${!pass}',
      'u2>e',
      'u3>e',
    ]);
    behindMerge.start();
    behindMerge.disagree('1');
    expect(behindMerge.open()).toBe('u3:3');
  });

  test.each([
    ['u1', 'u2'],
    ['u2', 'u1'],
  ])('one branch against is against behind the join, whoever comes last (%s, %s)', (one, two) => {
    const at = drawnRoute([
      's>a',
      'a>p1',
      'p1>u1',
      'p1>u2',
      'u1>p2',
      'u2>p2',
      'p2>x1',
      'x1>u3?${pass}',
      'x1>u4?${!pass}',
      'u3>e',
      'u4>e',
    ]);
    at.start();
    for (const node of [one, two]) {
      if (node === 'u1') at.disagree('1', 'u1');
      else at.agreeOn('u2', '2');
    }
    expect(at.open()).toBe('u4:4');
  });
});

describe('nothing is approved that nobody agreed to', () => {
  const nobody = '流程没有任何人审批，不能通过';
  test('no step at all, or none with anybody', () => {
    expect(drawnRoute(['s>a', 'a>e']).start()).toBe(nobody);
    const skipped = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: [] },
      nodes: { u1: { empty: 'skip' } },
    });
    expect(skipped.start()).toBe(nobody);
    expect(drawnRoute(['s>a', 'a>a2', 'a2>e']).start()).toBe('inApproval');
  });
  test('an approval that rests on other values is none', () => {
    const lines = ['s>a', 'a>x1', 'x1>u1?${n > 0}', 'x1>x2!', 'u1>x2', 'x2>u2', 'u2>e'];
    const people: Record<string, string[]> = { u1: ['1'], u2: ['2'] };
    const at = drawnRoute(lines, { people, nodes: { u2: { empty: 'skip' } } });
    at.know({ n: 1 });
    at.start();
    at.agree('1');
    at.backFrom('u2', '2', 'applicant', true);
    people.u2 = [];
    // Now the route passes the first step by, and nobody holds the second.
    at.know({ n: 0 });
    expect(at.agree('a')).toBe(nobody);
    at.know({ n: 1 });
    expect(at.agree('a')).toBe('approved');
  });
  test('the applicant’s own word is no approval', () => {
    const at = drawnRoute(['s>a', 'a>a2', 'a2>e']);
    at.start();
    expect(at.agree('a')).toBe(nobody);
  });
});

describe('whoever the record names does not decide on it (ruling 44)', () => {
  test('another holder is asked, else the substitutes', () => {
    const two = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['1', 'author'] },
      concerned: ['author'],
    });
    two.start();
    expect(two.open()).toBe('u1:1');
    const alone = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['author'], leader: ['author', 'l'] },
      concerned: ['author'],
    });
    alone.start();
    expect(alone.open()).toBe('u1:l');
    expect(alone.said()).toEqual(['本环节办理人均为申请人或记录涉及的人员，转由他人办理']);
  });
  test('at the step of an office its own leader is asked, before the university’s', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['author'], 'u1-head': ['head'], dean: ['d'], leader: ['l'] },
      concerned: ['author'],
    });
    at.start();
    expect(at.open()).toBe('u1:head');
    const named = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['author'], 'u1-head': ['author'], dean: ['d'], leader: ['l'] },
      concerned: ['author'],
    });
    named.start();
    expect(named.open()).toBe('u1:l');
  });
  test('they take no task and are handed none', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['1', '2', 'author'] },
      concerned: ['author'],
    });
    at.start();
    expect(at.tell({ is: 'claim', task: at.task() }, 'author')).toBe('您不是该任务的候选人');
    expect(at.agree('author')).toBe('您不是该任务的候选人');
    expect(at.tell({ is: 'transfer', task: at.task(), to: 'author' }, '1')).toBe(
      '不能转办给申请人或记录涉及的人员',
    );
  });
});

describe('rules of gateways and of several people', () => {
  test('an exclusive gateway takes the first flow that holds', () => {
    const at = drawnRoute(['s>a', 'a>x1', 'x1>u1?${n > 0}', 'x1>u2?${n > 1}', 'u1>e', 'u2>e']);
    at.know({ n: 5 });
    at.start();
    expect(at.open()).toBe('u1:1');
  });

  test('an inclusive one takes its default only where nothing else holds', () => {
    const lines = ['s>a', 'a>i1', 'i1>u1?${n > 0}', 'i1>u2!', 'u1>i2', 'u2>i2', 'i2>e'];
    const at = drawnRoute(lines);
    at.know({ n: 1 });
    at.start();
    expect(at.open()).toBe('u1:1');
    const other = drawnRoute(lines);
    other.know({ n: 0 });
    other.start();
    expect(other.open()).toBe('u2:2');
  });

  const many = (multi: DiagramUser['multi']) =>
    drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['x', 'y', 'z'] },
      nodes: { u1: { ...(multi ? { multi } : {}) } },
    });

  test('one of them is enough where the step says so, and the others’ tasks are gone', () => {
    const at = many({ sequential: false, completion: '${nrOfCompletedInstances > 0}' });
    at.start();
    expect(at.open()).toBe('u1:x u1:y u1:z');
    expect(at.agree('y', at.todo()[1]?.id)).toBe('approved');
    expect(at.open()).toBe('');
  });

  test('a share of them', () => {
    const completion = '${nrOfCompletedInstances / nrOfInstances >= 0.6}';
    const at = many({ sequential: false, completion });
    at.start();
    expect(at.agree('x', at.todo()[0]?.id)).toBe('inApproval');
    expect(at.agree('y', at.todo()[0]?.id)).toBe('approved');
  });

  test('as many as are asked at the moment: in turn it is one, side by side all that have not voted', () => {
    const completion = '${nrOfActiveInstances == 1}';
    const inTurn = many({ sequential: true, completion });
    inTurn.start();
    expect(inTurn.agree('x')).toBe('approved');
    const twoLeft = many({ sequential: true, completion: '${nrOfActiveInstances > 1}' });
    twoLeft.start();
    for (const who of ['x', 'y']) expect(twoLeft.agree(who)).toBe('inApproval');
    expect(twoLeft.agree('z')).toBe('approved');
    const together = many({ sequential: false, completion });
    together.start();
    expect(together.agree('x', together.todo()[0]?.id)).toBe('inApproval');
    expect(together.agree('y', together.todo()[0]?.id)).toBe('approved');
  });

  test('in turn, from the first to the last', () => {
    const at = many({ sequential: true });
    at.start();
    for (const who of ['x', 'y', 'z']) {
      expect(at.open()).toBe(`u1:${who}`);
      at.agree(who);
    }
    expect(at.now().position).toBe('approved');
  });

  test('nothing is sent back to a step that nobody has dealt with', () => {
    const at = drawnRoute(['s>a', 'a>x1', 'x1>u1?${n > 0}', 'x1>u2!', 'u1>u2', 'u2>e']);
    at.know({ n: 0 });
    at.start();
    expect(at.backFrom('u2', '2', 'u1')).toBe('目标节点尚未处理过，不能退回');
  });
});

describe('whoever loses a task hears of it', () => {
  const block = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e'];

  test('a return out of a block tells the other branch', () => {
    const at = drawnRoute(block);
    at.start();
    at.backFrom('u1', '1', 'applicant');
    expect(at.notified()).toEqual(['returned:a', 'cancelled:2']);
  });

  test('a refusal tells those who were asked beside', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['x', 'y'] },
      nodes: { u1: { multi: { sequential: false } } },
    });
    at.start();
    at.tell({ is: 'refuse', task: at.task(), comment: 'no' }, 'x');
    expect(at.notified()).toEqual(['refused:a', 'ended:y']);
  });

  test('a recall tells whoever had taken the task', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], { people: { u1: ['x', 'y'] } });
    at.start();
    at.tell({ is: 'claim', task: at.task() }, 'y');
    at.tell({ is: 'recall' }, 'a');
    expect(at.notified()).toEqual(['ended:y']);
  });

  test('a manager who hands a task on tells whoever had it; the holder needs no telling', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e']);
    at.start();
    at.tell({ is: 'transfer', task: at.task(), to: '7' }, 'admin');
    expect(at.notified()).toEqual(['todo:7', 'reassigned:1']);
    at.tell({ is: 'transfer', task: at.task(), to: '8' }, '7');
    expect(at.notified()).toEqual(['todo:8']);
  });

  test('an approval that is taken back tells whoever it had reached', () => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>u2', 'u2>e']);
    at.start();
    const mine = at.task();
    at.agree('1');
    at.tell({ is: 'withdraw', task: mine }, '1');
    expect(at.notified()).toContain('takenBack:2');
  });
});

test('looking back through branches that join again and again sees every act once', () => {
  const joins = 40;
  // Two silent visits between each join and the next: the ways back double with each.
  const visits = new Map<string, StepVisit>();
  const silent = (id: string, previous: readonly string[]): void => {
    visits.set(id, { id, previous } as unknown as StepVisit);
  };
  silent('first', []);
  for (let at = 0; at < joins; at += 1) {
    const before = at === 0 ? ['first'] : [`l${at - 1}`, `r${at - 1}`];
    silent(`l${at}`, before);
    silent(`r${at}`, before);
  }
  let looks = 0;
  const state = {
    visit: (id: string): StepVisit => {
      looks += 1;
      if (looks > 10 * visits.size) throw new Error('too many looks');
      return visits.get(id) as StepVisit;
    },
  };
  const last = [`l${joins - 1}`, `r${joins - 1}`];
  const found = visitsLedTo(state, last, (visit) => visit.id !== 'first');
  expect([found.map(({ id }) => id), looks]).toEqual([['first'], visits.size]);
});

test('taking back looks ahead through branches that join again and again, each act once', () => {
  const blocks = 30;
  const silent: Record<string, Partial<DiagramUser>> = {};
  const lines = ['s>a', 'a>u1'];
  for (let at = 0; at < blocks; at += 1) {
    lines.push(`${at === 0 ? 'u1' : `pj${at - 1}`}>pf${at}`);
    for (const id of [`l${at}`, `r${at}`]) {
      silent[id] = { people: [], empty: 'skip' };
      lines.push(`pf${at}>${id}`, `${id}>pj${at}`);
    }
  }
  const at = drawnRoute([...lines, `pj${blocks - 1}>u2`, 'u2>e'], { nodes: silent });
  at.start();
  const mine = at.task();
  at.agree('1');
  expect(at.open()).toBe('u2:2');
  const { snapshot } = at.now();
  let looks = 0;
  const visits = snapshot.visits.map(
    (visit): StepVisit => ({
      ...visit,
      get previous() {
        looks += 1;
        if (looks > 100 * snapshot.visits.length) throw new Error('too many looks');
        return visit.previous;
      },
    }),
  );
  const command = { is: 'withdraw', task: mine } as const;
  const taken = decide({ ...snapshot, visits }, command, at.input('1'));
  expect(taken).toMatchObject({ position: 'inApproval' });
  expect(at.tell(command, '1')).toBe('inApproval');
  expect(at.open()).toBe('u1:1');
});

describe('whoever has left hands over, and nothing stands still', () => {
  const leave = (at: ReturnType<typeof drawnRoute>, from: string, to: string | null = null) =>
    at.tell({ is: 'reassignOnLeave', from: [from], to }, 'admin');
  const left = '办理人账号已停用，由他人接办';

  test('to the successor, the others of the role, the secretary, the administrators', () => {
    const lines = ['s>a', 'a>u1', 'u1>e'];
    const college = { u1: { people: ['role:u1@dept'] } };
    const people = { 'u1@dept': ['1'], secretary: ['sec'] };
    const named = drawnRoute(lines, { nodes: college, people: { ...people } });
    named.start();
    expect(leave(named, '1', '7')).toBe('inApproval');
    expect(named.open()).toBe('u1:7');
    expect(named.notified()).toEqual(['todo:7']);
    expect(named.said()).toEqual([left]);
    const shared = drawnRoute(lines, { people: { u1: ['1', '2', '3'] } });
    shared.start();
    shared.tell({ is: 'claim', task: shared.task() }, '1');
    leave(shared, '1');
    expect(shared.open()).toBe('u1:role:u1');
    const alone = drawnRoute(lines, { nodes: college, people: { ...people } });
    alone.start();
    leave(alone, '1');
    expect(alone.open()).toBe('u1:sec');
    // An office's step is not the secretary's.
    const office = drawnRoute(lines, { people: { u1: ['1'], secretary: ['sec'] } });
    office.start();
    leave(office, '1');
    expect(office.open()).toBe('u1:role:admin');
    // Nor is a vote of people who are named: the applicant's college has no say in it.
    const vote = drawnRoute(lines, {
      nodes: { u1: { people: ['user:1', 'user:2'], multi: { sequential: false } } },
      people: { secretary: ['sec'] },
    });
    vote.start();
    leave(vote, '1');
    expect(vote.open()).toBe('u1:2 u1:role:admin');
  });

  test.each(['author', '2', 'a', 'gone1'])('never to %s, who may not', (to) => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      nodes: { u1: { multi: { sequential: false }, people: ['role:u1@dept'] } },
      people: { 'u1@dept': ['1', '2'], secretary: ['author', '2'] },
      concerned: ['author'],
    });
    at.start();
    leave(at, '1', to);
    expect(at.open()).toBe('u1:2 u1:role:admin');
    expect(leave(at, 'nobody')).toBe('没有需要移交的任务');
  });

  test.each([
    [null, ['x', 'z']],
    ['w', ['x', 'w', 'z']],
  ] as const)('a turn that is still to come is left out, or the successor’s (%s)', (to, turns) => {
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], {
      people: { u1: ['x', 'y', 'z'] },
      nodes: { u1: { multi: { sequential: true } } },
    });
    at.start();
    leave(at, 'y', to);
    for (const who of turns) {
      expect(at.open()).toBe(`u1:${who}`);
      at.agree(who);
    }
    expect(at.now().position).toBe('approved');
  });

  test('who lost a role loses what nobody has touched, and a colleague who is named nothing', () => {
    const lines = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e'];
    const people: Record<string, string[]> = { u1: ['1'] };
    const at = drawnRoute(lines, { people, nodes: { u2: { people: ['user:2'] } } });
    at.start();
    people.u1 = ['7'];
    expect(at.tell({ is: 'rescueStuck' }, 'admin')).toBe('inApproval');
    expect(at.open()).toBe('u1:7 u2:2');
  });

  test('who stays hands over all, or what they had taken by a role that they lost', () => {
    const lines = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e'];
    const people: Record<string, string[]> = { u1: ['1', '3'] };
    const at = drawnRoute(lines, { people, nodes: { u2: { people: ['user:1'] } } });
    at.start();
    at.tell({ is: 'claim', task: at.task('u1') }, '1');
    const hand = (handing: 'all' | 'lost') =>
      at.tell({ is: 'reassignOnLeave', from: ['1'], to: '7', handing }, 'admin');
    expect(hand('lost')).toBe('没有需要移交的任务');
    people.u1 = ['3', '4'];
    hand('lost');
    expect(at.open()).toBe('u1:7 u2:1');
    expect(at.said()).toEqual(['管理员移交其待办，由他人接办']);
    hand('all');
    expect(at.open()).toBe('u1:7 u2:7');
  });

  test('a task on which nobody can act is offered to the administrators, once', () => {
    const people: Record<string, string[]> = { u1: ['1', '2'] };
    const at = drawnRoute(['s>a', 'a>u1', 'u1>e'], { people });
    at.start();
    expect(at.tell({ is: 'rescueStuck' }, 'admin')).toBe('没有需要移交的任务');
    people.u1 = [];
    expect(at.tell({ is: 'rescueStuck' }, 'admin')).toBe('inApproval');
    expect(at.open()).toBe('u1:role:u1+role:admin');
    expect(at.said()).toEqual(['无人可办理，已增加管理员为候选人']);
    expect(at.notified()).toEqual(['todo:admin,admin2']);
    people.admin = ['admin', 'admin2'];
    expect(at.tell({ is: 'rescueStuck' }, 'admin')).toBe('没有需要移交的任务');
    expect(at.agree('admin')).toBe('approved');
  });
});
