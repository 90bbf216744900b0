import { userNode } from '@keyan/kernel/workflow/graph.ts';
import { readsPass } from '@keyan/kernel/workflow/verdict.ts';
import { BpmnModdle, type Element } from 'bpmn-moddle';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileLimits } from './limits.ts';
import { readFile, readText } from './reader.ts';
import { chineseTexts, file, fixture, flow, peopleOf, step } from './testing.ts';

describe('files of every family are read, and what is left out is told', () => {
  test('Flowable', () => {
    const reading = readText(fixture('flowable'));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toEqual({
      ask: ['applicant'],
      master: ['user:7', 'var:deputy', 'role:master', 'role:mate@applicantDept^'],
      crew: [],
      owner: ['role:owner'],
    });
    expect(reading.graph && userNode(reading.graph, 'crew')?.multi).toMatchObject({
      sequential: false,
      collection: 'crew',
    });
    expect(reading.graph?.apply).toBe('ask');
    expect(chineseTexts(reading.warnings)).toEqual([
      '节点【船长】的期限【P3D】不生效',
      '节点【船长】的监听器【${notifier}】不执行',
      '流程的监听器【org.example.Harbour】不执行',
      '忽略：表单设置 2 处',
      '忽略：表单属性 2 处',
      '忽略：异步设置 1 处',
      '忽略：优先级 1 处',
      '忽略：发起人限制 1 处',
    ]);
    expect(chineseTexts(reading.converted)).toEqual([
      '节点【船员会签】的完成条件按“至少 60% 同意”处理',
      '文件中的图形不完整，已自动排列',
    ]);
  });

  test('Activiti, drawn as it is', () => {
    const xml = fixture('activiti');
    const reading = readText(xml);
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toEqual({ ask: ['applicant'], master: ['user:12'] });
    expect(reading.xml).toBe(xml);
    expect(chineseTexts(reading.converted)).toEqual(['结束节点【done】按“普通结束”处理']);
    expect(chineseTexts(reading.warnings)).toEqual([
      '节点【船长】的监听器【org.example.Logbook】不执行',
      '忽略：表单属性 1 处',
      '忽略：字段注入 1 处',
      '忽略：历史设置 1 处',
    ]);
  });

  test('Camunda 7, with colours, lanes and a second pool', () => {
    const reading = readText(fixture('camunda'));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toMatchObject({ master: ['role:master'] });
    expect(chineseTexts(reading.warnings)).toEqual([
      '流程【船厂】不部署',
      '节点【船长】的监听器【org.example.Bell】不执行',
      '节点【解缆】没有待办，流程直接通过',
      '结束节点【done】的【message】不发送',
      '泳道【船长室】不作为办理人',
      '忽略：异步设置 1 处',
      '忽略：表单属性 1 处',
      '忽略：输入输出映射 1 处',
      '忽略：扩展属性 1 处',
      '忽略：历史设置 1 处',
      '忽略：消息流 1 处',
    ]);
  });

  test('Camunda 8: its people are read, its expression language and its services are refused', () => {
    const reading = readText(fixture('zeebe'));
    expect(chineseTexts(reading.problems)).toEqual([
      '节点【船长】的期限【=now() + duration("P1D")】不能识别',
      '服务节点【鸣笛】（horn）不支持',
      '连线【f3】的条件语言【FEEL】不支持，请使用${表达式}',
    ]);
    expect(reading.asked.people.map(({ reference }) => reference)).toEqual([
      'user:12',
      'role:master',
      'role:mate',
    ]);
  });

  test('the standard’s own words for people', () => {
    const reading = readText(fixture('standard'));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toMatchObject({
      mate: ['user:7', 'role:mate', 'role:deck'],
      master: ['user:12'],
      crew: [],
    });
    expect(reading.graph && userNode(reading.graph, 'crew')?.multi).toMatchObject({
      sequential: true,
      collection: 'members',
    });
    expect(chineseTexts(reading.converted)).toContain('节点【大副】的办理人取自potentialOwner');
  });

  test('several families in one file, each by its namespace', () => {
    const reading = readText(fixture('two-families'));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toMatchObject({
      mate: ['role:mate'],
      master: ['user:12'],
      crew: ['user:7', 'user:8'],
    });
    expect(chineseTexts(reading.converted)).toContain(
      '节点【船员】的人员集合按固定人员【7、8】处理',
    );
  });

  test('a choice behind a task becomes a gateway where only one way can hold', () => {
    const reading = readText(fixture('implicit-splits'));
    expect(reading.problems).toEqual([]);
    expect(chineseTexts(reading.converted).slice(0, 3)).toEqual([
      '用户任务【填写】的多条连线按排他判断',
      '用户任务【大副】的多条连线按排他判断',
      '用户任务【船长】的多条连线按排他判断',
    ]);
    const { graph } = reading;
    expect(graph && readsPass(graph, 'mate')).toBe(true);
    expect(graph?.nodes.mate_split).toMatchObject({ type: 'exclusive', out: ['f4', 'f5'] });
    expect(reading.xml).not.toContain('mate_split');
  });
});

