import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { ranks } from '../shared/formats/national.ts';
import { allActionsFor } from '../shared/grants.ts';
import { reviewMode } from './dictionaries.ts';

/** 评审费标准: fee per review by mode of review and rank of the expert. */
export const reviewFeeRate = defineResource({
  key: 'reviewFeeRate',
  label: ['评审费标准', 'Review fee rate'],
  words: {
    plural: ['评审费标准', 'Review fee rates'],
    add: ['新建标准', 'New rate'],
    edit: ['编辑标准', 'Edit rate'],
  },
  path: 'kh-edu-research/reviewFeeRate',
  scarce: { records: 'few', because: 'a school has a rate for each mode' },
  title: 'rateName',
  fields: {
    rateName: f.text(['名称', 'Name']).required().max(100).searchable(),
    reviewMode: f.dict(['评审方式', 'Mode'], reviewMode).required().initial('1'),
    ranks: f.dict(['职称', 'Rank'], ranks).help(['不填为其他职称', 'Empty: all other ranks']),
    price: f.money(['每项金额（元）', 'Per record (yuan)']).required(),
    most: f
      .money(['每次评审上限（元，税后）', 'Cap per review (yuan, after tax)'])
      .help(['财科教〔2017〕128 号等标准', 'As set by Caikejiao [2017] No. 128 and similar rules']),
  },
  list: {
    columns: ['rateName', 'reviewMode', 'ranks', 'price', 'most'],
    filters: ['rateName', 'reviewMode', 'ranks'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'rate',
      title: ['标准', 'Rate'],
      fields: ['rateName', 'reviewMode', 'ranks', 'price', 'most'],
    },
  ],
  access: { read: permission('rfeerate'), write: permission('rfeerate_edit') },
  views: {
    all: {
      label: ['评审费标准', 'Review fee rates'],
      code: 'rfeerate',
      path: '/review/feeRate',
      note: [
        '按评审方式与职称；生成评审费时采用',
        'By review mode and rank; used when review fees are generated',
      ],
      scope: permission('rfeerate'),
      icon: 'ControlOutlined',
      menu: ['review', 15],
      grants: allActionsFor('rd_admin'),
      actions: ['add', 'edit', 'view', 'delete', 'export', 'history'],
    },
  },
});
