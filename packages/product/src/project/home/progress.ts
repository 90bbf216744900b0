import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';

/** Facts about a project from which form texts are drafted. */
export interface ProjectProgress {
  /** Language of the drafts. */
  readonly language: Language;
  /** Last approved progress report; null without one. */
  readonly report: { readonly done: string; readonly next: string } | null;
  /** Outputs that name the project, with the label of their kind. */
  readonly outputs: readonly { readonly kind: string; readonly title: string }[];
  /** First day; empty without a period. */
  readonly start: string;
  /** Elapsed share of the period in percent; empty without a period. */
  readonly elapsed: string;
  /** 执行率 in percent; empty if nothing was booked. */
  readonly rate: string;
  /** Names of the expected forms of results. */
  readonly expected: readonly string[];
}

/** Maximum number of outputs named in a draft; others are counted. */
const maxNamedOutputs = 3;

/** Maximum characters of the report text in a draft, so that the note’s limit is not exceeded. */
const maxReportLength = 800;

const texts = {
  join: ['、', '; '],
  output: ['{kind}《{title}》', '{kind} “{title}”'],
  named: ['已取得成果：{named}。', 'Outputs: {named}. '],
  counted: ['已取得成果：{named}等 {count} 项。', 'Outputs: {named} and others, {count} in all. '],
  begun: [
    '项目自 {start} 起实施，时间进度 {elapsed}%，尚无登记的成果和已批准的检查报告。',
    'Under way since {start}, {elapsed}% of the period elapsed; no outputs or approved progress reports on record. ',
  ],
  rate: ['经费执行率 {rate}%。', '{rate}% of the funds are spent.'],
  expected: [
    '完成预期成果（{expected}），整理结题材料。',
    'Deliver the expected results ({expected}), and prepare the closeout.',
  ],
  rest: [
    '完成其余研究任务，整理结题材料。',
    'Complete the remaining tasks, and prepare the closeout.',
  ],
} as const satisfies Readonly<Record<string, Label>>;

const sentence = (text: string): string => {
  const short = text.trim().slice(0, maxReportLength / 2);
  return short === '' || /[。！？；.!?]$/.test(short) ? short : `${short}。`;
};

/**
 * Draft of 已完成工作: last report, outputs and spent share. Without a report and outputs it says so, with the elapsed
 * share of the period; empty without facts.
 */
export const workDone = ({
  language,
  report,
  outputs,
  start,
  elapsed,
  rate,
}: ProjectProgress): string => {
  const named = outputs
    .slice(0, maxNamedOutputs)
    .map((output) => say(fill(texts.output, output), language))
    .join(say(texts.join, language));
  const told = outputs.length > maxNamedOutputs ? texts.counted : texts.named;
  const isBare = !report && outputs.length === 0 && start !== '' && elapsed !== '';
  return [
    isBare ? say(fill(texts.begun, { start, elapsed }), language) : sentence(report?.done ?? ''),
    named === '' ? '' : say(fill(told, { named, count: outputs.length }), language),
    rate === '' ? '' : say(fill(texts.rate, { rate }), language),
  ]
    .join('')
    .trim()
    .slice(0, maxReportLength);
};

/** Draft of 后续计划: plan of the last report and expected results. */
export const workAhead = ({ language, report, expected }: ProjectProgress): string => {
  const results = expected.join(say(texts.join, language));
  return [
    sentence(report?.next ?? ''),
    say(results === '' ? texts.rest : fill(texts.expected, { expected: results }), language),
  ].join('');
};
