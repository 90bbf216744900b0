import type { Input } from '@keyan/kernel/specimen/values.ts';
import { teamLeaderRole } from '../people/teams/dictionaries.ts';
import { daysAfter } from '../shared/formats/dates.ts';

type Values = Readonly<Record<string, string>>;

const team = (
  teamName: string,
  direction: string,
  [teamType, teamLevel]: readonly [type: string, level: string],
): Values => ({ teamName, direction, teamType, teamLevel });

const group = ['01', '04'] as const;
const provincialGroup = ['01', '02'] as const;
const laboratory = ['02', '02'] as const;
const cityLaboratory = ['02', '03'] as const;
const base = ['03', '02'] as const;
const ownBase = ['03', '04'] as const;
const centre = ['04', '02'] as const;
const thinkTank = ['05', '03'] as const;

/** The teams of each college, by its code: names as such teams have them, and what they work on. */
export const teamsByCollege: Readonly<Record<string, readonly Values[]>> = {
  '310': [
    team('智能感知与边缘计算创新团队', '边缘智能；多源感知；嵌入式系统', provincialGroup),
    team('教育大数据应用技术实验室', '学习分析；知识图谱；数据治理', cityLaboratory),
  ],
  '320': [
    team('应用统计与风险分析创新团队', '统计推断；风险度量；抽样调查', group),
    team('计算数学与优化研究所', '数值优化；反问题；科学计算', ['99', '04']),
  ],
  '330': [
    team('光电功能材料省级重点实验室', '光电探测；薄膜器件；光谱分析', laboratory),
    team('微纳传感器件创新团队', '微纳加工；柔性传感；信号调理', group),
  ],
  '340': [
    team('绿色催化与精细化工创新团队', '多相催化；清洁合成；过程强化', provincialGroup),
    team('水处理材料工程技术研究中心', '吸附材料；膜分离；再生工艺', centre),
  ],
  '350': [
    team('湿地生态与生物资源重点实验室', '湿地恢复；水生生物；资源评价', laboratory),
    team('作物抗逆与分子育种创新团队', '抗逆机理；分子标记；种质创新', group),
  ],
  '360': [
    team('先进制造与智能装备工程技术研究中心', '智能装备；精密加工；状态监测', centre),
    team('高性能复合材料创新团队', '复合材料；界面设计；服役评价', provincialGroup),
  ],
  '410': [
    team('荆楚文学与文献研究基地', '地方文献；楚辞学；现当代文学', base),
    team('新媒体传播与舆情研究团队', '媒介融合；舆情分析；视觉传播', group),
  ],
  '420': [
    team('外语教育与跨文化传播团队', '二语习得；翻译研究；跨文化交际', group),
    team('区域国别研究中心', '东南亚研究；语言政策；国别文化', ownBase),
  ],
  '430': [
    team('思想政治教育创新研究团队', '课程建设；青年研究；实践育人', group),
    team('党史与地方红色文化研究基地', '地方党史；口述史；红色资源', ownBase),
  ],
  '440': [
    team('区域经济与乡村振兴研究院', '区域经济；农业政策；县域发展', thinkTank),
    team('企业数字化转型研究团队', '数字化转型；供应链；创新管理', group),
  ],
  '450': [
    team('地方立法与社会治理研究中心', '地方立法；基层治理；法律评估', thinkTank),
    team('知识产权与数据法研究团队', '知识产权；数据权益；平台责任', group),
  ],
  '460': [
    team('楚地音乐与漆艺传承研究基地', '民间音乐；漆艺；非遗传承', base),
    team('环境与视觉设计创新团队', '环境设计；视觉传达；公共艺术', group),
  ],
  '470': [
    team('运动与健康促进创新团队', '体质监测；运动康复；体育教学', group),
    team('民族传统体育研究中心', '武术；龙舟；体育史', ownBase),
  ],
};

interface Person {
  readonly id: string;
}

/** Codes of the roles that colleagues have, in turn. */
const rolesOfOthers = ['2', '2', '3', '3', '4'] as const;

/** Members of the team and departments that take part: its leader's first. */
export const teamLines = (
  leader: { readonly id: string; readonly departments: readonly string[] },
  colleagues: readonly Person[],
  partner: string | undefined,
  foundDate: string,
): Input => {
  const [own] = leader.departments;
  const others = colleagues.slice(0, rolesOfOthers.length);
  return {
    leaderId: leader.id,
    fkDeptId: own,
    staff: [
      { userId: leader.id, teamRole: teamLeaderRole, joinDate: foundDate },
      ...others.map(({ id }, index) => ({
        userId: id,
        teamRole: rolesOfOthers[index],
        joinDate: daysAfter(foundDate, index * 30),
      })),
    ],
    departments: [
      { deptId: own, isMain: '1' },
      ...(partner ? [{ deptId: partner, isMain: '0' }] : []),
    ],
  };
};
