import { inOfficeHours } from './office-hours.server.ts';
import type { DemoPaper, PaperEnd } from './papers.server.ts';
import type { Chance } from './random.server.ts';

/** Events of a paper, one at a time. */
export type StoryCommand =
  | { readonly is: 'enter' }
  | { readonly is: 'submit' }
  | { readonly is: 'recall' }
  | { readonly is: 'confirm' }
  | { readonly is: 'agree'; readonly comment: string }
  | { readonly is: 'return'; readonly comment: string }
  | { readonly is: 'refuse'; readonly comment: string }
  | { readonly is: 'mend' }
  | { readonly is: 'abolish'; readonly comment: string };

/** A command at its time. */
export interface StoryEvent {
  readonly at: Date;
  readonly paper: number;
  readonly command: StoryCommand;
}

type Name = StoryCommand['is'];

/** The course of each fate; `agree` and its like are the next handler's. */
const courses: Readonly<Record<PaperEnd, readonly Name[]>> = {
  draft: ['enter'],
  atSecretary: ['enter', 'submit', 'confirm'],
  atOffice: ['enter', 'submit', 'confirm', 'agree'],
  approved: ['enter', 'submit', 'confirm', 'agree', 'agree'],
  approvedAfterReturn: ['enter', 'submit', 'return', 'mend', 'submit', 'confirm', 'agree', 'agree'],
  returnedBySecretary: ['enter', 'submit', 'return'],
  returnedByOffice: ['enter', 'submit', 'confirm', 'agree', 'return'],
  refused: ['enter', 'submit', 'agree', 'refuse'],
  recalled: ['enter', 'submit', 'recall'],
  void: ['enter', 'submit', 'agree', 'agree', 'abolish'],
};

/** Least and most hours between a command and the one before it. */
const waits: Readonly<Record<Name, readonly [number, number]>> = {
  // Hours around the time of day at which the demo is written: papers of one day are entered apart.
  enter: [-4, 4],
  submit: [0.2, 5],
  confirm: [1, 10],
  recall: [0.5, 6],
  agree: [3, 30],
  return: [4, 40],
  refuse: [20, 60],
  mend: [5, 70],
  abolish: [400, 1200],
};

const comments = {
  agree: ['同意', '情况属实，同意', '材料齐全，同意', '同意，已核对收录信息', '属实'],
  return: [
    '收录证明缺入藏号，请补传。',
    '论文全文扫描不清晰，请重新上传。',
    '作者单位与论文署名不一致，请核对后再提交。',
    '起止页码与数据库不符，请更正。',
  ],
  refuse: ['该刊不在校定期刊目录内，不予认定。', '论文未署我校名称，不符合登记要求。'],
  abolish: ['经核实为重复登记，作废。', '期刊撤稿，作废。'],
} as const;

const hour = 3_600_000;

const commandOf = (is: Name, random: Chance): StoryCommand =>
  is === 'agree' || is === 'return' || is === 'refuse' || is === 'abolish'
    ? { is, comment: random.pick<string>(comments[is]) }
    : { is };

/**
 * Everything that happened at the university, in the order in which it happened, none of it
 * later than `now`.
 */
export const storyUntil = (
  papers: readonly DemoPaper[],
  now: Date,
  random: Chance,
): readonly StoryEvent[] =>
  papers
    .flatMap((paper, index) => {
      let time = now.getTime() - paper.daysAgo * 24 * hour;
      let latest = 0;
      return courses[paper.fate].map((name, place, all): StoryEvent => {
        const [least, most] = waits[name];
        time = inOfficeHours(time + (least + random.next() * (most - least)) * hour, random);
        // Commands that are still to come keep their order when they would lie in the future.
        const limit = now.getTime() - (all.length - place) * 60_000 * random.int(1, 9);
        latest = Math.max(latest + 1000, Math.min(time, limit));
        return { at: new Date(latest), paper: index, command: commandOf(name, random) };
      });
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
