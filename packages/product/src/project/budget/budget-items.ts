import type { Label } from '@keyan/kernel/label.ts';
import { type Entry, treeDictionary } from '@keyan/kernel/values/dictionary.ts';

const item = (code: string, label: Label, children: readonly Entry[] = []): Entry =>
  children.length > 0 ? { code, label, heading: true, children } : { code, label };

/** Tree of budget items; only leaves have amounts. */
export const budgetItem = treeDictionary(
  'budgetItem',
  ['预算科目', 'Budget item'],
  [
    item(
      '1',
      ['直接费用', 'Direct costs'],
      [
        item(
          '101',
          ['设备费', 'Equipment'],
          [
            item('10101', ['购置设备费', 'Purchase of equipment']),
            item('10102', ['试制设备费', 'Trial production of equipment']),
            item('10103', ['设备升级改造与租赁费', 'Upgrade and rent of equipment']),
          ],
        ),
        item(
          '102',
          ['业务费', 'Operations'],
          [
            item('10201', ['材料费', 'Materials']),
            item('10202', ['测试化验加工费', 'Tests and processing']),
            item('10203', ['燃料动力费', 'Fuel and power']),
            item('10204', [
              '出版/文献/信息传播/知识产权事务费',
              'Publication and intellectual property',
            ]),
            item('10205', ['会议/差旅/国际合作交流费', 'Conferences, travel, exchange']),
            item('10206', ['数据采集费', 'Data collection']),
            item('10207', ['印刷/宣传费', 'Printing and promotion']),
            item('10299', ['其他业务支出', 'Other operations']),
          ],
        ),
        item(
          '103',
          ['劳务费', 'Labour'],
          [
            item('10301', ['研究生及博士后劳务费', 'Students and postdocs']),
            item('10302', ['科研助理及临聘人员劳务费', 'Assistants and temporary staff']),
            item('10303', ['专家咨询费', 'Expert consulting fees']),
          ],
        ),
        item('104', ['外拨（合作）经费', 'Transfers to partners']),
      ],
    ),
    item(
      '2',
      ['间接费用', 'Indirect costs'],
      [
        item('201', ['管理费', 'Overhead']),
        item('202', ['绩效支出', 'Performance pay']),
        item('203', ['其他间接费用', 'Other indirect costs']),
      ],
    ),
    item('3', ['税金', 'Taxes'], [item('301', ['增值税及附加', 'VAT and surcharges'])]),
  ],
);

const startsWith =
  (...groups: readonly string[]) =>
  (code: string | null): boolean =>
    groups.some((group) => code?.startsWith(group) === true);

/**
 * True for equipment and transfers to partners, whose expenses always need approval by the research
 * office.
 */
export const isSpecialItem = startsWith('101', '104');

/** True for direct costs; under budget control a project may not book more than planned. */
export const isDirect = startsWith('1');

/** True for equipment; changes need the finance office. */
export const isEquipment = startsWith('101');

/**
 * True for operating and labour costs, between which a leader may move amounts without approval
 * (R-308).
 */
export const isLabourOrOperations = startsWith('102', '103');
