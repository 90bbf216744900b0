import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameterFact } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { deptSecretary, linkIf, publicityStep, rdLeader } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { daysAfter, inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { normaliseUrl, url } from '../../shared/formats/formats.ts';
import { webArticleMinWords, webMinDays, webPublicity } from '../../system/parameters/limits.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { journalLevel } from '../common/dictionaries.ts';
import { achievementSectionLink } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { platformLevel, webWorkType } from './dictionaries.ts';

const ach = achievement({
  label: ['互联网文化成果', 'Internet culture work'],
  plural: 'Internet culture',
  code: 'webWork',
  type: 'webWorkType',
  path: '/achievement/yxhlwwhcg',
  authors: paperAuthors,
  attachments: attachmentCategories('21*', '22*', '16', '99'),
  date: 'publishDate',
  duplicates: ['url'],
  scored: { as: 'web' },
  takenFor: ['writing', 'artwork'],
  citation: {
    type: 'webpage',
    texts: { publisher: 'platformName', URL: 'url' },
    accessed: 'statDate',
  },
  deciders: ['propaganda'],
});

const fields = {
  workName: f.text(['作品名称', 'Title']).requiredInDraft().max(200).searchable(),
  webWorkType: f.dict(['成果形式', 'Form'], webWorkType).required(),
  platformName: f.text(['首发平台', 'First published on']).required().max(100).searchable(),
  platformLevel: f.dict(['平台级别', 'Platform level'], platformLevel).required(),
  publishDate: f.date(['发布日期', 'Date']).required(),
  url: f.text(['作品链接', 'URL']).required().max(300).format(url).unique(normaliseUrl),
  wordCount: f
    .decimal(['字数/时长（分钟）', 'Words or minutes'], 1)
    .between(0, 1_000_000)
    .specimen((draw) => `${draw.int(1200, 4800)}.0`),
  readNum: f
    .integer(['阅读（播放）量', 'Reads'])
    .required()
    .specimen((draw) => draw.int(2_000, 180_000)),
  forwardNum: f.integer(['转载（转发）量', 'Shares']).specimen((draw) => draw.int(10, 900)),
  likeNum: f
    .integer(['点赞（评论）量', 'Likes and comments'])
    .specimen((draw) => draw.int(50, 3_000)),
  statDate: f.date(['数据统计日期', 'Data date']).required(),
  reprintMedia: f.text(['转载媒体', 'Reprinted by']).max(300),
  isSelected: f.dict(['是否入选优秀作品（征集、评选）', 'Selected'], yesNo),
  awardInfo: f.text(['获奖（入选）情况', 'Award']).max(200),
  // As which grade of papers it counts.
  equalLevel: f
    .dict(['拟认定等级（等同论文级别）', 'Proposed equivalent grade'], journalLevel)
    .required()
    .byApprover(),
  description: f.note(['作品简介', 'Description']).max(2000).when(unlessSecret),
  ...ach.fields,
};

/** 优秀互联网文化成果: an article, film or programme on the internet that the university recognises. */
export const webWork = defineResource({
  key: 'yxhlwwhdj',
  label: ['互联网文化成果', 'Internet culture work'],
  path: 'kh-edu-research/yxhlwwhcg',
  title: 'workName',
  fields,
  with: [ach],
  facts: { minDays: parameterFact(webMinDays), articleWords: parameterFact(webArticleMinWords) },
  views: ach.views({
    audit: ['workName', 'firstAuthor', 'fkDeptId', 'webWorkType', 'platformName', 'readNum'],
    lib: [
      'workName',
      'authorNames',
      'fkDeptId',
      'webWorkType',
      'platformName',
      'equalLevel',
      'publishDate',
    ],
  }),
  list: {
    columns: [
      'workName',
      'webWorkType',
      'platformName',
      'platformLevel',
      'publishDate',
      'readNum',
      'equalLevel',
    ],
    filters: achievementFilters(
      'webWorkType',
      'platformLevel',
      'platformName',
      'publishDate',
      'equalLevel',
    ),
    sort: '-publishDate',
    keptTotals: outputTotals('publishDate'),
  },
  form: [
    {
      key: 'work',
      title: ['作品与发布', 'Work and publication'],
      fields: [
        'workName',
        'webWorkType',
        'url',
        'platformName',
        'platformLevel',
        'publishDate',
        'wordCount',
        'description',
      ],
    },
    {
      key: 'spread',
      title: ['传播数据', 'Reach'],
      fields: [
        'readNum',
        'forwardNum',
        'likeNum',
        'statDate',
        'reprintMedia',
        'isSelected',
        'awardInfo',
      ],
    },
    {
      key: 'conclusion',
      title: ['等级认定', 'Recognition'],
      note: ['由科研处审核时填写', 'Filled in by the research office'],
      fields: ['equalLevel'],
    },
    ach.people,
    belongingSection,
    ...closingSections(),
  ],
  validators: [
    ...notAfterToday(fields, 'publishDate', 'statDate'),
    inOrder(fields, 'publishDate', 'statDate'),
    {
      fields: ['publishDate'],
      check: ({ publishDate }, { today, facts: { minDays } }) =>
        publishDate && publishDate <= today && daysAfter(publishDate, minDays) > today
          ? fill(
              [
                '发布满 {days} 天后方可登记',
                'It can be registered only {days} days after publication',
              ],
              {
                days: minDays,
              },
            )
          : null,
    },
    {
      fields: ['wordCount', 'webWorkType'],
      check: ({ webWorkType: form, wordCount }, { facts: { articleWords } }) =>
        form === '01' && Number(wordCount ?? 0) < articleWords
          ? fill(
              ['网络文章不得少于 {words} 字', 'A web article must have at least {words} words'],
              {
                words: articleWords,
              },
            )
          : null,
    },
  ],
  specimen: (draw) => {
    const ago = draw.int(30, 300);
    return {
      publishDate: daysAfter(draw.today, -ago),
      statDate: daysAfter(draw.today, -ago + draw.int(7, 20)),
    };
  },
  processes: [
    defineProcess(
      'yxhlwwhdj',
      ['优秀互联网文化成果登记', 'Outstanding internet-culture work'],
      [
        deptSecretary,
        linkIf(publicityStep, "${param.publicity == '1'}"),
        // Reads count as they are when the office looks.
        achievementSectionLink('equalLevel', 'readNum', 'statDate'),
        rdLeader,
      ],
      'flow_13',
      { parameters: { publicity: webPublicity } },
    ),
  ],
});
