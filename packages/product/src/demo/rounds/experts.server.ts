import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { expert } from '../../review/expert.ts';
import type { SeedParts } from '../story-player.server.ts';
import { disciplinesOf } from '../words.server.ts';

const day = 86_400_000;

/** Fields that experts are asked for, beside their disciplines. */
export const fieldsOfExperts = [
  '科技评价、成果推广',
  '同行评议、学科建设',
  '成果转化、知识产权',
  '科研管理、绩效评估',
];

/** Experts of other universities: name, rank, and their unit, address and the college whose disciplines are theirs. */
const outsideExperts = [
  ['郎怀远', '011', ['云梦大学', 'lang.huaiyuan@yunmeng.example', '310']],
  ['蒲若澜', '011', ['荆襄理工学院', 'pu.ruolan@jingxiang.example', '360']],
  ['乐思齐', '011', ['江汉平原湿地研究所', 'yue.siqi@wetland.example', '350']],
  ['宁泽民', '011', ['云梦大学', 'ning.zemin@yunmeng.example', '440']],
  ['钱疏影', '012', ['荆襄理工学院', 'qian.shuying@jingxiang.example', '340']],
  ['甘棠', '011', ['楚都文化遗产研究院', 'gan.tang@chudu.example', '410']],
  ['闵行之', '011', ['云梦大学', 'min.xingzhi@yunmeng.example', '450']],
  ['佟月明', '012', ['楚都文化遗产研究院', 'tong.yueming@chudu.example', '460']],
] as const;

/** Enters the experts of other universities, who have no account here. */
export const registerOutsideExperts = async (
  { engine }: SeedParts,
  office: Actor,
  now: Date,
): Promise<void> => {
  for (const [index, [name, ranks, outside]] of outsideExperts.entries()) {
    const [unit, email, college] = outside;
    await engine.as(office).save(expert, {
      name,
      expertType: '2',
      unit,
      ranks,
      email,
      disciplines: [...disciplinesOf(college)],
      keywords: fieldsOfExperts[index % fieldsOfExperts.length],
      validDate: dayText(new Date(now.getTime() + (300 + index * 47) * day)),
    });
  }
};
