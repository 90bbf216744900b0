import { expect, test } from 'vitest';
import { type ProjectProgress, workAhead, workDone } from './progress.ts';

const nothing: ProjectProgress = {
  language: 'zh',
  report: null,
  outputs: [],
  start: '',
  elapsed: '',
  rate: '',
  expected: [],
};
const outputs = ['甲', '乙', '丙', '丁'].map((title) => ({ kind: '论文', title }));

test('work done is told by the last report, outputs and money; nothing is made up', () => {
  expect(workDone(nothing)).toBe('');
  expect(
    workDone({ ...nothing, report: { done: '完成样本采集', next: '' }, outputs, rate: '56.00' }),
  ).toBe(
    '完成样本采集。已取得成果：论文《甲》、论文《乙》、论文《丙》等 4 项。经费执行率 56.00%。',
  );
  expect(workDone({ ...nothing, outputs: outputs.slice(0, 1) })).toBe('已取得成果：论文《甲》。');
});

test('a project without reports and outputs says that, and how much of its time is gone', () => {
  const begun = { ...nothing, start: '2024-01-01', elapsed: '97.26', rate: '5.00' };
  expect(workDone(begun)).toBe(
    '项目自 2024-01-01 起实施，时间进度 97.26%，尚无登记的成果和已批准的检查报告。经费执行率 5.00%。',
  );
  expect(workDone({ ...begun, outputs: outputs.slice(0, 1) })).not.toContain('尚无');
});

test('work ahead follows the plan of the last report and the results that the project owes', () => {
  expect(workAhead(nothing)).toBe('完成其余研究任务，整理结题材料。');
  expect(
    workAhead({ ...nothing, report: { done: '', next: '训练模型。' }, expected: ['论文', '软件'] }),
  ).toBe('训练模型。完成预期成果（论文、软件），整理结题材料。');
});

test('a draft follows the language of its reader', () => {
  const english = { ...nothing, language: 'en', expected: ['Paper', 'Software'] } as const;
  expect(workDone({ ...english, rate: '56.00' })).toBe('56.00% of the funds are spent.');
  expect(workAhead(english)).toBe(
    'Deliver the expected results (Paper; Software), and prepare the closeout.',
  );
});

test('a long report leaves room for what is added to it', () => {
  const long = { done: '长'.repeat(2000), next: '长'.repeat(1000) };
  const progress: ProjectProgress = {
    ...nothing,
    report: long,
    outputs,
    rate: '1.00',
    expected: ['论文'],
  };
  expect(workDone(progress).length).toBeLessThanOrEqual(1000);
  expect(workAhead(progress).length).toBeLessThanOrEqual(1000);
});