test('a timer in the middle of a route is a wait', () => {
  const timer = (period: string): string =>
    `<intermediateCatchEvent id="u" name="公示"><timerEventDefinition><timeDuration>${period}</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
  const task = '<userTask id="v" name="审核" f:candidateGroups="r"/>';
  const flows = flow('f1', 's', 'v') + flow('f2', 'v', 'u') + flow('f3', 'u', 'e');
  const reading = readText(file({ task: timer('P5D'), more: task, flows }));
  expect(reading.problems).toEqual([]);
  expect(reading.graph?.nodes.u).toMatchObject({ type: 'wait', period: 'P5D', name: '公示' });
  const [problem] = readText(file({ task: timer('R3/PT1H'), more: task, flows })).problems;
  expect(problem?.text[0]).toContain('等待节点【公示】的期限【R3/PT1H】不能识别');
});

test('a wait names its matter, and what its outcome leads to', () => {
  const flows = flow('f1', 's', 'v') + flow('f2', 'v', 'u') + flow('f3', 'u', 'e');
  const task = '<userTask id="v" name="审核" f:candidateGroups="r"/>';
  const more = (again: string): string =>
    `<receiveTask id="u" name="评审" keyan:wait="review" keyan:again="${again}" keyan:onAgainst="v" keyan:editable="a,b"/>`;
  const reading = readText(file({ task, more: more('ask'), flows }));
  expect(reading.problems).toEqual([]);
  expect(reading.graph?.nodes.u).toEqual({
    id: 'u',
    name: '评审',
    type: 'wait',
    out: ['f3'],
    path: [],
    matter: 'review',
    again: 'ask',
    onAgainst: 'v',
    editable: ['a', 'b'],
  });
  const [problem] = readText(file({ task, more: more('maybe'), flows })).problems;
  expect(problem?.text[0]).toBe('节点【评审】的keyan:again不能是【maybe】');
});

describe('limits, each named', () => {
  const nodes = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<userTask id="u${index}"/>`).join('');
  test.each<[string, string, string]>([
    [
      'nodes',
      file({ more: nodes(fileLimits.nodes) }),
      `流程节点不能超过 500 个（文件中有 ${fileLimits.nodes + 3} 个）`,
    ],
    [
      'flows',
      file({
        more: Array.from({ length: fileLimits.flows }, (_, i) => flow(`x${i}`, 's', 'u')).join(''),
      }),
      `流程连线不能超过 1500 条（文件中有 ${fileLimits.flows + 2} 条）`,
    ],
    [
      'attributes',
      file({ task: step(Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')) }),
      '元素【userTask】（第 2 行）的属性不能超过 100 个',
    ],
    [
      'depth',
      file({ more: '<documentation>'.repeat(fileLimits.depth) }),
      '流程文件的元素嵌套不能超过 50 层',
    ],
    [
      'elements',
      file({ more: '<documentation/>'.repeat(fileLimits.elements) }),
      '流程文件的元素不能超过 20000 个',
    ],
    [
      'names',
      file({ process: `id="p" name="${'长'.repeat(201)}"` }),
      `标识或名称【${'长'.repeat(20)}…】不能超过 200 个字符`,
    ],
    [
      'fields and people',
      file({
        task: step(
          `f:candidateGroups="r" keyan:editable="${Array.from({ length: fileLimits.named }, (_, i) => `f${i}`).join()}"`,
        ),
      }),
      `流程引用的字段、人员和角色不能超过 5000 处（文件中有 ${fileLimits.named + 1} 处）`,
    ],
  ])('%s', (_name, xml, message) => {
    expect(chineseTexts(readText(xml).problems)).toContain(message);
  });

  test('size', () => {
    expect(chineseTexts(readFile(new Uint8Array(fileLimits.bytes + 1)).problems)).toEqual([
      '流程文件不能超过 2 MB',
    ]);
  });
});

describe('encodings', () => {
  const named = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>${file()}`;
  test('GBK is read as what it says', () => {
    const [before = '', after = ''] = named('GBK').split('流程');
    const [middle = '', last = ''] = after.split('审核');
    const bytes = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xc1, 0xf7, 0xb3, 0xcc]),
      Buffer.from(middle),
      Buffer.from([0xc9, 0xf3, 0xba, 0xcb]),
      Buffer.from(last),
    ]);
    const reading = readFile(bytes);
    expect(reading).toMatchObject({ name: '流程', problems: [] });
    expect(reading.graph?.nodes.u?.name).toBe('审核');
  });
  test('UTF-16 is read by its mark', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file(), 'utf16le')]);
    expect(readFile(bytes)).toMatchObject({ name: '流程', problems: [] });
    expect(readFile(Buffer.from(bytes).swap16())).toMatchObject({ name: '流程', problems: [] });
  });
  test('the mark of UTF-8 outweighs what the first line says', () => {
    const bytes = Buffer.from(`\ufeff${named('GBK')}`);
    expect(readFile(bytes)).toMatchObject({ name: '流程', problems: [] });
  });
  test('the mark of UTF-8 is no content', () => {
    const bytes = Buffer.from(`\ufeff${named('UTF-8')}`);
    expect(readFile(bytes)).toMatchObject({ name: '流程', problems: [] });
  });
  test('what does not fit is refused', () => {
    // GBK that says nothing about itself.
    const [before = '', after = ''] = file().split('流程');
    const undeclared = [Buffer.from(before), Buffer.from([0xc1, 0xf7, 0xb3, 0xcc])];
    expect(
      chineseTexts(readFile(Buffer.concat([...undeclared, Buffer.from(after)])).problems),
    ).toEqual(['流程文件的内容与其编码【utf-8】不符，请保存为UTF-8']);
    expect(chineseTexts(readFile(Buffer.from([0x3c, 0xff, 0xff])).problems)).toEqual([
      '流程文件的内容与其编码【utf-8】不符，请保存为UTF-8',
    ]);
    expect(chineseTexts(readFile(Buffer.from(named('klingon'))).problems)).toEqual([
      '流程文件的编码【klingon】不支持，请保存为UTF-8',
    ]);
  });
});

describe('a file without a complete drawing gets one', () => {
  test('in which the viewer’s library finds every shape and line', async () => {
    for (const name of ['camunda', 'flowable', 'implicit-splits']) {
      const { rootElement } = await new BpmnModdle().fromXML(readText(fixture(name)).xml);
      const [first] = rootElement.get('diagrams') as Element[];
      const plane = first?.get('plane') as Element;
      const drawn = (plane.get('planeElement') as Element[]).map(
        (item) => (item.get('bpmnElement') as Element).id,
      );
      expect((plane.get('bpmnElement') as Element).id).toBe('boats');
      expect(drawn).toEqual(expect.arrayContaining(['begin', 'master', 'done', 'f1']));
    }
  });

  test('before what it has, and nothing else changes', () => {
    for (const name of ['camunda', 'flowable', 'implicit-splits']) {
      const xml = fixture(name);
      const reading = readText(xml);
      expect(reading.xml).not.toBe(xml);
      const added = /<kydi:BPMNDiagram[\s\S]*<\/kydi:BPMNDiagram>\n/.exec(reading.xml)?.[0] ?? '';
      expect(reading.xml.replace(added, '')).toBe(xml);
      // Read again it is whole, and the same.
      const again = readText(reading.xml);
      expect(again.xml).toBe(reading.xml);
      expect(again.graph).toEqual(reading.graph);
    }
  });
});

/** Seeded damage: bytes cut, doubled, swapped and replaced by what means something in XML. */
const wounds = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 40 }),
    put: fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        '</',
        '/>',
        '&#0;',
        '&amp;',
        ']]>',
        '<!--',
        '<![CDATA[',
        '${',
        '}',
        'id="u"',
        'name="__proto__"',
        'id="constructor"',
        'sourceRef="ask"',
        '<task id="x"/>',
        '\u0000',
        '\ud800',
        'xmlns:q="q"',
      ),
      fc.string({ maxLength: 6 }),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whatever becomes of a file, it is a route or a list of problems', () => {
  const names = [
    'flowable',
    'activiti',
    'camunda',
    'zeebe',
    'standard',
    'implicit-splits',
  ] as const;
  const sources = new Map(names.map((name) => [name, fixture(name)]));
  fc.assert(
    fc.property(fc.constantFrom(...names), wounds, (name, all) => {
      let xml = sources.get(name) ?? '';
      for (const { at, length, put } of all) {
        const from = Math.floor(at * xml.length);
        xml = xml.slice(0, from) + put + xml.slice(from + length);
      }
      const reading = readText(xml);
      expect(reading.graph === null).toBe(reading.problems.length > 0);
      if (reading.graph) expect(JSON.parse(JSON.stringify(reading.graph))).toEqual(reading.graph);
    }),
    { numRuns: 1500, seed: 9 },
  );
});
