import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';

/** Facts about the work of a project, from which its forms are drafted. */
export interface ProjectProgress {
  /** Language of the drafts. */
  readonly language: Language;
  /** The last approved progress report, if any. */
  readonly report: { readonly done: string; readonly next: string } | null;
  /** Outputs that name the project, by the name of their kind. */
  readonly outputs: readonly { readonly kind: string; readonly title: string }[];
  /** 执行率 in percent; empty where nothing was booked. */
  readonly rate: string;
  /** Forms of results that the project is to bring, by their names. */
  readonly expected: readonly string[];
}

/** Outputs that a draft names; the others are counted. */
const mostNamed = 3;

/** Characters that a note of these forms takes, less what is added to a report. */
const room = 800;

const texts = {
  join: ['、', '; '],
  output: ['{kind}《{title}》', '{kind} “{title}”'],
  named: ['已取得成果：{named}。', 'Outputs: {named}. '],
  counted: ['已取得成果：{named}等 {count} 项。', 'Outputs: {named} and others, {count} in all. '],
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
  const short = text.trim().slice(0, room / 2);
  return short === '' || /[。！？；.!?]$/.test(short) ? short : `${short}。`;
};

/** 已完成工作: the last report, outputs and the share of the money that is spent; empty where nothing is known. */
export const workDone = ({ language, report, outputs, rate }: ProjectProgress): string => {
  const named = outputs
    .slice(0, mostNamed)
    .map((output) => say(fill(texts.output, output), language))
    .join(say(texts.join, language));
  const told = outputs.length > mostNamed ? texts.counted : texts.named;
  return [
    sentence(report?.done ?? ''),
    named === '' ? '' : say(fill(told, { named, count: outputs.length }), language),
    rate === '' ? '' : say(fill(texts.rate, { rate }), language),
  ]
    .join('')
    .trim()
    .slice(0, room);
};

/** 后续计划: the plan of the last report and the results that the project is to bring, up to its conclusion. */
export const workAhead = ({ language, report, expected }: ProjectProgress): string => {
  const results = expected.join(say(texts.join, language));
  return [
    sentence(report?.next ?? ''),
    say(results === '' ? texts.rest : fill(texts.expected, { expected: results }), language),
  ].join('');
};
