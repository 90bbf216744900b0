import type { TitleTopic } from './words.server.ts';

type Template = readonly [zh: string, en: string];

/**
 * Templates of abstracts by college: `{O}` is the object of study, `{A}` the aspect, `{L}` the method, `{from}` to
 * `{to}` the period.
 */
const manners: readonly {
  readonly colleges: readonly string[];
  readonly templates: readonly Template[];
}[] = [
  {
    colleges: ['310'],
    templates: [
      [
        '{O}的{A}在实际应用中常受样本不足和噪声干扰的限制。本文提出一种以{L}为核心的方法，给出模型结构与训练策略，并在三个数据集上与六种基线方法比较。实验表明，该方法的主要指标平均提高 3.2 个百分点，消融实验验证了各模块的作用。',
        '{A} of {O} often suffers from scarce and noisy samples. We propose a method built on {L}, describe its structure and training, and compare it with six baselines on three data sets. The main measure rises by 3.2 points on average; ablation confirms the part of each module.',
      ],
      [
        '针对{O}{A}中标注成本高、泛化能力弱的问题，引入{L}，设计了端到端的处理流程。在公开数据与自建数据上的结果显示，该方法在精度与耗时之间取得了较好的平衡，并已在校内平台试用。',
        'Labels for {A} of {O} are costly, and models generalise poorly. We bring in {L} and design an end-to-end procedure. Results on public data and our own show a good balance of accuracy and time; the method is on trial at our university.',
      ],
    ],
  },
  {
    colleges: ['320'],
    templates: [
      [
        '研究{O}的{A}问题。借助{L}，在较弱的正则性条件下建立了主要定理，并给出误差的阶。数值算例与理论结果一致，说明所加条件是合理的。',
        'We study {A} of {O}. By {L} the main theorem is proved under weak conditions of regularity, with the order of the error. Numerical examples agree with the theory.',
      ],
      [
        '{O}的{A}是近年来受到关注的课题。本文利用{L}给出新的处理途径，证明了相应的渐近性质，并通过模拟研究比较了有限样本下的表现。',
        '{A} of {O} has drawn attention in recent years. Using {L} we give a new approach, prove its asymptotic properties, and compare finite samples in a simulation.',
      ],
    ],
  },
  {
    colleges: ['350'],
    templates: [
      [
        '为了解{O}的{A}，于 {from}—{to} 年在江汉平原选取样地，采用{L}开展调查，并以方差分解区分各环境因子的贡献。结果表明，水文节律与营养水平是主要的解释变量，人为干扰的影响具有明显的季节性。',
        'To learn about {A} of {O}, plots on the Jianghan Plain were studied by {L} from {from} to {to}, and the part of each environmental factor was told by variation partitioning. Hydrology and nutrients explain most; disturbance by people acts by season.',
      ],
      [
        '以{O}为对象，利用{L}分析其{A}。共获得有效样本 126 份，不同生境之间差异显著，并识别出若干关键类群。研究为区域生物多样性保护与资源利用提供了基础资料。',
        'For {O}, {A} was analysed by {L}. 126 valid samples were obtained; habitats differ significantly, and some key groups were identified. The results serve the protection of biodiversity in the region.',
      ],
    ],
  },
  {
    colleges: ['330', '340', '360'],
    templates: [
      [
        '为阐明{O}的{A}，采用{L}开展系统实验，并对关键参数作了对照与重复。结果表明，主要指标随处理条件呈规律性变化，最优条件下较对照提高约两成。研究为后续的机理分析与应用提供了依据。',
        'To clarify {A} of {O}, experiments with {L} were carried out, with controls and repeats of the key parameters. The main measure changes regularly with the conditions, and at the best of them exceeds the control by about a fifth.',
      ],
      [
        '{O}的{A}直接关系到其应用前景。本文结合{L}，考察了不同条件下的变化过程，建立了可用于预测的经验关系，并与已有报道作了比较，讨论了差异的原因。',
        'Much of the use of {O} depends on {A}. With {L}, the course under different conditions was followed and an empirical relation for prediction established; differences from earlier reports are discussed.',
      ],
    ],
  },
  {
    colleges: ['440', '470'],
    templates: [
      [
        '利用 {from}—{to} 年的调查与统计数据，采用{L}考察{O}的{A}。研究发现，其作用显著且存在明显的群体差异，经替换变量与分样本检验后结论依然成立。据此提出分类施策的建议。',
        'With survey and statistical data of {from} to {to}, {A} of {O} is examined by {L}. The effect is significant and differs between groups; it holds with other variables and in parts of the sample. Proposals are made for each group.',
      ],
      [
        '{O}的{A}受到多方面因素的共同影响。基于{L}，本文构建分析框架，以问卷与访谈资料为依据进行检验，识别出三类典型情形，并讨论了相应的改进路径。',
        'Several factors act together on {A} of {O}. On the ground of {L} a framework is built and tested with questionnaires and interviews; three typical cases are found, and ways to improve each are discussed.',
      ],
    ],
  },
  {
    colleges: ['450'],
    templates: [
      [
        '{O}的{A}在理论与实务中均存在分歧。本文从{L}出发，梳理现行规范与裁判立场，指出其体系上的矛盾，主张以利益状态为标准重新划定适用范围，并提出相应的解释方案与立法建议。',
        'Theory and practice disagree on {A} of {O}. Starting from {L}, the rules in force and the positions of the courts are reviewed and their contradictions shown; a new line is drawn by the interests at stake, with proposals for interpretation and legislation.',
      ],
    ],
  },
  {
    colleges: ['410', '420', '430', '460'],
    templates: [
      [
        '{O}是理解相关领域变迁的重要线索。本文以{L}为视角，结合文献细读与个案考察，讨论其{A}的形成过程与内在理路，指出既有研究中的若干误读，并就其当代意义提出看法。',
        '{O} leads to an understanding of changes in the field. From the view of {L}, by close reading and single cases, this paper discusses how {A} came about, corrects some misreadings, and considers what it means today.',
      ],
      [
        '既有研究多关注{O}的整体面貌，对其{A}着墨较少。本文引入{L}，在梳理材料的基础上归纳出若干类型，分析不同类型背后的观念差异，以期深化对这一问题的认识。',
        'Earlier studies describe {O} as a whole and say little of {A}. Bringing in {L}, this paper sorts the material into types and analyses the ideas behind each.',
      ],
    ],
  },
];

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns an abstract on a topic in the manner of a college; the same number yields the same text. */
export const abstractOf = (
  college: string,
  { keywords: [object, aspect, lens] }: TitleTopic,
  {
    english,
    number,
    year,
  }: { readonly english: boolean; readonly number: number; readonly year: number },
): string => {
  const { templates = [] } = manners.find(({ colleges }) => colleges.includes(college)) ?? {};
  const side = english ? 1 : 0;
  const template = templates[number % templates.length]?.[side] ?? '';
  // Data of the study end before the year of publication.
  const period = { from: String(year - 7), to: String(year - 2) };
  const words = { O: object?.[side], A: aspect?.[side], L: lens?.[side], ...period };
  return sentence(
    template.replace(/\{(\w+)\}/g, (_, name: keyof typeof words) => words[name] ?? ''),
  );
};

/** Returns the title of a review article on the topic. */
export const reviewOf = ({
  keywords: [object, aspect, lens],
}: TitleTopic): Pick<TitleTopic, 'zh' | 'en'> => ({
  zh: `${lens?.[0]}在${object?.[0]}${aspect?.[0]}中的研究进展`,
  en: `Progress in ${lens?.[1]} for ${aspect?.[1]} of ${object?.[1]}: a review`,
});
