import type { ReadInvoice } from './invoice.ts';

/** Budget items by class of goods, printed between asterisks on an invoice (商品和服务分类简称). */
const itemsByClass: readonly (readonly [classes: RegExp, itemCode: string])[] = [
  [/仪器|设备|计算机|机械|电子产品/, '10101'],
  [/检测|检验|测试|化验|加工|研发和技术|鉴证咨询/, '10202'],
  [/供电|电力|燃气|成品油|汽油|供热|供暖/, '10203'],
  [/出版|图书|版权|知识产权|信息技术|信息系统|商标/, '10204'],
  [/住宿|运输|客运|旅游|会议|会展|餐饮|旅客/, '10205'],
  [/印刷|广告|设计/, '10207'],
  [/材料|试剂|化学|纸制品|文具|办公|耗材|塑料|橡胶|金属|玻璃|电子元件|元器件|实验|医疗/, '10201'],
];

/**
 * Code of the budget item for the first classified line of an invoice; null if no line is
 * classified.
 */
export const suggestedItem = ({ lines }: Pick<ReadInvoice, 'lines'>): string | null => {
  for (const { name } of lines) {
    const [, goods = ''] = /^\*([^*]+)\*/.exec(name) ?? [];
    const found = itemsByClass.find(([classes]) => classes.test(goods));
    if (found) return found[1];
  }
  return null;
};
