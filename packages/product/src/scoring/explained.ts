import { fill, joinSentences, type Label } from '@keyan/kernel/label.ts';
import { atLeast, equal } from '@keyan/kernel/values/amounts.ts';
import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { schoolSign } from '../achievement/common/dictionaries.ts';
import { allotMode, scoreUnit } from './dictionaries.ts';
import type { OutputShare, ScoringOutput, ValuedOutput } from './scoring.ts';

// Explanation of a score in sentences: rule, worth, division, rounding. Pure
// functions.

/** Facts about a score besides its numbers. */
export interface ExplainedFacts {
  readonly scored: ValuedOutput;
  readonly share: OutputShare;
  readonly output: Pick<ScoringOutput, 'sign'>;
  /** Name of the rule. */
  readonly rule: string;
  /** Original year of a late entry; null if it is the year of the batch. */
  readonly lateYear: number | null;
}

/** Quantity without trailing zeros: `12.000000` becomes `12`. */
const trimmed = (quantity: string): string =>
  quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity;

const labelOf = (dictionary: Dictionary, code: string | null): Label =>
  entryOf(dictionary, code ?? '')?.label ?? ['—', '—'];

const chosen = ({ scored: { rule, fitting }, rule: name }: ExplainedFacts): Label =>
  fitting > 1
    ? fill(
        [
          '按规则「{name}」计分：互斥组「{group}」有 {fitting} 条规则符合，取成果分最高的一条',
          'By the rule “{name}”: {fitting} rules of the exclusive group “{group}” match, and the one with the highest score is taken',
        ],
        { name, group: rule.group ?? '', fitting },
      )
    : fill(['按规则「{name}」计分', 'By the rule “{name}”'], { name });

const worthOf = ({ scored, output }: ExplainedFacts): Label =>
  fill(
    [
      '成果总分：{unit} {base} 分 × {quantity} × 署名系数 {coefficient}（{sign}）= {gross}',
      'The output: {base} points {unit} × {quantity} × {coefficient} for its affiliation rank ({sign}) = {gross}',
    ],
    {
      unit: labelOf(scoreUnit, scored.rule.unit),
      base: scored.rule.base,
      quantity: trimmed(scored.quantity),
      coefficient: scored.coefficient,
      sign: labelOf(schoolSign, output.sign),
      gross: scored.gross,
    },
  );

const clamped = ({ scored: { gross, score, rule } }: ExplainedFacts): readonly Label[] => {
  if (equal(gross, score)) return [];
  const isCap = atLeast(gross, score);
  const edge = { edge: (isCap ? rule.most : rule.least) ?? '', score };
  return [
    isCap
      ? fill(['超过封顶分 {edge}，按 {score} 计', 'Above the cap of {edge}: {score} counts'], edge)
      : fill(
          ['低于保底分 {edge}，按 {score} 计', 'Below the floor of {edge}: {score} counts'],
          edge,
        ),
  ];
};

const divided = ({ scored: { rule, score }, share }: ExplainedFacts): Label =>
  fill(
    [
      '{mode}（{among}）分配，本人第 {rank}：{score} × {weight} ÷ {all} = {own}',
      'Allocated {among}, {mode}; own rank {rank}: {score} × {weight} ÷ {all} = {own}',
    ],
    {
      mode: labelOf(allotMode, rule.mode),
      among: rule.ownOnly
        ? ['本校作者间', 'among our authors']
        : ['全部作者间', 'among all authors'],
      rank: share.rank,
      score,
      weight: share.weight,
      all: share.all,
      own: share.score,
    },
  );

/** Explanation of a score in both languages. */
export const explainScore = (given: ExplainedFacts): Label => {
  const { share, lateYear } = given;
  return joinSentences([
    chosen(given),
    worthOf(given),
    ...clamped(given),
    divided(given),
    ...(share.isBent
      ? [
          fill(
            [
              '各人先舍去第三位小数，余下的 0.01 分依次补给舍去最多者，使合计不变，本人为 {own}',
              'All are rounded down to two decimals, and the remainder goes to those who lost most, so that the total stays the same: {own}',
            ],
            { own: share.score },
          ),
        ]
      : []),
    ...(share.asEqual
      ? [['通讯作者与第一作者同权', 'A corresponding author counts like the first author'] as const]
      : []),
    ...(share.asFirst
      ? [
          [
            '学生为第一作者，导师视同第一作者',
            'A student is first author: the supervisor counts as first author',
          ] as const,
        ]
      : []),
    ...(lateYear === null
      ? []
      : [
          fill(
            [
              '补计：{year} 年度成果，此前未计分，由本批次一次性补计',
              'Late entry of {year}: not scored before, counted once in this batch',
            ],
            { year: lateYear },
          ),
        ]),
  ]);
};
